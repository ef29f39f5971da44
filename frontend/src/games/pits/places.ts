/** Where pits and stores lie on the wooden board, and where seeds lie in them.

    +-------+-----+-----+ … +-----+-------+
    | store |  5     4         0  | store |    the player above, seen from below
    | above |  0     1         5  | below |    the player below
    +-------+-----+-----+ … +-----+-------+

On a narrow page the stores lie above and below the rows.
*/
import type { Kind } from "../board";

export const STORE = -1;

/** A pit (0, 1, …) or the store of a side (0 or 1). */
export interface Place {
  readonly side: number;
  readonly pit: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** In units of the drawing. */
export const PIT = { width: 116, radius: 50, row: 220, out: 104 } as const;
export const EDGE = 26;
/** A store is as wide as this beside the rows, or as high above and below them. */
export const STORE_ROOM = { wide: 124, narrow: 92 } as const;

export interface Layout {
  readonly pits: number;
  readonly flipped: boolean;
  readonly narrow: boolean;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export function size({ pits, narrow }: Layout): Size {
  const rows = { width: pits * PIT.width + 2 * EDGE, height: 2 * (EDGE + PIT.row) };
  if (narrow) return { width: rows.width, height: rows.height + 2 * STORE_ROOM.narrow };
  return { width: rows.width + 2 * STORE_ROOM.wide, height: rows.height };
}

/** Of a store, in the same units. */
export function storeSize(layout: Layout): Size {
  const { width, height } = size(layout);
  if (layout.narrow) return { width: width - 2 * EDGE, height: STORE_ROOM.narrow - 18 };
  return { width: STORE_ROOM.wide - 30, height: height - 2 * EDGE - 30 };
}

/** Does this side sit below? */
export function below({ flipped }: Layout, side: number): boolean {
  return (side === 0) !== flipped;
}

export function centre(layout: Layout, { side, pit }: Place): Point {
  const { width, height } = size(layout);
  const low = below(layout, side);
  if (pit === STORE) {
    const inset = EDGE + (layout.narrow ? STORE_ROOM.narrow : STORE_ROOM.wide) / 2 - 6;
    const [x, y] = layout.narrow ? [width / 2, inset] : [inset, height / 2];
    return low ? { x: width - x, y: height - y } : { x, y };
  }
  const column = low ? pit : layout.pits - 1 - pit;
  const left = EDGE + (layout.narrow ? 0 : STORE_ROOM.wide);
  return { x: left + (column + 0.5) * PIT.width, y: height / 2 + (low ? 1 : -1) * PIT.out };
}

/** Seeds that are drawn; the figure tells the others. */
export const MOST_IN_PIT = 19;
export const MOST_IN_STORE = 36;

/** How far from the centre two, three, four or five seeds touch. */
const RING = [0, 0, 12, 14, 16.5, 19.5];
const MOST_IN_RING = RING.length - 1;
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

/** Where the seeds of a pit lie, from its centre: a few in a ring, many as a sunflower. */
export function heap(count: number): Point[] {
  const shown = Math.min(count, MOST_IN_PIT);
  const spread = Math.min(12, 37 / Math.sqrt(shown));
  return Array.from({ length: shown }, (_, n) => {
    const ring = shown <= MOST_IN_RING;
    const distance = ring ? (RING[shown] ?? 0) : spread * Math.sqrt(n + 0.3);
    const angle = (ring ? (n * 2 * Math.PI) / shown : n * GOLDEN_ANGLE) + shown * 0.9;
    return { x: distance * Math.cos(angle), y: distance * Math.sin(angle) };
  });
}

const ABREAST = [0, -1, 1];

/** Where the seeds of a store lie, from its centre: three abreast, one row behind the other. */
export function pile(count: number, narrow: boolean): Point[] {
  const shown = Math.min(count, MOST_IN_STORE);
  return Array.from({ length: shown }, (_, n) => {
    const row = Math.floor(n / 3);
    const across = (ABREAST[n % 3] ?? 0) * 22;
    return narrow ? { x: -246 + row * 26, y: across } : { x: across, y: 112 - row * 18 };
  });
}

export function seedsIn(view: Kind<"pits">, { side, pit }: Place): number {
  return (pit === STORE ? view.stores[side] : view.pits[side]?.[pit]) ?? 0;
}

export function same(a: Place | null | undefined, b: Place): boolean {
  return a?.side === b.side && a.pit === b.pit;
}

/** All pits and stores. */
export function places(pits: number): Place[] {
  return [0, 1].flatMap((side) =>
    [...Array(pits).keys(), STORE].map((pit) => ({ side, pit })),
  );
}
