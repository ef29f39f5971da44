import { describe, expect, it } from "vitest";
import { plant } from "./plant";
import { describeQuestion, describeReason } from "./question";
import type { Question } from "./quiz";
import { english, grow } from "./sample";

const plot = plant(
  grow({
    children: [
      { children: [{ value: 3 }, { value: 5 }] },
      { children: [{ value: 2 }, { value: 9 }, { value: 9 }] },
      { children: [{ value: 4 }, { value: 7 }] },
    ],
  }),
);
const told = (question: Question): string[] => [
  describeQuestion(plot, question, english),
  describeReason(plot, question, english),
];
/** The step at which the value of a node is taken. */
const taken = (node: number): number => plot.steps.closed[node]! + 1;

describe("a question in words", () => {
  it("asks for the value of a node, and says how it gets it", () => {
    const step = plot.steps.closed[1]! - 1;
    expect(told({ kind: "value", node: 1, step, answer: 3, choices: [3, 5] })).toEqual([
      "All children of the MIN node after 1 have their values. What value will it get? The values: +3 · +5.",
      "MIN takes the smallest of +3 · +5: +3.",
    ]);
  });

  it("asks for a cut, and says why", () => {
    expect(told({ kind: "cut", node: 4, step: taken(5), answer: true })).toEqual([
      "MIN has looked at 1 move after 2, with the window [+3, +∞]. Will the rest be cut now? The values: +2.",
      "MIN holds MAX to +2 here, and MAX has as much elsewhere: +2 ≤ alpha +3. So it is cut.",
    ]);
  });

  it("says why there is none", () => {
    expect(told({ kind: "cut", node: 6, step: taken(7), answer: false })[1]).toBe(
      "+4 > alpha +3: MAX may still want this node, so MIN goes on looking.",
    );
    expect(told({ kind: "cut", node: 0, step: taken(1), answer: false })[1]).toBe(
      "+3 < beta +∞: MIN may still allow this node, so MAX goes on looking.",
    );
  });
});
