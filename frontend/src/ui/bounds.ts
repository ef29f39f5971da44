/** What a number may be. */
export interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly step: number | "any";
}

export const NO_END = Number.MAX_SAFE_INTEGER;

export function within(value: number, { least, most, step }: Bounds): boolean {
  return value >= least && value <= most && (step === "any" || (value - least) % step === 0);
}
