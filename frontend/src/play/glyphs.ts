/** Marks behind moves, as in books: ? for an error that changes the result, ?! for one that costs. */
import type { Analysed } from "../api/client";

export type Glyph = "" | "?" | "?!";

/** Of a move in a position of which all scores are exact; else nothing can be said. */
export function glyph(found: Analysed | undefined, move: string): Glyph {
  if (!found?.exact || found.score === null) return "";
  const score = found.scores.find((each) => each.move === move)?.score;
  if (score === undefined || score >= found.score) return "";
  return Math.sign(score) < Math.sign(found.score) ? "?" : "?!";
}
