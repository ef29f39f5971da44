import { describe, expect, it } from "vitest";
import type { TableTold } from "../api/client";
import { compareIntervals, crossTable, factors, gameSeries, growthSeries, ladderIntervals, regretIntervals, theory, type Layer } from "./series";

function table(name: string, columns: string[], rows: TableTold["rows"]): TableTold {
  return { name, title: name, columns: columns.map((each) => ({ name: each, title: each, numeric: true })), rows, shown: [] };
}

const layer = (names: string[], ...tables: TableTold[]): Layer => ({ mark: "", names, tables });

const growth = table(
  "growth",
  ["search", "depth", "nodes", "branching", "full", "root", "least", "seconds"],
  [
    ["minimax", 1, 7, 7, 7, 2.6, 7, 0],
    ["minimax", 2, 56, 7, 49, 7, 13, 0.1],
    ["alphabeta", 1, 7, 7, 7, 2.6, 7, 0.001],
  ],
);

describe("growth", () => {
  it("is a line for every search that has come so far", () => {
    const series = growthSeries([layer(["minimax", "alphabeta", "mtdf"], growth)], "nodes");
    expect(series.map((each) => [each.name, each.style])).toEqual([
      ["minimax", 0],
      ["alphabeta", 1],
    ]);
    expect(series[0]?.points).toEqual([
      { x: 1, y: 7 },
      { x: 2, y: 56 },
    ]);
  });

  it("leaves out what a logarithm cannot show", () => {
    const [minimax] = growthSeries([layer(["minimax"], growth)], "seconds");
    expect(minimax?.points).toEqual([{ x: 2, y: 0.1 }]);
  });

  it("has earlier runs below, with the same marks", () => {
    const earlier = { ...layer(["alphabeta"], growth), mark: "#1 " };
    const [, , last] = growthSeries([layer(["minimax", "alphabeta"], growth), earlier], "nodes");
    expect(last).toMatchObject({ name: "#1 alphabeta", style: 0, faint: true });
  });

  it("has lines of theory, no higher than what was measured", () => {
    expect(theory([growth]).map((each) => each.name)).toEqual(["full", "least", "root"]);
    const low = table("growth", ["search", "depth", "nodes", "full", "root", "least"], [
      ["a", 1, 4, 4, 2, 4],
      ["a", 2, 6, 16, 4, 7],
    ]);
    expect(theory([low]).map((each) => each.name)).toEqual(["least", "root"]);
  });
});

describe("intervals", () => {
  const ratios = table("ratios", ["search", "nodes", "nodes_low", "nodes_high"], [
    ["minimax", 1, 1, 1],
    ["alphabeta", 0.2, null, null],
  ]);

  it("of searches are in units of the first; one position has none", () => {
    const [first, second] = compareIntervals([layer(["minimax", "alphabeta"], ratios)], "nodes");
    expect(first).toMatchObject({ value: 1, low: 1, high: 1 });
    expect(second).toMatchObject({ name: "alphabeta", value: 0.2, low: null, style: 1 });
  });

  it("of a ladder have the marks of their agents, and may have no end", () => {
    const standings = table("standings", ["agent", "rating", "low", "high", "same"], [
      ["greedy", 90, 10, null, false],
      ["random", -90, -200, 20, true],
    ]);
    const [first, second] = ladderIntervals(layer(["random", "greedy"], standings));
    expect(first).toMatchObject({ style: 1, openHigh: true, openLow: false, tied: false });
    expect(second).toMatchObject({ style: 0, openHigh: false, tied: true });
  });

  it("of regret", () => {
    const regret = table("regret", ["agent", "regret", "low", "high"], [["random", 2, 1, 3]]);
    expect(regretIntervals(layer(["random"], regret))).toMatchObject([{ value: 2, low: 1, high: 3 }]);
    expect(regretIntervals(layer([]))).toEqual([]);
  });
});

describe("a cross table", () => {
  it("knows the games between every two, so far", () => {
    const points = table("points", ["rank", "agent", "a", "b", "points"], [
      [1, "a", null, 3.5, 3.5],
      [2, "b", 0.5, null, 0.5],
    ]);
    const cross = crossTable([points]);
    expect(cross.agents).toEqual(["a", "b"]);
    expect(cross.points[0]).toEqual([null, 3.5]);
    expect(cross.games).toEqual([
      [0, 4],
      [4, 0],
    ]);
  });
});

describe("effective branching factors", () => {
  const rows = table("growth", ["search", "depth", "branching", "low", "high", "first"], [
    ["minimax", 1, 7, 7, 7, null],
    ["minimax", 2, 6.9, 6.8, 6.95, null],
    ["alphabeta", 1, 7, 7, 7, null],
    ["alphabeta", 2, 4.5, 4.2, 4.7, 0.9],
    ["alphabeta", 3, 4, null, null, 0.8],
  ]);

  it("are told at the greatest depth that all have seen, with the wider half of the interval", () => {
    const [minimax, alphabeta] = factors(layer(["minimax", "alphabeta"], rows));
    expect(minimax).toMatchObject({ depth: 2, value: 6.9, first: null });
    expect(alphabeta).toMatchObject({ name: "alphabeta", depth: 2, value: 4.5, first: 0.9 });
    expect(alphabeta?.spread).toBeCloseTo(0.3);
    expect(factors(layer(["minimax", "mtdf"], rows))).toEqual([]);
  });

  it("have whiskers where they are sure", () => {
    const [alphabeta] = growthSeries([layer(["alphabeta"], rows)], "branching");
    expect(alphabeta?.points.slice(1)).toEqual([{ x: 2, y: 4.5, low: 4.2, high: 4.7 }, { x: 3, y: 4 }]);
  });
});

it("tells the nodes of a game, turn by turn", () => {
  const columns = ["turn", "move", "minimax", "alphabeta", "saved"];
  const run = layer(["minimax", "alphabeta"], table("pruning", columns, [[1, "4", 100, 20, 0.8], [2, "3", 90, 30, 0.7]]));
  const other = { ...layer(["minimax", "alphabeta"], table("pruning", columns, [[1, "1", 50, 25, 0.5]])), mark: "#1 " };
  const [, alphabeta, , earlier] = gameSeries([run, other]);
  const points = [{ x: 1, y: 20, move: "4", saved: 0.8 }, { x: 2, y: 30, move: "3", saved: 0.7 }];
  expect(alphabeta).toEqual({ name: "alphabeta", style: 1, faint: false, points });
  expect(earlier).toMatchObject({ name: "#1 alphabeta", faint: true, points: [{ y: 25, move: "1", saved: 0.5 }] });
});
