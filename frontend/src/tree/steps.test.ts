import { describe, expect, it } from "vitest";
import { dice } from "./dice";
import { grow, randomTree } from "./sample";
import { EVENTS, isInner, momentAt, seek, stepsOf, type Steps } from "./steps";
import { readTree, type Tree } from "./tree";

/** The example of every lecture: MAX, two MIN nodes; the second is cut after its first child. */
const lecture = readTree(
  grow({
    children: [
      { children: [{ value: 3 }, { value: 5 }] },
      { children: [{ value: 2 }, { value: 9 }] },
    ],
  }),
);

function told(steps: Steps): string[] {
  return Array.from(steps.kind, (kind, step) => `${EVENTS[kind]} ${steps.node[step]}`);
}

function windowsAt(tree: Tree, step: number, shared = true) {
  return momentAt(tree, stepsOf(tree), step, shared).path.map((each) => each.window);
}

describe("the steps of a tree worked out by hand", () => {
  const steps = stepsOf(lecture);
  it("come in the order in which they happened", () => {
    expect(told(steps)).toEqual([
      "enter 0",
      "enter 1",
      "enter 2",
      "settle 2",
      "take 2",
      "enter 3",
      "settle 3",
      "take 3",
      "done 1",
      "take 1",
      "enter 4",
      "enter 5",
      "settle 5",
      "take 5",
      "cut 4",
      "take 4",
      "done 0",
    ]);
  });
  it("narrow the windows", () => {
    const [low, high] = lecture.span;
    expect(windowsAt(lecture, 0)).toEqual([[low, high]]);
    expect(windowsAt(lecture, 4)).toEqual([
      [low, high],
      [low, 3],
    ]);
    expect(windowsAt(lecture, 9)).toEqual([[3, high]]);
    expect(windowsAt(lecture, 14)).toEqual([
      [3, high],
      [3, 2],
    ]);
  });
  it("leave the root's window alone where it is not shared", () => {
    expect(windowsAt(lecture, 9, false)).toEqual([[...lecture.span]]);
  });
  it("know the best so far, and which values are better", () => {
    const end = momentAt(lecture, steps, steps.count - 1);
    expect(end.path[0]).toMatchObject({ best: 3, bestMove: "1", taken: 2 });
    const better = [...steps.better.keys()].filter((step) => steps.better[step]);
    expect(better.map((step) => steps.node[step])).toEqual([2, 1, 5]);
  });
  it("show as many nodes as were entered", () => {
    expect([0, 2, 4, 5, 16].map((step) => momentAt(lecture, steps, step).shown)).toEqual([1, 3, 3, 4, 6]);
  });
  it("stop at the next cut and the next best move, both ways", () => {
    expect(seek(lecture, steps, 0, "cut", 1)).toBe(14);
    expect(seek(lecture, steps, 16, "cut", -1)).toBe(14);
    expect(seek(lecture, steps, 14, "cut", 1)).toBe(16);
    expect(seek(lecture, steps, 0, "best", 1)).toBe(9);
    expect(seek(lecture, steps, 9, "best", 1)).toBe(16);
    expect(seek(lecture, steps, 16, "cached", -1)).toBe(0);
  });
});

describe("a second search of a scouted move", () => {
  // MAX: 1 is worth 3; the scout of 2 says at least 4, the search in earnest 6.
  const tree = readTree({
    command: "",
    max: 1,
    span: [-9, 9],
    visited: 3,
    pruned: 0,
    cached: 0,
    inferred: 0,
    minimax: null,
    differs: null,
    notes: [],
    parent: [-1, 0, 0, 0],
    move: ["", "1", "2", "2"],
    left: [1, 0, 0, 0],
    turn: [1, 2, 2, 2],
    again: [false, false, false, false],
    repeated: [false, false, false, true],
    alpha: [-9, -9, 3, 3],
    beta: [9, 9, 4, 9],
    value: [6, 3, 4, 6],
    bound: ["exact", "exact", "least", "exact"],
    node_kind: ["expanded", "judged", "judged", "judged"],
    best: ["2", "", "", ""],
    size: [4, 1, 1, 1],
    skipped: [0, 0, 0, 0],
    unseen: [0, 0, 0, 0],
  });
  it("counts, the scout's answer does not", () => {
    const steps = stepsOf(tree);
    const after = (node: number) => momentAt(tree, steps, steps.taken[node]!).path[0]!.best;
    expect([after(1), after(2), after(3)]).toEqual([3, 3, 6]);
  });
});

describe("any tree", () => {
  const roll = dice(6);
  const trees = Array.from({ length: 60 }, () => randomTree(4, 4, roll));
  const plain = Array.from({ length: 20 }, () => randomTree(3, 4, roll, "minimax"));

  it("ends in the recorded values", () => {
    for (const tree of [...trees, ...plain]) {
      const steps = stepsOf(tree);
      for (let n = 0; n < tree.count; n++) {
        const before = isInner(tree, n) ? 1 : 0; // the last child's value is taken: all is known
        const { path } = momentAt(tree, steps, steps.closed[n]! - before);
        expect(path[path.length - 1]).toMatchObject({ node: n, best: tree.value[n], bestMove: tree.best[n] });
      }
    }
  });
  it("gives every child the window that its parent has then", () => {
    for (const tree of trees) {
      const steps = stepsOf(tree);
      for (let n = 0; n < tree.count; n++) {
        const { path } = momentAt(tree, steps, steps.entered[n]!);
        const above = path[path.length - 2];
        if (above) expect([tree.alpha[n], tree.beta[n]]).toEqual(above.window);
      }
    }
  });
  it("enters and closes every node once, and takes all but the root's value", () => {
    for (const tree of trees) {
      const steps = stepsOf(tree);
      expect(steps.count).toBe(3 * tree.count - 1);
      for (let n = 1; n < tree.count; n++) {
        expect(steps.entered[n]).toBeLessThan(steps.closed[n]!);
        expect(steps.taken[n]).toBe(steps.closed[n]! + 1);
      }
    }
  });
  it("has no window where the search has none", () => {
    for (const tree of plain) expect(windowsAt(tree, 0)[0]).toBeNull();
  });
});
