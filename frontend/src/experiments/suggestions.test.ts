import { describe, expect, it } from "vitest";
import type { Catalogue, GameKind } from "../api/client";
import { usual } from "./form";
import { suggestions } from "./suggestions";

const game: GameKind = {
  name: "kalah",
  about: "",
  options: [],
  evaluations: ["stores", "zero"],
  agents: ["random", "greedy", "alphabeta", "level"],
  depth: 6,
};
const order = { name: "order", kind: "choice" as const, default: "natural", choices: ["natural", "best"], limits: null };
const catalogue: Catalogue = {
  version: "1",
  games: [game],
  agents: [
    { name: "alphabeta", about: "", options: [order], ours: true, chooses: false },
    { name: "engine", about: "", options: [], ours: true, chooses: false },
  ],
  algorithms: ["minimax", "alphabeta", "engine"],
  seconds: 60,
  tree_nodes: 1000,
  experiments: {},
  arena: false,
};

describe("suggestions", () => {
  it("are searches where searches are compared, with options that they have", () => {
    const found = suggestions({ ...usual("growth", "kalah"), who: ["minimax"] }, game, catalogue);
    expect(found).toContain("alphabeta(order=best,cache=true)");
    expect(found).toContain("alphabeta(eval=stores)");
    expect(found).not.toContain("engine(order=best)");
    expect(found).not.toContain("minimax");
    expect(found).not.toContain("random");
  });

  it("are agents that can play the game elsewhere", () => {
    const found = suggestions(usual("ladder", "kalah"), game, catalogue);
    expect(found).toContain("level(5)");
    expect(found.some((text) => text.startsWith("mcts"))).toBe(false);
    expect(new Set(found).size).toBe(found.length);
  });
});
