import { describe, expect, it } from "vitest";
import { analysed } from "./fakes";
import { glyph } from "./glyphs";

const known = (exact: boolean) =>
  analysed(
    2,
    exact,
    [2, 1, 0, -4].map((score, n) => [String(n), score]),
  );

describe("a mark behind a move", () => {
  it("tells an error that changes the result from one that only costs", () => {
    expect(["0", "1", "2", "3"].map((move) => glyph(known(true), move))).toEqual([
      "",
      "?!",
      "?",
      "?",
    ]);
  });

  it("is not made of opinions, nor of moves that nobody knows", () => {
    expect(glyph(known(false), "3")).toBe("");
    expect(glyph(undefined, "3")).toBe("");
    expect(glyph(known(true), "9")).toBe("");
  });
});
