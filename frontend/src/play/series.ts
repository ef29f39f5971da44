/** The values of a game from its start to its end, to be drawn. */
import type { Analysed, Position } from "../api/client";
import type { Glyph } from "./glyphs";
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

/** The least that the first player's share differs from a half where somebody leads. */
const LEAD = 0.1;

/** Plies at which the other player leads for the first time since. */
export function flips(points: readonly Point[]): ReadonlySet<number> {
  const found = new Set<number>();
  let leader = 0;
  for (const { ply, share: part } of points) {
    if (part === null || Math.abs(part - 0.5) < LEAD) continue;
    const now = Math.sign(part - 0.5);
    if (leader && now !== leader) found.add(ply);
    leader = now;
  }
  return found;
}

/** What is to be seen at a move: a mistake, or that it is the other one who leads. */
export interface Mark {
  readonly glyph: Glyph;
  readonly flip: boolean;
}

/** By ply. `glyphOf`: what stands behind the move that led to a node. */
export function marks(points: readonly Point[], glyphOf: (node: number) => Glyph): ReadonlyMap<number, Mark> {
  const turned = flips(points);
  const all = points.map(({ ply, node }) => [ply, { glyph: glyphOf(node), flip: turned.has(ply) }] as const);
  return new Map(all.filter(([, mark]) => mark.glyph || mark.flip));
}
