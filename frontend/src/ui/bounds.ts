import type { Limits } from "../api/client";

/** What a number may be. */
export interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly step: number | "any";
}

export const NO_END = Number.MAX_SAFE_INTEGER;

/** What the server says that it may be. */
export function bounded({ least, most, step }: Limits): Bounds {
  return { least, most: most ?? NO_END, step: step ?? "any" };
}

export function within(value: number, { least, most, step }: Bounds): boolean {
  return value >= least && value <= most && (step === "any" || (value - least) % step === 0);
}
