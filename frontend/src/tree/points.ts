/** Values of nodes as they are written. Unlike the score of a move, nothing is written 0. */

/** No score is as large. */
const INFINITY = 2 ** 30;

export type Write = (value: number) => string;

/** +3, −3 or 0; ∞ where nothing bounds it. */
export function points(value: number, number: Write): string {
  const sign = value > 0 ? "+" : value < 0 ? "−" : "";
  return sign + (Math.abs(value) >= INFINITY - 1 ? "∞" : number(Math.abs(value)));
}

/** What a value says of minimax: this, at least this, at most this, or nothing. */
export function bounded(value: number, bound: "exact" | "least" | "most" | "none", number: Write): string {
  if (bound === "none") return "?";
  return { exact: "", least: "≥ ", most: "≤ " }[bound] + points(value, number);
}

/** [−3, +∞] */
export function interval(window: readonly [number, number], number: Write): string {
  return `[${window.map((end) => points(end, number)).join(", ")}]`;
}
