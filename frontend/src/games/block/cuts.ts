/** Cuts of a block: their names, what they leave, and the sum of the heaps. */
import type { Kind } from "../board";

export interface Cut {
  readonly axis: string;
  readonly layers: number;
}

type Named = Pick<Kind<"block">, "axes" | "names">;

/** Stands for the layers in the names of moves. */
const LAYERS = "#";

export function cutName({ axes, names }: Named, { axis, layers }: Cut): string {
  return (names[axes.indexOf(axis)] ?? "").replace(LAYERS, String(layers));
}

/** What a move of this name cuts; null if it cuts nothing. */
export function cutOf({ axes, names }: Named, name: string): Cut | null {
  for (const [n, each] of names.entries()) {
    const [head = "", tail = ""] = each.split(LAYERS);
    const layers = name.slice(head.length, name.length - tail.length);
    if (name === head + layers + tail && /^\d+$/.test(layers)) return { axis: axes[n] ?? "", layers: Number(layers) };
  }
  return null;
}

type Sided = Pick<Kind<"block">, "axes" | "sides">;

export function sidesAfter({ axes, sides }: Sided, { axis, layers }: Cut): number[] {
  return sides.map((side, n) => (axes[n] === axis ? side - layers : side));
}

export function sidesText(sides: readonly number[]): string {
  return sides.join(" × ");
}

/** Numbers and their sum without carry, bit by bit and aligned. */
export interface Sum {
  readonly rows: readonly (readonly boolean[])[];
  readonly total: readonly boolean[];
  readonly xor: number;
}

/** Sides have up to 10^6 layers: 32 bits hold every heap. */
export function sumOf(heaps: readonly number[]): Sum {
  const xor = heaps.reduce((sum, heap) => sum ^ heap, 0);
  const width = Math.max(1, ...heaps.map((heap) => heap.toString(2).length));
  return { rows: heaps.map((heap) => bits(heap, width)), total: bits(xor, width), xor };
}

function bits(value: number, width: number): boolean[] {
  return Array.from({ length: width }, (_, n) => ((value >> (width - 1 - n)) & 1) === 1);
}

/** Is it to be drawn as a block, or as a bar for every side? */
export function drawnAsBlock(sides: readonly number[]): boolean {
  return sides.length <= 3 && sides.every((side) => side <= 24);
}
