import { describe, expect, it } from "vitest";
import { gameQuery, readSettings, searchQuery } from "./settings";

const told = (text: string) => Object.fromEntries(new URLSearchParams(text));

describe("the address of a tree", () => {
  it("is a position of Play, up to the move that is shown", () => {
    const { line } = readSettings(told("game=kalah&start=x&moves=3 4 (5 1) 6&at=3"));
    expect(line).toEqual({ game: "kalah", start: "x", moves: ["3", "5"] });
  });
  it("tells the search, and the search tells it", () => {
    const text = "search=negascout&plies=6&eval=zero&order=best&cache=1&lazy=0&infer=1&root=full";
    const { search } = readSettings(told(text));
    expect(search).toEqual({
      algorithm: "negascout",
      depth: 6,
      eval: "zero",
      order: "best",
      cache: true,
      lazy: false,
      infer: true,
      root_window: "full",
    });
    expect(searchQuery(search)).toEqual(told(text));
  });
  it("leaves out what is usual, and takes nonsense for it", () => {
    const usual = readSettings({});
    expect(Object.values(searchQuery(usual.search)).join("")).toBe("");
    expect(readSettings(told("search=x&plies=1e9&view=3d&step=-4&quiz=a&order=z"))).toEqual(usual);
  });
  it("forgets the position with the game", () => {
    expect(gameQuery("kalah")).toMatchObject({ game: "kalah", moves: "", at: "" });
  });
});
