import { expect, it } from "vitest";
import { dice } from "./dice";
import { nodeAt, rowHeight, widthOf } from "./icicle";
import { layOut } from "./layout";
import { grow, randomTree } from "./sample";
import { pathTo, readTree } from "./tree";

it("finds at every place the ancestor of the node that was visited then", () => {
  const roll = dice(2);
  for (let i = 0; i < 20; i++) {
    const tree = randomTree(4, 4, roll);
    const layout = layOut(tree);
    for (let n = 0; n < tree.count; n++) {
      const column = Array.from({ length: tree.plies + 1 }, (_, row) => nodeAt(tree, layout, n + 0.5, row, tree.count));
      expect(column.filter((each) => each >= 0)).toEqual(pathTo(tree, n));
    }
  }
});

it("finds nothing that has not been visited, and nothing beside", () => {
  const tree = randomTree(4, 4, dice(9));
  const layout = layOut(tree);
  expect(nodeAt(tree, layout, tree.count + 1, 0, tree.count)).toBe(-1);
  expect(nodeAt(tree, layout, 1.5, 1, 1)).toBe(-1);
  expect(nodeAt(tree, layout, 0, 99, tree.count)).toBe(-1);
});

it("has rows that can be read", () => {
  const tree = randomTree(4, 4, dice(9));
  expect(rowHeight(tree, { width: 100, height: 10 })).toBe(26);
  expect(rowHeight(tree, { width: 100, height: 9000 })).toBe(84);
});

it("is as wide as its nodes, and those that there was no room for", () => {
  const told = grow({ children: [{ value: 1 }, { children: [{ value: 2 }, { value: 3 }] }] });
  expect(widthOf(readTree(told))).toBe(5);
  const part = { ...told, parent: told.parent.slice(0, 2) };
  expect(widthOf(readTree(part))).toBe(5);
});
