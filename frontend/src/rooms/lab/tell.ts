/** An interval in words. */
import type { Interval } from "../../charts/chart";
import { say } from "../../words/words.svelte";

export function tell(row: Interval, write: (value: number) => string): string {
  const { name, low, high } = row;
  const value = write(row.value);
  const known = (low !== null || row.openLow) && (high !== null || row.openHigh);
  if (!known) return say("labNoInterval", { name, value });
  const end = (edge: number | null): string => (edge === null ? say("labNoEnd") : write(edge));
  return say("labInterval", { name, value, low: end(low), high: end(high) });
}
