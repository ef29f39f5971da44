import { describe, expect, it } from "vitest";
import { code, litLine, locals, type Features } from "./pseudocode";
import { grow } from "./sample";
import { momentAt, stepsOf } from "./steps";
import { readTree } from "./tree";

const tree = readTree(
  grow({
    children: [
      { children: [{ value: 3 }, { value: 5 }] },
      { children: [{ value: 2 }, { value: 9 }] },
    ],
  }),
);
const steps = stepsOf(tree);
const usual: Features = { algorithm: "alphabeta", cache: false, infer: false, again: false };

function lit(step: number): string {
  const lines = code(usual);
  return lines[litLine(lines, tree, momentAt(tree, steps, step))]!.text.trim();
}

describe("the line that is lit", () => {
  it("follows the search", () => {
    expect(lit(0)).toBe("def alphabeta(position, depth, alpha, beta):");
    expect(lit(3)).toBe("return judge.value(position)");
    expect(lit(4)).toBe("best = max(best, score)");
    expect(lit(7)).toBe("score = -alphabeta(child, depth - 1, -beta, -floor)");
    expect(lit(14)).toBe("break");
    expect(lit(16)).toBe("return best");
  });
  it("is there for everything that a search does", () => {
    for (const algorithm of ["minimax", "negamax", "alphabeta", "negascout", "mtdf"])
      for (const again of [false, true]) {
        const marks = new Set(code({ algorithm, cache: true, infer: true, again }).flatMap((each) => each.marks));
        for (const mark of ["enter", "over", "theory", "judged", "cached", "take", "better", "done"] as const)
          expect(marks).toContain(mark);
        expect(marks.has("cut")).toBe(!["minimax", "negamax"].includes(algorithm));
      }
  });
  it("is missing where there is no pseudocode", () => {
    const lines = code({ ...usual, algorithm: "pvs" });
    expect(lines).toEqual([]);
    expect(litLine(lines, tree, momentAt(tree, steps, 0))).toBe(-1);
  });
});

describe("the names of the code", () => {
  it("are seen by the mover", () => {
    const { path } = momentAt(tree, steps, 13);
    const named = (open = path[1]!) =>
      Object.fromEntries(locals(tree, open, "alphabeta").map(({ name, value }) => [name, value]));
    expect(named()).toEqual({ depth: 1, alpha: -tree.span[1], beta: -3, best: -2 });
  });
});
