/** What charts of numbers have in common: series told apart by stroke and mark, scales, labels. */
import { symbol, symbolCircle, symbolCross, symbolDiamond, symbolSquare, symbolStar, symbolTriangle, symbolTriangle2, symbolWye, type SymbolType } from "d3-shape";

export interface Point {
  readonly x: number;
  readonly y: number;
  /** How sure `y` is, where that is known. */
  readonly low?: number;
  readonly high?: number;
}

/** A line. `style` chooses its stroke and its mark; a faint one lies below the others. */
export interface Series<P extends Point = Point> {
  readonly name: string;
  readonly style: number;
  readonly faint: boolean;
  readonly points: readonly P[];
}

/** Pixels from the left and from above. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** A number of a scale, and where it stands. */
export interface Tick {
  readonly at: number;
  readonly text: string;
}

/** Room beside a chart and below it, for the numbers of its scales. */
export const LEFT = 56;
export const BOTTOM = 42;

/** A line to compare with, dashed and without marks. */
export interface Guide {
  readonly name: string;
  readonly points: readonly Point[];
}

/** A number and how sure it is. */
export interface Interval {
  readonly name: string;
  readonly style: number;
  readonly faint: boolean;
  readonly value: number;
  /** null: nobody knows. */
  readonly low: number | null;
  readonly high: number | null;
  /** It has no end there. */
  readonly openLow?: boolean;
  readonly openHigh?: boolean;
  /** It cannot be told apart from the one above. */
  readonly tied?: boolean;
}

const STROKES = ["", "7 4", "2 3", "9 3 2 3", "12 4", "5 2", "9 2 2 2 2 2", "1 4"];
const MARKS: readonly SymbolType[] = [
  symbolCircle,
  symbolSquare,
  symbolTriangle,
  symbolDiamond,
  symbolCross,
  symbolStar,
  symbolWye,
  symbolTriangle2,
];
export const STYLES = STROKES.length;

export function stroke(style: number): string {
  return STROKES[style % STYLES] ?? "";
}

/** The colour is a variable of the chart's (Palette.svelte). */
export function colour(style: number): string {
  return `var(--series-${style % STYLES})`;
}

/** The outline of a mark around 0, 0. */
export function mark(style: number, size = 52): string {
  return symbol(MARKS[style % STYLES] ?? symbolCircle, size)() ?? "";
}

const STEPS = [[1], [1, 3], [1, 2, 5], [1, 1.5, 2, 3, 5, 7], [1, 1.2, 1.4, 1.7, 2, 2.5, 3, 4, 5, 6, 8]];
const FEWEST = 4;

/** Numbers between these two that bear a label on a logarithmic scale: as few as suffice. */
export function powers(low: number, high: number): number[] {
  const first = Math.floor(Math.log10(low));
  const last = Math.ceil(Math.log10(high));
  const decades = Array.from({ length: last - first + 1 }, (_, n) => first + n);
  let found: number[] = [];
  for (const steps of STEPS) {
    found = decades
      .flatMap((decade) => steps.map((step) => Number((step * 10 ** decade).toPrecision(3))))
      .filter((value) => value >= low && value <= high);
    if (found.length >= FEWEST) break;
  }
  const every = Math.ceil(found.length / 9);
  return found.filter((_value, place) => place % every === 0);
}

const PREFIXES: readonly (readonly [number, string])[] = [
  [1e9, "G"],
  [1e6, "M"],
  [1e3, "k"],
  [1, ""],
  [1e-3, "m"],
  [1e-6, "µ"],
];

/** With the prefixes of units: 200, 5k, 10M; 20 µs. `write` writes numbers as people do here. */
export function short(value: number, unit: string, write: (value: number) => string): string {
  if (value === 0) return "0";
  const size = PREFIXES.find(([size]) => Math.abs(value) >= size * 0.9995) ?? ([1e-6, "µ"] as const);
  const prefix = unit || value >= 1 ? size : ([1, ""] as const);
  const told = write(Number((value / prefix[0]).toPrecision(3)));
  return told + (unit ? " " : "") + prefix[1] + unit;
}

/** The place of the number that is nearest. */
export function nearest(places: readonly Place[], x: number, y: number): number {
  let best = -1;
  let least = Infinity;
  places.forEach((place, n) => {
    const distance = Math.hypot(place.x - x, place.y - y);
    if (distance < least) [best, least] = [n, distance];
  });
  return best;
}

/** Labels one below the other, at least `gap` apart, each as near as can be to where it belongs. */
export function spread(wanted: readonly number[], gap: number, bottom: number): number[] {
  const order = wanted.map((y, n) => ({ y, n })).sort((a, b) => a.y - b.y);
  for (let n = 1; n < order.length; n++) {
    const [above, here] = [order[n - 1], order[n]];
    if (above && here) here.y = Math.max(here.y, above.y + gap);
  }
  for (let n = order.length - 1, floor = bottom; n >= 0; n--, floor -= gap) {
    const here = order[n];
    if (here) floor = here.y = Math.min(here.y, floor);
  }
  const found = new Array<number>(wanted.length).fill(0);
  for (const { y, n } of order) found[n] = y;
  return found;
}
