import { describe, expect, it } from "vitest";
import { dice } from "./dice";
import { ask, matterOf, MOST_CHOICES, NO_SCORE, reasonOf, scored } from "./quiz";
import { grow, randomTree } from "./sample";
import { EVENTS, stepsOf } from "./steps";
import { childrenOf, readTree } from "./tree";

const lecture = readTree(
  grow({
    children: [
      { children: [{ value: 3 }, { value: 5 }] },
      { children: [{ value: 2 }, { value: 9 }] },
    ],
  }),
);

describe("what can be asked about a tree worked out by hand", () => {
  const steps = stepsOf(lecture);
  it("is the root and its first child, one cut, and where there was none", () => {
    const matter = matterOf(lecture, steps);
    expect(matter.values).toEqual([0, 1]);
    expect(matter.cuts).toEqual([steps.taken[5]]);
    expect(matter.spared).toEqual([steps.taken[2], steps.taken[1]]);
  });
  it("has a reason", () => {
    expect(reasonOf(lecture, steps, { node: 4, step: steps.taken[5]! })).toEqual({ best: 2, end: 3, values: [2] });
  });
});

describe("questions about any tree", () => {
  const roll = dice(3);
  const trees = Array.from({ length: 30 }, () => randomTree(4, 4, roll));
  it("have answers that the search gives", () => {
    for (const tree of trees) {
      const steps = stepsOf(tree);
      const matter = matterOf(tree, steps);
      for (let number = 0; number < 20; number++) {
        const question = ask(tree, steps, matter, 7, number);
        if (!question) continue;
        if (question.kind === "cut")
          expect(EVENTS[steps.kind[question.step + 1]!] === "cut").toBe(question.answer);
        else {
          expect(question.answer).toBe(tree.value[question.node]);
          expect(question.choices).toContain(question.answer);
          expect(question.choices.length).toBeGreaterThan(1);
          expect(question.choices.length).toBeLessThanOrEqual(MOST_CHOICES);
          expect(new Set(question.choices).size).toBe(question.choices.length);
          for (const child of childrenOf(tree, question.node))
            expect(steps.taken[child]).toBeLessThanOrEqual(question.step);
        }
      }
    }
  });
  it("are the same for the same seed, and others for another", () => {
    const tree = trees.find((each) => each.count > 60)!;
    const steps = stepsOf(tree);
    const matter = matterOf(tree, steps);
    const series = (seed: number) => [0, 1, 2, 3, 4, 5].map((number) => ask(tree, steps, matter, seed, number));
    expect(series(1)).toEqual(series(1));
    expect(series(1)).not.toEqual(series(2));
  });
  it("are none where nothing can be asked", () => {
    const leaf = readTree(grow({ value: 4 }));
    expect(ask(leaf, stepsOf(leaf), matterOf(leaf, stepsOf(leaf)), 1, 0)).toBeNull();
  });
});

it("counts what was right, and the longest row", () => {
  const end = [true, true, false, true].reduce(scored, NO_SCORE);
  expect(end).toEqual({ asked: 4, right: 3, streak: 1, longest: 2 });
});
