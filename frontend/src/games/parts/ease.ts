/** How things move: a part of the time gone in, a part of the way gone out, both 0 to 1. */
export function inOut(t: number): number {
  const u = clamp(t);
  return u < 0.5 ? 4 * u ** 3 : 1 - (2 - 2 * u) ** 3 / 2;
}

export function clamp(t: number): number {
  return Math.min(1, Math.max(0, t));
}

const BOUNCE_HEIGHT = 0.07;
const BOUNCE_TIME = 0.3;

/** A stone that falls, touches the ground and bounces once. */
export function fall(t: number): number {
  const u = clamp(t);
  const ground = 1 - BOUNCE_TIME;
  if (u < ground) return (u / ground) ** 2;
  const v = (u - ground) / BOUNCE_TIME;
  return 1 - BOUNCE_HEIGHT * 4 * v * (1 - v);
}

/** Milliseconds to fall `rows` rows: the deeper the longer, as stones do. */
export function fallTime(rows: number): number {
  return 190 * Math.sqrt(rows) + 110;
}
