import { describe, expect, it } from "vitest";
import { dice } from "./dice";
import { firstIndex, layOut, nearest } from "./layout";
import { grow, randomTree } from "./sample";
import { childrenOf, readTree } from "./tree";

describe("a tree worked out by hand", () => {
  const tree = readTree(
    grow({
      children: [
        { children: [{ value: 3 }, { value: 5 }] },
        { children: [{ value: 2 }, { value: 9 }] },
      ],
    }),
  );
  const layout = layOut(tree);
  it("stands on its leaves, the ghost among them", () => {
    expect([...layout.x]).toEqual([2, 1, 0.5, 1.5, 3, 2.5]);
    expect(layout.ghost[4]).toBe(3.5);
    expect(layout).toMatchObject({ width: 4, rows: 3 });
    expect(layout.row.map((row) => [...row])).toEqual([[0], [1, 4], [2, 3, 5]]);
    expect(layout.cutRow.map((row) => [...row])).toEqual([[], [4], []]);
  });
  it("is found again under the pointer, as far as it is shown", () => {
    expect(nearest(layout, 2, 1.4, 6)).toBe(3);
    expect(nearest(layout, 2, 9, 6)).toBe(5);
    expect(nearest(layout, 2, 9, 4)).toBe(3);
    expect(nearest(layout, 2, 9, 2)).toBe(-1);
    expect(nearest(layout, 7, 0, 6)).toBe(-1);
  });
});

describe("any tree", () => {
  const roll = dice(11);
  const trees = Array.from({ length: 40 }, () => randomTree(5, 4, roll));
  it("has rows from left to right, at least a unit apart", () => {
    for (const tree of trees) {
      const layout = layOut(tree);
      for (const row of layout.row)
        for (let i = 1; i < row.length; i++)
          expect(layout.x[row[i]!]! - layout.x[row[i - 1]!]!).toBeGreaterThanOrEqual(0.999);
    }
  });
  it("has every parent above its children, and all within its width", () => {
    for (const tree of trees) {
      const { x, width } = layOut(tree);
      for (let n = 0; n < tree.count; n++) {
        const children = childrenOf(tree, n);
        expect(x[n]).toBeGreaterThan(0);
        expect(x[n]).toBeLessThan(width);
        if (children.length) expect(x[n]).toBeGreaterThanOrEqual(x[children[0]!]!);
      }
    }
  });
});

describe("firstIndex", () => {
  it("finds where it begins to hold", () => {
    expect([0, 3, 9].map((wanted) => firstIndex(5, (index) => index >= wanted))).toEqual([0, 3, 5]);
  });
});
