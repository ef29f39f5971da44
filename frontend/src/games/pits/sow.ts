/** A sowing as it is shown: the hand goes from place to place, then what is taken is moved. */
import type { Move } from "../../api/client";
import type { Kind } from "../board";
import { places, same, seedsIn, STORE, type Place } from "./places";

/** Seeds that fly together, from a time to a time (milliseconds). */
export interface Flight {
  readonly from: Place;
  readonly to: Place;
  readonly seeds: number;
  readonly start: number;
  readonly end: number;
  /** How many leave the place where it begins; the others are in the hand already. */
  readonly lifted: number;
  /** How many stay where it ends; the others fly on in the hand. */
  readonly dropped: number;
}

export interface Script {
  readonly flights: readonly Flight[];
  readonly length: number;
}

export const LONGEST_SOWING = 2400;
const BEAT = 170;
const PAUSE = 160;
const CARRY = 420;

/** From the board before the move to the board after it. */
export function script(before: Kind<"pits">, after: Kind<"pits">, move: Move): Script {
  const sowing = move.sowing;
  if (!sowing || sowing.path.length === 0) return { flights: [], length: 0 };
  // Step 1. The hand goes round, one seed for each place
  const beat = Math.min(BEAT, LONGEST_SOWING / sowing.path.length);
  const flights: Flight[] = sowing.path.map((to, n) => ({
    from: sowing.path[n - 1] ?? sowing.origin,
    to,
    seeds: sowing.path.length - n,
    start: n * beat,
    end: (n + 1) * beat,
    lifted: n === 0 ? sowing.path.length : 0,
    dropped: 1,
  }));
  // Step 2. What is taken flies to where it goes
  const { into } = sowing;
  if (into) {
    const start = end(flights) + PAUSE;
    for (const from of sowing.taken) {
      const seeds = countAt(before, flights, from, start);
      flights.push(carry(from, into, seeds, start));
    }
  }
  // Step 3. What the end of the game leaves in pits goes home
  flights.push(...sweep(before, after, flights));
  return { flights, length: end(flights) };
}

/** Seeds that lie at a place at a time; those in the air do not lie anywhere. */
export function countAt(
  before: Kind<"pits">,
  flights: readonly Flight[],
  place: Place,
  time: number,
): number {
  let count = seedsIn(before, place);
  for (const flight of flights) {
    if (same(flight.from, place) && flight.start <= time) count -= flight.lifted;
    if (same(flight.to, place) && flight.end <= time) count += flight.dropped;
  }
  return count;
}

function sweep(before: Kind<"pits">, after: Kind<"pits">, flights: readonly Flight[]): Flight[] {
  const start = end(flights) + PAUSE;
  return places(before.names.length).flatMap((from) => {
    const seeds = countAt(before, flights, from, start) - seedsIn(after, from);
    if (from.pit === STORE || seeds <= 0) return [];
    return [carry(from, { side: from.side, pit: STORE }, seeds, start)];
  });
}

function carry(from: Place, to: Place, seeds: number, start: number): Flight {
  return { from, to, seeds, start, end: start + CARRY, lifted: seeds, dropped: seeds };
}

function end(flights: readonly Flight[]): number {
  return Math.max(0, ...flights.map((flight) => flight.end));
}
