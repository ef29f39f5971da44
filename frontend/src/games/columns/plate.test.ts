import { expect, it } from "vitest";
import { CELL, holes, middle, plate, size } from "./plate";

const grid = { columns: 7, rows: 6 };

it("has a hole for every cell, from the top left", () => {
  expect(holes(grid, 40).match(/Z/g)).toHaveLength(42);
  expect(plate(grid).match(/Z/g)).toHaveLength(43);
  expect(middle(grid, 8).x - middle(grid, 0).x).toBe(CELL);
  expect(middle(grid, 8).y - middle(grid, 0).y).toBe(CELL);
});

it("holds all of them", () => {
  const { width, height } = size(grid);
  const { x, y } = middle(grid, 41);
  expect(x + CELL / 2).toBeLessThan(width);
  expect(y + CELL / 2).toBeLessThan(height);
});
