import { expect, it } from "vitest";
import { bounded, interval, points } from "./points";

const plain = String;

it("writes a value with its sign", () => {
  expect([12, -3, 0].map((value) => points(value, plain))).toEqual(["+12", "−3", "0"]);
});
it("writes what bounds nothing as infinite", () => {
  expect(interval([1 - 2 ** 30, 2 ** 30 - 1], plain)).toBe("[−∞, +∞]");
});
it("says what a value says", () => {
  expect(bounded(4, "exact", plain)).toBe("+4");
  expect(bounded(4, "least", plain)).toBe("≥ +4");
  expect(bounded(-4, "most", plain)).toBe("≤ −4");
  expect(bounded(0, "none", plain)).toBe("?");
});
