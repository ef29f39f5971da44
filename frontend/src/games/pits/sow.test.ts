import { describe, expect, it } from "vitest";
import type { Move } from "../../api/client";
import type { Kind } from "../board";
import { heap, MOST_IN_PIT, PIT, centre, places, seedsIn, STORE, type Layout } from "./places";
import { countAt, LONGEST_SOWING, script } from "./sow";

type Pits = Kind<"pits">;

function board(first: number[], second: number[], stores: number[]): Pits {
  const names = first.map((_, pit) => String(pit + 1));
  return { kind: "pits", pits: [first, second], names, stores, markers: [0, 0], accumulators: null };
}

const place = (side: number, pit: number) => ({ side, pit });

/** The first player sows two seeds into an empty pit and takes what lies opposite. */
const before = board([2, 1, 0], [4, 0, 1], [0, 0]);
const after = board([0, 2, 0], [0, 0, 1], [5, 0]);
const capture: Move = {
  name: "1",
  again: false,
  ends: false,
  sowing: {
    origin: place(0, 0),
    path: [place(0, 1), place(0, 2)],
    taken: [place(0, 2), place(1, 0)],
    prize: 5,
    into: place(0, STORE),
  },
};

const counts = (view: Pits, at: (place: { side: number; pit: number }) => number) =>
  places(view.names.length).map(at);

describe("a sowing", () => {
  const { flights, length } = script(before, after, capture);
  const at = (time: number) => counts(before, (where) => countAt(before, flights, where, time));

  it("begins with the hand full and the pit empty", () => {
    expect(at(0)).toEqual([0, 1, 0, 0, 4, 0, 1, 0]);
    expect(flights[0]?.seeds).toBe(2);
  });

  it("drops one seed at every place", () => {
    expect(at(flights[0]!.end)).toEqual([0, 2, 0, 0, 4, 0, 1, 0]);
    expect(at(flights[1]!.end)).toEqual([0, 2, 1, 0, 4, 0, 1, 0]);
  });

  it("ends as the rules say", () => {
    expect(at(length)).toEqual(counts(after, (where) => seedsIn(after, where)));
  });
});

it("brings home what the end of the game leaves", () => {
  const start = board([1, 0], [3, 2], [4, 4]);
  const sowing = { origin: place(0, 0), path: [place(0, 1)], taken: [], prize: 0, into: null };
  const swept = board([0, 0], [0, 0], [5, 9]);
  const { flights, length } = script(start, swept, { ...capture, ends: true, sowing });
  expect(counts(start, (where) => countAt(start, flights, where, length))).toEqual(
    counts(swept, (where) => seedsIn(swept, where)),
  );
});

it("never takes longer than people wait, however many the seeds", () => {
  const path = Array.from({ length: 60 }, (_, n) => place(0, n % 3));
  const sowing = { ...capture.sowing!, path, taken: [], into: null, prize: 0 };
  const full = board([60, 0, 0], [0, 0, 0], [0, 0]);
  const sown = board([20, 20, 20], [0, 0, 0], [0, 0]);
  expect(script(full, sown, { ...capture, sowing }).length).toBeLessThanOrEqual(LONGEST_SOWING + 1);
});

it("shows nothing of a move that sows nothing", () => {
  expect(script(before, before, { ...capture, sowing: null })).toEqual({ flights: [], length: 0 });
});

describe("the wooden board", () => {
  const layout: Layout = { pits: 6, flipped: false, narrow: false };

  it("lays the pits of the first player from the left, those of the second from the right", () => {
    expect(centre(layout, place(0, 0)).x).toBe(centre(layout, place(1, 5)).x);
    expect(centre(layout, place(0, 0)).y).toBeGreaterThan(centre(layout, place(1, 5)).y);
    expect(centre(layout, place(0, STORE)).x).toBeGreaterThan(centre(layout, place(0, 5)).x);
  });

  it("is turned round when it is flipped, wide or narrow", () => {
    for (const narrow of [false, true]) {
      for (const { side, pit } of places(6)) {
        const turned = centre({ ...layout, narrow, flipped: true }, place(1 - side, pit));
        expect(turned).toEqual(centre({ ...layout, narrow }, place(side, pit)));
      }
    }
  });

  it("keeps every seed inside its pit", () => {
    for (let count = 0; count <= 40; count += 1) {
      const seeds = heap(count);
      expect(seeds).toHaveLength(Math.min(count, MOST_IN_PIT));
      for (const { x, y } of seeds) expect(Math.hypot(x, y) + 11).toBeLessThan(PIT.radius);
    }
  });
});
