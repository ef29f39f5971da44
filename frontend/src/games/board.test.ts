import { expect, it } from "vitest";
import type { Position } from "../api/client";
import { best, alike, tone } from "./board";

const score = (value: number) => ({ score: value, exact: true });

it("colours a score as its sign says", () => {
  expect([3, 0, -2].map((value) => tone(score(value)))).toEqual(["good", "even", "bad"]);
});

it("finds the best moves, and none where all are alike", () => {
  expect([...best(new Map([["1", score(-2)], ["2", score(1)], ["3", score(1)]]))]).toEqual(["2", "3"]);
  expect(best(new Map([["1", score(1)], ["2", score(1)]])).size).toBe(0);
  expect(best(new Map()).size).toBe(0);
});

it("knows a position again that is told twice", () => {
  const at = (ply: number, text: string) => ({ ply, text }) as Position;
  expect(alike(at(3, "445"), at(3, "445"))).toBe(true);
  expect(alike(at(2, "44"), at(3, "445"))).toBe(false);
  expect(alike(at(3, "441"), at(3, "445"))).toBe(false);
  expect(alike(null, at(0, ""))).toBe(false);
});
