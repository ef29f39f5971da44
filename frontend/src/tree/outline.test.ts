import { describe, expect, it } from "vitest";
import { actOf, rowsOf } from "./outline";
import { grow } from "./sample";
import { readTree } from "./tree";

const tree = readTree(
  grow({
    children: [
      { children: [{ value: 3 }, { value: 5 }] },
      { children: [{ value: 2 }, { value: 9 }] },
    ],
  }),
);

describe("the rows of an outline", () => {
  it("are those of unfolded nodes", () => {
    expect(rowsOf(tree, new Set(), 6).map((row) => row.node)).toEqual([0]);
    expect(rowsOf(tree, new Set([0, 4]), 6).map((row) => row.node)).toEqual([0, 1, 4, 5]);
  });
  it("know their place", () => {
    const rows = rowsOf(tree, new Set([0]), 6);
    expect(rows[2]).toEqual({ node: 4, level: 2, position: 2, siblings: 2, children: 1, isOpen: false });
  });
  it("show what has been visited so far", () => {
    expect(rowsOf(tree, new Set([0, 1, 4]), 3).map((row) => row.node)).toEqual([0, 1, 2]);
    expect(rowsOf(tree, new Set([0]), 1)[0]).toMatchObject({ children: 0, isOpen: false });
  });
});

describe("the keys of an outline", () => {
  const rows = rowsOf(tree, new Set([0, 1]), 6); // 0 1 2 3 4
  const act = (node: number, key: string) => actOf(tree, rows, node, key, 3);
  it("go up and down", () => {
    expect(act(1, "ArrowDown")).toEqual({ go: 2 });
    expect(act(0, "ArrowUp")).toEqual({ go: 0 });
    expect(act(0, "PageDown")).toEqual({ go: 3 });
    expect(act(0, "End")).toEqual({ go: 4 });
    expect(act(3, "Home")).toEqual({ go: 0 });
  });
  it("unfold, enter, fold and leave", () => {
    expect(act(4, "ArrowRight")).toEqual({ toggle: 4 });
    expect(act(1, "ArrowRight")).toEqual({ go: 2 });
    expect(act(1, "ArrowLeft")).toEqual({ toggle: 1 });
    expect(act(3, "ArrowLeft")).toEqual({ go: 1 });
    expect(act(2, "x")).toBeNull();
  });
});
