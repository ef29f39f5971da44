/** The number line of a window: where alpha, beta and values stand, from 0 at the left to 1. */
export interface NumberLine {
  at(value: number): number;
  readonly ticks: readonly number[];
}

/**
 * Values and finite ends of windows in even steps by rank where they lie far apart: +3 and +10 001
 * on one line must both be seen. Ends that bound nothing stand at the edges.
 */
export function numberLine(values: readonly number[], span: readonly [number, number]): NumberLine {
  const inner = [...new Set(values.filter((value) => value > span[0] && value < span[1]))].sort((a, b) => a - b);
  const reach = inner.length ? inner[inner.length - 1]! - inner[0]! : 0;
  const least = inner.slice(1).reduce((gap, value, i) => Math.min(gap, value - inner[i]!), Infinity);
  const even = reach > 12 * least; // too far apart for one scale
  return {
    ticks: inner,
    at(value) {
      if (value <= span[0]) return 0;
      if (value >= span[1]) return 1;
      if (inner.length < 2) return 0.5;
      const rank = inner.findIndex((each) => each >= value);
      const part = even ? rank / (inner.length - 1) : (value - inner[0]!) / reach;
      return 0.15 + 0.7 * part;
    },
  };
}
