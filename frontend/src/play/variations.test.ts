import { describe, expect, it } from "vitest";
import {
  isMain,
  lineThrough,
  makeMain,
  movesTo,
  node,
  parse,
  planted,
  play,
  promote,
  remove,
  ROOT,
  write,
  written,
  type Tree,
} from "./variations";

/** The node that these moves lead to. */
function at(tree: Tree, ...moves: string[]): number {
  return moves.reduce((here, move) => play(tree, here, move).at, ROOT);
}

describe("a tree of moves", () => {
  it("is played into, and a move that was there is found again", () => {
    const one = play(planted(), ROOT, "4");
    const two = play(one.tree, one.at, "3");
    expect(movesTo(two.tree, two.at)).toEqual(["4", "3"]);
    expect(play(two.tree, ROOT, "4")).toEqual({ tree: two.tree, at: one.at });
  });

  it("is a value: what was there before stays as it was", () => {
    const tree = planted();
    play(tree, ROOT, "4");
    expect(node(tree, ROOT).children).toEqual([]);
  });

  it("tells the line through a node, to its end", () => {
    const tree = parse("4 4 3 (5 2) 5");
    expect(lineThrough(tree, at(tree, "4")).map((id) => node(tree, id).move)).toEqual([
      "",
      "4",
      "4",
      "3",
      "5",
    ]);
    expect(lineThrough(tree, at(tree, "4", "4", "5")).map((id) => node(tree, id).move)).toEqual([
      "",
      "4",
      "4",
      "5",
      "2",
    ]);
  });

  it("loses a node with all that follows, and is then where it was played", () => {
    const tree = parse("4 4 3 (5 2) 5");
    const left = remove(tree, at(tree, "4", "4", "5"));
    expect(write(left.tree)).toBe("4 4 3 5");
    expect(movesTo(left.tree, left.at)).toEqual(["4", "4"]);
    expect(write(remove(tree, at(tree, "4", "4", "3")).tree)).toBe("4 4 5 2");
  });

  it("is empty again without its root", () => {
    expect(write(remove(parse("4 4"), ROOT).tree)).toBe("");
  });

  it("promotes a variation by one step, and makes a line the main one", () => {
    const tree = parse("1 2 (3 4 (5 6))");
    const deep = at(tree, "1", "3", "5");
    expect(write(promote(tree, deep))).toBe("1 2 (3 5 (4) 6)");
    expect(write(makeMain(tree, deep))).toBe("1 3 (2) 5 (4) 6");
    expect(isMain(tree, deep)).toBe(false);
    expect(isMain(makeMain(tree, deep), deep)).toBe(true);
    expect(promote(tree, at(tree, "1"))).toBe(tree);
  });
});

describe("its text", () => {
  it.each(["", "4", "4 4 3 (5 2) 5", "1 (2 4 (3)) (5) 6", "x-3 y-1 (pass) %28 a%20b 100%25"])(
    "is read back: %s",
    (text) => {
      expect(write(parse(text))).toBe(text);
    },
  );

  it("keeps names of moves whatever is in them", () => {
    const { tree } = play(planted(), ROOT, "a (b) 5%");
    expect(movesTo(parse(write(tree)), 1)).toEqual(["a (b) 5%"]);
  });

  it("may be broken, and is read as far as it makes sense", () => {
    expect(write(parse(") 4 ( 3 ((5 %zz"))).toBe(write(parse("4 (3) (5 %25zz)")));
  });

  it("numbers the nodes in the order in which they are written", () => {
    const tree = parse("4 4 3 (5 2) 5");
    expect(written(tree).map((id) => node(tree, id).move)).toEqual(["4", "4", "3", "5", "2", "5"]);
  });
});
