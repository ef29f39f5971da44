/** How steps are taken by themselves. */

/** Pictures follow each other no faster, in ms. */
const SHORTEST = 50;

export interface Stride {
  /** Milliseconds from one picture to the next. */
  readonly pause: number;
  /** Steps between them. */
  readonly steps: number;
}

/** So many steps a second. */
export function strideOf(speed: number): Stride {
  const pause = Math.max(1000 / speed, SHORTEST);
  return { pause, steps: Math.max(1, Math.round((speed * pause) / 1000)) };
}
