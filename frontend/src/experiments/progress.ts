/** How far an experiment is, and how long the rest will take. */
import type { Experimented } from "../api/client";
import type { Form } from "./form";

/** Of 1. */
export function share(told: Experimented | null): number {
  return told && told.total > 0 ? Math.min(1, told.done / told.total) : 0;
}

const ENOUGH = 2; // seconds before anything is foretold

/** Seconds, if all steps take as long as those so far; null if nobody knows. */
export function secondsLeft(told: Experimented | null): number | null {
  if (!told || told.done === 0 || told.seconds < ENOUGH) return null;
  return (told.seconds / told.done) * (told.total - told.done);
}

/** Seconds that a growth takes at most: no depth is begun that would take a position longer. */
export function mostLeft(told: Experimented | null, { seconds, positions }: Form): number | null {
  return told && (told.total - told.done) * seconds * Math.max(1, positions);
}

/** 8 s, 2 min 5 s. */
export function duration(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  const minutes = Math.floor(whole / 60);
  return minutes ? `${minutes} min ${whole % 60} s` : `${whole} s`;
}
