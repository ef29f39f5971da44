import { describe, expect, it } from "vitest";
import { query, same, setup, USUAL, type Query } from "./link";
import { movesTo, parse, ROOT } from "./variations";

function told(text: Query): Query {
  return Object.fromEntries(Object.entries(query(setup(text))).filter(([, value]) => value !== ""));
}

describe("an address", () => {
  it("is empty for the usual game", () => {
    expect(told({})).toEqual({});
    expect(setup({})).toEqual(USUAL);
  });

  it.each<Query>([
    { game: "kalah(pits=4)", moves: "3 1 2", first: "random", second: "you" },
    { moves: "4 4 3 (5 2) 5", at: "4" },
    { moves: "4 4 3 (5 2) 5", at: "0", flip: "1", depth: "6", eval: "table" },
    { start: "44536", second: "alphabeta(depth=8,eval=lines(line=2))", seed: "77" },
  ])("is read back: %o", (text) => expect(told(text)).toEqual(text));

  it("shows the last position written unless it says which", () => {
    const end = setup({ moves: "4 4 3" });
    expect(movesTo(end.tree, end.at)).toEqual(["4", "4", "3"]);
    const within = setup({ moves: "4 4 3 (5 2) 5", at: "5" });
    expect(movesTo(within.tree, within.at)).toEqual(["4", "4", "5", "2"]);
  });

  it("may be nonsense, and then says nothing", () => {
    expect(setup({ moves: "4 4", at: "99" }).at).toBe(ROOT);
    expect(setup({ at: "x", depth: "-3", flip: "maybe", seed: "-1" })).toEqual(USUAL);
  });

  it("is the same whatever others write into it", () => {
    const tree = parse("4");
    const here = query({ ...USUAL, tree, at: 1 });
    expect(same(here, { moves: "4", lang: "es" })).toBe(true);
    expect(same(here, { moves: "4 4" })).toBe(false);
  });
});
