import { describe, expect, it } from "vitest";
import type { Position, View } from "../api/client";
import { analysed } from "./fakes";
import {
  bestMoves,
  ending,
  firstHint,
  share,
  unit,
  verdict,
} from "./judgement";

/** A board of seven columns and six rows with so many stones on it. */
function columns(stones: number): View {
  const cells = Array.from({ length: 42 }, (_, n) => ({
    owner: (n < stones ? (n % 2) + 1 : 0) as 0 | 1 | 2,
    move: null,
    mark: "",
    winning: false,
  }));
  return { kind: "columns", columns: 7, rows: 6, cells };
}

const block: View = {
  kind: "block",
  sides: [2, 2, 2],
  axes: ["x", "y", "z"],
  names: ["x-#", "y-#", "z-#"],
  heaps: [1, 1, 1],
  xor: 1,
};
const pits: View = {
  kind: "pits",
  pits: [[1], [1]],
  names: ["1"],
  stores: [0, 0],
  markers: [1, 1],
  accumulators: null,
};

function position(view: View, turn: 1 | 2, margin?: number): Position {
  const winner = margin === undefined || margin === 0 ? 0 : margin > 0 ? 1 : 2;
  const outcome = margin === undefined ? null : { winner: winner as 0 | 1 | 2, margin };
  return { ply: 0, text: "", turn, last: null, moves: [], more: false, outcome, view };
}

/** An opinion, but of a win that was seen. */
const SEEN = analysed(10_003, false, [], { decided: true });

const name = (player: 1 | 2): string => (player === 1 ? "Red" : "Yellow");

describe("a verdict", () => {
  it("counts moves, seeds or nothing, as the board does", () => {
    expect(verdict(position(columns(0), 1), analysed(1, true, [], { plies: 41 }), name)).toEqual({
      key: "winsIn",
      fields: { player: "Red", count: 41 },
    });
    expect(verdict(position(pits, 2), analysed(5, true), name)).toEqual({
      key: "winsBySeeds",
      fields: { player: "Yellow", count: 5 },
    });
    expect(verdict(position(block, 2), analysed(-1, true), name)).toEqual({
      key: "winsSomehow",
      fields: { player: "Red" },
    });
  });

  it("is careful with opinions", () => {
    expect(verdict(position(columns(0), 2), analysed(7, false), name)).toEqual({
      key: "isAhead",
      fields: { player: "Yellow", count: 7 },
    });
    expect(verdict(position(columns(0), 2), analysed(0, false), name)?.key).toBe("looksEven");
    expect(verdict(position(columns(0), 2), analysed(0, true), name)?.key).toBe("drawnByBestPlay");
    expect(verdict(position(columns(0), 1), SEEN, name)?.key).toBe("winsSomehow");
    expect(share(position(columns(0), 1), SEEN, 10)).toBe(1);
    expect(firstHint(SEEN).key).not.toBe("hintOpinion");
  });

  it("says how a game has ended, whatever is known besides", () => {
    expect(ending(position(columns(0), 1, 0), name)?.key).toBe("drawn");
    expect(verdict(position(pits, 1, -4), undefined, name)).toEqual({
      key: "wonBySeeds",
      fields: { player: "Yellow", count: 4 },
    });
    expect(verdict(position(columns(0), 1), undefined, name)).toBeNull();
    expect(verdict(position(columns(0), 1), analysed(null, false), name)).toBeNull();
  });
});

describe("the first player's share of the bar", () => {
  it("is all, half or nothing where it is proven", () => {
    expect(share(position(columns(0), 2), analysed(3, true), 10)).toBe(0);
    expect(share(position(columns(0), 1), analysed(0, true), 10)).toBe(0.5);
    expect(share(position(columns(0), 2, 5), undefined, 10)).toBe(1);
  });

  it("is logistic for opinions: half for none, the same to both sides", () => {
    const of = (score: number): number =>
      share(position(columns(0), 1), analysed(score, false), 10) ?? NaN;
    expect(of(0)).toBe(0.5);
    expect(of(5)).toBeGreaterThan(0.5);
    expect(of(5) + of(-5)).toBeCloseTo(1);
    expect(of(20)).toBeLessThan(1);
  });

  it("knows what is a lot from the largest opinion that is no win", () => {
    expect(unit([])).toBe(10);
    expect(unit([analysed(-40, false), SEEN, analysed(99, true)])).toBe(40);
  });
});

describe("a hint", () => {
  it("says first what there is, by the number of best moves", () => {
    expect(
      firstHint(
        analysed(2, true, [
          ["1", 2],
          ["2", -1],
        ]),
      ),
    ).toEqual({ key: "hintWin", fields: { count: 1 } });
    expect(
      firstHint(
        analysed(0, true, [
          ["1", 0],
          ["2", 0],
          ["3", -1],
        ]),
      ),
    ).toEqual({ key: "hintDraw", fields: { count: 2 } });
    expect(
      firstHint(
        analysed(-3, true, [
          ["1", -3],
          ["2", -9],
        ]),
      ).key,
    ).toBe("hintLoss");
    expect(
      firstHint(
        analysed(-3, true, [
          ["1", -3],
          ["2", -3],
        ]),
      ).key,
    ).toBe("hintAllSame");
    expect(
      firstHint(
        analysed(7, false, [
          ["1", 7],
          ["2", 3],
        ]),
      ).key,
    ).toBe("hintOpinion");
  });

  it("knows no best move while margins and opinions are mixed", () => {
    expect(bestMoves(analysed(null, false, [["1", 2]]))).toEqual([]);
    expect(
      bestMoves(
        analysed(2, true, [
          ["1", 2],
          ["2", 2],
          ["3", 1],
        ]),
      ),
    ).toEqual(["1", "2"]);
  });
});
