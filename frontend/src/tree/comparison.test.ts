import { expect, it } from "vitest";
import { Comparison, RIVALS } from "./comparison.svelte";
import { Oracle, settled } from "./fakes";
import { grow } from "./sample";
import { readSettings } from "./settings";

const told = grow({ children: [{ value: 1 }, { value: 2 }] });
const SEARCHES = ["minimax", "alphabeta"];
const settings = readSettings({ plies: "3" }, SEARCHES);

function begun() {
  const oracle = new Oracle();
  const comparison = new Comparison(oracle, () => Promise.resolve(told));
  const done = comparison.run(settings);
  const next = async (): Promise<void> => {
    oracle.answer("1");
    await settled();
  };
  return { oracle, comparison, done, next };
}

it("asks for one after the other", async () => {
  const { oracle, comparison, done, next } = begun();
  expect([comparison.running, oracle.asked.length]).toEqual([true, 1]);
  for (const _rival of RIVALS) await next();
  await done;
  expect(oracle.asked).toMatchObject([
    { search: { algorithm: "minimax", depth: 3 } },
    { search: { algorithm: "alphabeta", order: "natural" } },
    { search: { algorithm: "alphabeta", order: "best" } },
  ]);
  expect([comparison.running, comparison.found.length]).toEqual([false, 3]);
});

it("asks for nothing more when it is stopped", async () => {
  const { oracle, comparison, done, next } = begun();
  comparison.stop();
  await next();
  await done;
  expect([oracle.asked.length, comparison.found.length, comparison.running]).toEqual([1, 0, false]);
});

it("stays with another search of the same, and goes with another position, depth or evaluation", async () => {
  const { comparison, next } = begun();
  await next();
  const other = { search: "minimax", order: "best", step: "4", view: "outline" };
  comparison.attend(readSettings({ plies: "3", ...other }, SEARCHES));
  expect(comparison.found).toHaveLength(1);
  for (const other of [{ moves: "4" }, { eval: "lines" }, { plies: "2" }]) {
    const fresh = begun();
    await fresh.next();
    fresh.comparison.attend(readSettings({ plies: "3", ...other }, SEARCHES));
    expect([fresh.comparison.found.length, fresh.comparison.running]).toEqual([0, false]);
  }
});

it("says why it cannot", async () => {
  const oracle = new Oracle();
  const comparison = new Comparison(oracle, () => Promise.reject(new Error("gone")));
  const done = comparison.run(settings);
  oracle.answer("1");
  await done;
  expect([comparison.problem, comparison.running]).toEqual(["gone", false]);
});
