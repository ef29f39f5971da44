import { describe, expect, it } from "vitest";
import type { Analysed } from "../api/client";
import { glyph } from "./glyphs";

function analysed(exact: boolean): Analysed {
  const scores = [2, 1, 0, -4].map((score, n) => ({ move: String(n), score, exact }));
  return { kind: "analysed", scores, score: 2, exact, line: [], depth: null, nodes: 0, seconds: 0 };
}

describe("a mark behind a move", () => {
  it("tells an error that changes the result from one that only costs", () => {
    expect(["0", "1", "2", "3"].map((move) => glyph(analysed(true), move))).toEqual([
      "",
      "?!",
      "?",
      "?",
    ]);
  });

  it("is not made of opinions, nor of moves that nobody knows", () => {
    expect(glyph(analysed(false), "3")).toBe("");
    expect(glyph(undefined, "3")).toBe("");
    expect(glyph(analysed(true), "9")).toBe("");
  });
});
