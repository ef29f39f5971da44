import { describe, expect, test } from "vitest";
import type { GameTold, RowTold } from "../api/arena";
import { csv, field } from "../play/csv";
import { clock, gameKey, numbers, share, someOf, span, standingsCsv, step, steps, ties, timesCsv } from "./tables";

const row = (rank: number, alias: string, same: string[] = [], low: number | null = 900): RowTold => ({
  rank, alias, games: 4, wins: 2, draws: 1, losses: 1, rating: 1000, low, high: 1100, same_as: same, reference: null, regret: null,
});

describe("tables of a round", () => {
  test("a share counts a draw as half", () => {
    expect(share({ started: [1, 1, 0], answered: [0, 0, 2] })).toBe(0.375);
    expect(share({ started: [0, 0, 0], answered: [0, 0, 0] })).toBeNull();
    expect(share(null)).toBeNull();
  });

  test("ties are told by rank, and not too many of them", () => {
    const rows = [row(1, "a", ["c"]), row(2, "b"), row(3, "c", ["a"])];
    expect(rows.map((each) => ties(each, rows))).toEqual([[3], [], [1]]);
    expect(someOf([1, 2, 3])).toBe("1, 2, 3");
    expect(someOf([1, 2, 3, 4, 5])).toBe("1, 2, 3 +2");
  });

  test("the span holds every end that is known", () => {
    const [low, high] = span([row(1, "a"), row(2, "b", [], null)]);
    expect(low).toBeLessThan(900);
    expect(high).toBeGreaterThan(1100);
    expect(span([])).toEqual([0, 1]);
  });

  test("arrow keys step over the diagonal and stay inside", () => {
    expect(step([0, 1], "ArrowDown", 3)).toEqual([2, 1]);
    expect(step([0, 1], "ArrowLeft", 3)).toBeNull();
    expect(step([0, 1], "ArrowRight", 3)).toEqual([0, 2]);
    expect(step([1, 0], "ArrowRight", 3)).toEqual([1, 2]);
    expect(step([0, 2], "Home", 3)).toEqual([0, 1]);
    expect(step([2, 0], "End", 3)).toEqual([2, 1]);
    expect(step([0, 1], "x", 3)).toBeNull();
  });

  test("files keep any alias in one field, and none is a formula", () => {
    expect(field('a "b", c')).toBe('"a ""b"", c"');
    expect(field("=1+1")).toBe("'=1+1");
    expect(field(-3)).toBe("-3");
    expect(csv(["a"], [["a", null, 1.5]])).toBe("a\na,,1.5\n");
    expect(standingsCsv([row(1, "a,b", ["c"])]).split("\n")[1]).toBe('1,"a,b",4,2,1,1,1000,900,1100,c,');
    const rated = { ...row(1, "a"), regret: { mean: 0.5, moves: 4, wrong: 1 } };
    expect(standingsCsv([rated]).split("\n")[1]).toMatch(/,0.5$/);
  });

  test("a game is not taken for another one by what players call themselves", () => {
    const [one, other] = [["a b", "c"], ["a", "b c"]].map(([first = "", second = ""]) => gameKey({ first, second, opening: 1 }));
    expect(one).not.toBe(other);
  });

  test("an address tells numbers or nothing", () => {
    expect(numbers("1-2-3", 3)).toEqual([1, 2, 3]);
    expect(numbers("1-2", 3)).toBeNull();
    expect(numbers("1-x", 2)).toBeNull();
    expect(numbers("0-1", 2)).toBeNull();
    expect(numbers(undefined, 2)).toBeNull();
  });

  test("clocks run for who moves, and not in the opening", () => {
    const told: GameTold = {
      game: { first: 1, second: 2, opening: 1, winner: 1, reason: "won", moves: 4 },
      first: "a", second: "b,c", rules: "kalah", start: "", moves: ["1", "2", "3", "4"],
      movers: [1, 2, 2, 1], drawn: 1, margin: 1, scores: [3, null, -1], times: [0.5, 0.25, 2], record: "",
    };
    const all = steps(told);
    expect(all.map((each) => each.seconds)).toEqual([null, 0.5, 0.25, 2]);
    expect([clock(all, 1, 3), clock(all, 2, 3), clock(all, 2, 2), clock(all, 1, 4)]).toEqual([0, 0.75, 0.5, 2]);
    expect(timesCsv(told).split("\n").slice(1, 3)).toEqual(["1,a,1,,", '2,"b,c",2,0.5,3']);
  });
});
