import { describe, expect, it } from "vitest";
import { describeKnown, describeNode, describeStep } from "./describe";
import { english as voice, grow } from "./sample";
import { momentAt, stepsOf } from "./steps";
import { readTree } from "./tree";

const tree = readTree(
  grow({
    children: [
      { children: [{ value: 3 }, { value: 5 }] },
      { children: [{ value: 2 }, { value: 9 }, { value: 9 }] },
    ],
  }),
);
const steps = stepsOf(tree);

describe("a node in words", () => {
  it("is read as an outline reads it", () => {
    expect(describeNode(tree, 4, voice)).toBe("node 2, MIN, value ≤ +2, window +3 to +∞, 1 child, 2 pruned");
    expect(describeNode(tree, 2, voice)).toBe("node 1, MAX, value +3, window −∞ to +∞, judged");
    expect(describeNode(tree, 0, voice)).toBe("root, MAX, value +3, window −∞ to +∞, 2 children");
  });
  it("says what is known so far", () => {
    const open = (step: number) => momentAt(tree, steps, step).path[0]!;
    expect(describeNode(tree, 0, voice, open(0))).toBe("root, MAX, no value yet, window −∞ to +∞");
    expect(describeNode(tree, 0, voice, open(9))).toBe("root, MAX, best so far +3, window +3 to +∞");
  });
});

describe("a node whose value is asked for", () => {
  it("is only where it is", () => {
    const open = momentAt(tree, steps, 9).path[0]!;
    expect(describeKnown(tree, 0, voice, open, 0)).toBe("at the root");
    expect(describeKnown(tree, 4, voice, undefined, 0)).toBe(describeNode(tree, 4, voice));
  });
});

describe("a step in words", () => {
  const told = (step: number) => describeStep(tree, momentAt(tree, steps, step), voice);
  it("tells what happens", () => {
    expect(told(0)).toBe("Visit the MAX node at the root, window [−∞, +∞].");
    expect(told(3)).toBe("The horizon after 1 1: the evaluation says +3.");
    expect(told(4)).toBe("Move 1 brings +3: MIN's best so far. The window is now [−∞, +3].");
    expect(told(7)).toBe("Move 2 brings +5: no better for MIN.");
    expect(told(14)).toBe("Cut after 2: +2 is enough. 2 moves are never looked at.");
    expect(told(16)).toBe("All moves at the root were looked at: +3.");
  });
});
