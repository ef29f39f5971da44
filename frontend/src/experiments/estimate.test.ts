import { expect, it } from "vitest";
import type { Experimented } from "../api/client";
import { estimate } from "./estimate";
import { usual, type Form } from "./form";

const took = (form: Form, seconds: number, state = "done") => ({ form, state, told: { seconds } as Experimented });
const ladder = usual("ladder", "kalah");

it("is what an earlier run says, in proportion to positions or games", () => {
  const runs = [took(ladder, 99), took(ladder, 10), took(usual("ladder", "connect4"), 3)];
  expect(estimate({ ...ladder, games: 80, seed: 7 }, runs)).toEqual({ kind: "alike", seconds: 20 });
});

it("is nothing where nothing alike was run to its end", () => {
  expect(estimate(ladder, [took(ladder, 4, "stopped")])).toBeNull();
  expect(estimate(ladder, [took({ ...ladder, who: ["random", "greedy"] }, 4)])).toBeNull();
});

it("has an end where the form says how long a position may take", () => {
  const form = { ...usual("growth", "kalah"), who: ["minimax", "alphabeta"], depth: 5, seconds: 2, positions: 0 };
  expect(estimate(form, [])).toEqual({ kind: "most", seconds: 20 });
});
