/** What keys do in the room where games are played. */
export const COMMANDS = {
  ArrowLeft: "back",
  ArrowRight: "forward",
  Home: "start",
  End: "end",
  " ": "best",
  h: "hint",
  f: "flip",
  z: "hide",
  u: "undo",
  n: "new",
} as const;

export type Command = (typeof COMMANDS)[keyof typeof COMMANDS];
export type Pressed = { readonly command: Command } | { readonly digit: number };

/** Keys with a sense of their own in what has the focus. */
export const TYPING = "input, select, textarea, [contenteditable], dialog *";
const PRESSING = "button, a[href], summary, [role=button], [role=slider], [role=gridcell]";

interface Stroke {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly defaultPrevented: boolean;
  readonly target: { matches(selectors: string): boolean } | null;
}

/** The meaning of a key for the room; null: it means something to what has the focus, or nothing. */
export function pressed(stroke: Stroke): Pressed | null {
  if (stroke.ctrlKey || stroke.metaKey || stroke.altKey || stroke.defaultPrevented) return null;
  if (stroke.target?.matches(TYPING)) return null;
  const key = stroke.key.length === 1 ? stroke.key.toLowerCase() : stroke.key;
  if (key === " " && stroke.target?.matches(PRESSING)) return null;
  if (/^[0-9]$/.test(key)) return { digit: Number(key) };
  const command = (COMMANDS as Record<string, Command | undefined>)[key];
  return command ? { command } : null;
}

/** The move that a digit plays: that of this name, or the one of this number if none is named so. */
export function moveOfDigit(digit: number, names: readonly string[]): string | null {
  const named = names.some((name) => /^[0-9]$/.test(name));
  const found = named ? names.find((name) => name === String(digit)) : names[digit - 1];
  return found ?? null;
}
