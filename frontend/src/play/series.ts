/** The values of a game from its start to its end, to be drawn. */
import type { Analysed, Position } from "../api/client";
import { share } from "./judgement";

export interface Point {
  readonly ply: number;
  readonly node: number;
  /** The first player's share; null while nobody knows. */
  readonly share: number | null;
  readonly exact: boolean;
}

export function series(
  line: readonly number[],
  positions: ReadonlyMap<number, Position>,
  found: ReadonlyMap<number, Analysed>,
  lot: number,
): Point[] {
  return line.map((node, ply) => {
    const position = positions.get(node);
    const known = found.get(node);
    return {
      ply,
      node,
      share: position ? share(position, known, lot) : null,
      exact: Boolean(position?.outcome) || known?.exact === true,
    };
  });
}

/** Neighbours that are both known. */
export function segments(points: readonly Point[]): [Point, Point][] {
  const found: [Point, Point][] = [];
  points.forEach((point, n) => {
    const next = points[n + 1];
    if (next && point.share !== null && next.share !== null) found.push([point, next]);
  });
  return found;
}
