/** Cuts of a block: their names, what they leave, and the sum of the heaps. */
import type { Kind } from "../board";

export interface Cut {
  readonly axis: string;
  readonly layers: number;
}

export function cutName({ axis, layers }: Cut): string {
  return `${axis}-${layers}`;
}

export function cutOf(name: string): Cut {
  const [axis = "", layers = ""] = name.split("-");
  return { axis, layers: Number(layers) };
}

type Sided = Pick<Kind<"block">, "axes" | "sides">;

export function sidesAfter({ axes, sides }: Sided, axis: string, layers: number): number[] {
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
