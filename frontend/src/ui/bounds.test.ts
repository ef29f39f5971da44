import { expect, it } from "vitest";
import { within } from "./bounds";

it("takes what lies between two numbers, step by step", () => {
  const even = { least: 2, most: 6, step: 2 };
  expect([1, 2, 3, 4, 6, 8, 4.5, NaN].filter((value) => within(value, even))).toEqual([2, 4, 6]);
  expect(within(0.25, { least: 0.1, most: 1, step: "any" })).toBe(true);
});
