import { expect, it } from "vitest";
import { numberLine } from "./scale";

const span = [-1000, 1000] as const;

it("keeps distances where it can", () => {
  const line = numberLine([0, 2, 4, 1000, -1000], span);
  expect(line.ticks).toEqual([0, 2, 4]);
  expect(line.at(2) - line.at(0)).toBeCloseTo(line.at(4) - line.at(2));
  expect([line.at(-1000), line.at(1000)]).toEqual([0, 1]);
});
it("keeps order where values lie far apart", () => {
  const line = numberLine([1, 2, 900], span);
  expect(line.at(2) - line.at(1)).toBeCloseTo(line.at(900) - line.at(2));
});
it("puts a lonely value in the middle", () => {
  expect(numberLine([5], span).at(5)).toBe(0.5);
  expect(numberLine([], span).ticks).toEqual([]);
});
