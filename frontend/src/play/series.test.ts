import { describe, expect, it } from "vitest";
import type { Position } from "../api/client";
import { analysed } from "./fakes";
import { flips, marks, segments, series, type Point } from "./series";

function position(ply: number, margin?: number): Position {
  const outcome =
    margin === undefined ? null : { winner: margin > 0 ? (1 as const) : (2 as const), margin };
  const turn = ply % 2 ? 2 : 1;
  return {
    ply,
    text: "",
    turn,
    last: null,
    moves: [],
    more: false,
    outcome,
    view: { kind: "plain", drawing: "" },
  };
}

describe("the values of a game", () => {
  const positions = new Map(
    [0, 1, 2, 3].map((ply) => [ply, position(ply, ply === 3 ? 2 : undefined)] as const),
  );
  const points = series(
    [0, 1, 2, 3, 9],
    positions,
    new Map([
      [0, analysed(0, false)],
      [1, analysed(-2, true)],
    ]),
    10,
  );

  it("are the first player's, exact at the end of the game", () => {
    expect(points.map((point) => point.share)).toEqual([0.5, 1, null, 1, null]);
    expect(points.map((point) => point.exact)).toEqual([false, true, false, true, false]);
  });

  it("are joined where two neighbours are known", () => {
    expect(segments(points).map(([one, other]) => [one.ply, other.ply])).toEqual([[0, 1]]);
  });
});

describe("what is marked on the slider", () => {
  const point = (ply: number, share: number | null): Point => ({ ply, node: ply, share, exact: true });

  it("is where the lead changes hands, not where nobody leads", () => {
    const shares = [0.5, 0.9, 0.5, null, 0.45, 0.1, 0.2, 1];
    expect([...flips(shares.map((share, ply) => point(ply, share)))]).toEqual([5, 7]);
  });

  it("is a mistake behind the move that was one", () => {
    const points = [point(0, 1), point(1, 0), point(2, 0), point(3, 0)];
    const found = marks(points, (node) => (node === 1 ? "?" : node === 2 ? "?!" : ""));
    expect([...found]).toEqual([
      [1, { glyph: "?", flip: true }],
      [2, { glyph: "?!", flip: false }],
    ]);
  });
});
