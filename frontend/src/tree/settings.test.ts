import { describe, expect, it } from "vitest";
import type { Catalogue } from "../api/client";
import { gameQuery, readSettings, searches, searchQuery } from "./settings";

const SEARCHES = ["minimax", "alphabeta", "negascout", "pvs"];
const told = (text: string) => Object.fromEntries(new URLSearchParams(text));

describe("the address of a tree", () => {
  it("is a position of Play, up to the move that is shown", () => {
    const { line } = readSettings(told("game=kalah&start=x&moves=3 4 (5 1) 6&at=3"), SEARCHES);
    expect(line).toEqual({ game: "kalah", start: "x", moves: ["3", "5"] });
  });
  it("tells the search, and the search tells it", () => {
    const text = "search=negascout&plies=6&eval=zero&order=best&cache=1&lazy=0&infer=1&root=full";
    const { search } = readSettings(told(text), SEARCHES);
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
    const usual = readSettings({}, SEARCHES);
    expect(Object.values(searchQuery(usual.search)).join("")).toBe("");
    expect(readSettings(told("search=x&plies=1e9&view=3d&step=-4&quiz=a&order=z"), SEARCHES)).toEqual(usual);
  });
  it("may name any search of the server's but the engine", () => {
    const offered = searches({ algorithms: [...SEARCHES, "engine"] } as unknown as Catalogue);
    expect(offered).toEqual(SEARCHES);
    expect(readSettings({ search: "pvs" }, offered).search.algorithm).toBe("pvs");
  });
  it("forgets the position with the game", () => {
    expect(gameQuery("kalah")).toMatchObject({ game: "kalah", moves: "", at: "" });
  });
});
