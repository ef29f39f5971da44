/** What tests of experiments have in common. */
import type { Accepted } from "./form";

const limits = (least: number, most: number, step: number | null = 1) => ({ least, most, step });
const sample = { positions: limits(0, 200), low: limits(0, 100), high: limits(0, 100), seed: limits(0, 2 ** 53 - 1) };
/** What a server could accept: of growth others than of the rest. */
export const ACCEPTED: Accepted = {
  growth: { numbers: { ...sample, depth: limits(1, 60), seconds: limits(0.1, 30, null) }, fewest: 1, most: 3 },
  compare: { numbers: { ...sample, depth: limits(1, 60) }, fewest: 1, most: 8 },
  pruning: { numbers: { depth: limits(1, 60), plies: limits(0, 100), seed: sample.seed }, fewest: 2, most: 8 },
  ladder: { numbers: { games: limits(2, 400, 2), plies: limits(0, 100), seed: sample.seed }, fewest: 2, most: 8 },
  regret: { numbers: { ...sample, positions: limits(1, 500), seconds: limits(0.1, 60, null) }, fewest: 1, most: 8 },
};
