/** How far an experiment is, and how long the rest will take. */
import type { Experimented } from "../api/client";

/** Of 1. */
export function share(told: Experimented | null): number {
  return told && told.total > 0 ? Math.min(1, told.done / told.total) : 0;
}

const ENOUGH = 2; // seconds before anything is foretold

/**
 * Seconds, if all steps take as long as those so far; null if nobody knows. `even`: steps of a
 * growing depth are not alike, and nothing is foretold of them.
 */
export function secondsLeft(told: Experimented | null, even: boolean): number | null {
  if (!told || !even || told.done === 0 || told.seconds < ENOUGH) return null;
  return (told.seconds / told.done) * (told.total - told.done);
}

/** 8 s, 2 min 5 s. */
export function duration(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  const minutes = Math.floor(whole / 60);
  return minutes ? `${minutes} min ${whole % 60} s` : `${whole} s`;
}
