import { describe, expect, it } from "vitest";
import { Desk, turns } from "./fakes";
import { setup } from "./link";
import { Reviewer, type Mistake, type Reviewed } from "./reviewer.svelte";
import { Table } from "./table.svelte";
import { movesTo } from "./variations";

function mistake(ply: number): Mistake {
  const facts = { score: 0, best: 1, regret: 1, changes_result: true };
  return { ply, move: "1", better: "2", ...facts };
}

async function set(query: Record<string, string>) {
  const table = new Table(turns());
  const desk = new Desk<Reviewed>();
  const reviewer = new Reviewer(table, desk);
  await table.show(setup({ moves: "1 1 1 1 1", ...query }));
  reviewer.begin();
  const mistakes = [3, 2, 0].map(mistake); // from the end of the game on
  desk.hearer?.news({ kind: "reviewed", done: 5, total: 5, mistakes, skipped: [] });
  desk.hearer?.done();
  return { table, desk, reviewer };
}

describe("a review", () => {
  it("is about the people at the table, in the order of the game", async () => {
    const plies = async (query: Record<string, string>) =>
      (await set(query)).reviewer.mistakes.map((each) => each.ply);
    expect(await plies({})).toEqual([0, 2]);
    expect(await plies({ second: "you" })).toEqual([0, 2, 3]);
    expect(await plies({ first: "random", second: "random" })).toEqual([0, 2, 3]);
  });

  it("shows the position before a mistake, and goes round", async () => {
    const { table, reviewer } = await set({});
    reviewer.look(1);
    expect(movesTo(table.tree, table.at)).toEqual(["1", "1"]);
    reviewer.look(2);
    expect(reviewer.current?.ply).toBe(0);
  });

  it("asks until a move is as good as the best, or the answer is shown", async () => {
    const { reviewer } = await set({});
    reviewer.look(0);
    expect(reviewer.asking).toBe(true);
    reviewer.guess("1", ["2", "3"]);
    expect([reviewer.tried, reviewer.asking]).toEqual(["1", true]);
    reviewer.guess("3", ["2", "3"]);
    expect([reviewer.answer, reviewer.asking]).toEqual(["3", false]);
    reviewer.look(1);
    reviewer.guess("1", []);
    reviewer.show();
    expect(reviewer.answer).toBe("2");
  });

  it("ends when it is closed, or its game is left", async () => {
    const { reviewer } = await set({});
    reviewer.look(0);
    reviewer.leave();
    expect(reviewer.asking).toBe(false);
    reviewer.close();
    expect([reviewer.told, reviewer.running]).toEqual([null, false]);
  });
});
