/** Small drawings for buttons, on a field of 20 by 20; fonts do not have them all. */
export const PATHS = {
  start: "M5 4v12M16 4 8 10l8 6z",
  back: "M14 4 6 10l8 6z",
  on: "M6 4l8 6-8 6z",
  end: "M15 4v12M4 4l8 6-8 6z",
  undo: "M4 8h8a4 4 0 0 1 0 8H8M4 8l4-4M4 8l4 4",
  flip: "M6 3v13M6 16l-3-3M6 16l3-3M14 17V4M14 4l-3 3M14 4l3 3",
  swap: "M3 7h13M16 7l-3-3M16 7l-3 3M17 13H4M4 13l3-3M4 13l3 3",
  fresh: "M10 4v12M4 10h12",
  watch: "M2 10s3-5 8-5 8 5 8 5-3 5-8 5-8-5-8-5zM10 8a2 2 0 1 0 0 4 2 2 0 0 0 0-4z",
  pause: "M7 4v12M13 4v12",
  play: "M6 3.5 16 10 6 16.5z",
  fit: "M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4",
  link: "M8 12a3.5 3.5 0 0 0 5 0l3-3a3.5 3.5 0 0 0-5-5l-1 1M12 8a3.5 3.5 0 0 0-5 0l-3 3a3.5 3.5 0 0 0 5 5l1-1",
  keys: "M2 6h16v9H2zM5 9h1M9 9h1M13 9h1M6 12h8",
} as const;

export type IconName = keyof typeof PATHS;

/** Those that are filled, not only drawn. */
export const FILLED: ReadonlySet<IconName> = new Set<IconName>(["start", "back", "on", "end", "play"]);
