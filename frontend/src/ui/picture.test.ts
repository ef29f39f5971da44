import { expect, it } from "vitest";
import { wrapped } from "./picture";

it("breaks a command between words, and a long word where it must", () => {
  expect(wrapped("tablero lab growth kalah", 12)).toEqual(["tablero lab", "growth kalah"]);
  expect(wrapped("a bcdefghij", 4)).toEqual(["a", "bcde", "fghi", "j"]);
});
