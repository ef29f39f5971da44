/** The colours of the page as a canvas needs them: resolved, for the theme of the moment. */
const NAMES = ["ground", "panel", "sunken", "ink", "quiet", "rule", "accent", "on-accent", "good", "bad", "even"] as const;
export type Palette = Readonly<Record<(typeof NAMES)[number], string>>;

export function readPalette(within: HTMLElement): Palette {
  const probe = document.createElement("span");
  within.append(probe);
  const colours = NAMES.map((name) => {
    probe.style.color = `var(--${name})`;
    return [name, getComputedStyle(probe).color] as const;
  });
  probe.remove();
  return Object.fromEntries(colours) as Palette;
}
