import { expect, it } from "vitest";
import { grow } from "./sample";
import { readTree } from "./tree";
import { neighbour } from "./walk";

const tree = readTree(
  grow({
    children: [
      { children: [{ value: 3 }, { value: 5 }] },
      { children: [{ value: 2 }, { value: 9 }] },
    ],
  }),
);

it("goes from node to node", () => {
  const keys = ["ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight", "ArrowUp", "ArrowRight", "ArrowLeft", "Home", "ArrowUp"];
  let node = 0;
  const way = keys.map((key) => (node = neighbour(tree, node, key, tree.count)!));
  expect(way).toEqual([1, 2, 3, 3, 1, 4, 1, 0, 0]);
});

it("goes nowhere that has not been visited yet, and leaves other keys alone", () => {
  expect(neighbour(tree, 1, "ArrowRight", 4)).toBe(1);
  expect(neighbour(tree, 0, "ArrowDown", 1)).toBe(0);
  expect(neighbour(tree, 0, "x", 1)).toBeNull();
});
