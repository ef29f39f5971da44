import { expect, it } from "vitest";
import type { Position } from "../api/client";
import { countsCsv, csv, historyCsv } from "./csv";
import { analysed } from "./fakes";

it("quotes what would be taken for something else", () => {
  expect(csv(["a", "b"], [["1,2", 'say "x"']])).toBe('a,b\n"1,2","say ""x"""\n');
});

it("tells the value of a game for the first player, and nothing where nobody knows", () => {
  const at = (turn: 1 | 2, last: string | null, margin?: number) =>
    ({
      turn,
      last,
      outcome: margin === undefined ? null : { winner: 1, margin },
    }) as Position;
  const positions = new Map([at(1, null), at(2, "4"), at(1, "x-1"), at(2, "3", 5)].entries());
  const found = new Map([
    [0, analysed(3, false)],
    [1, analysed(-2, true)],
  ]);
  expect(historyCsv([0, 1, 2, 3], positions, found)).toBe(
    "ply,move,score_of_first,exact\n0,,3,false\n1,4,2,true\n2,x-1,,\n3,3,5,true\n",
  );
});

it("leaves out what was not counted", () => {
  expect(countsCsv([{ label: "1", pruned: 30, whole: null }])).toBe(
    "move,with_pruning,without_pruning\n1,30,\n",
  );
});
