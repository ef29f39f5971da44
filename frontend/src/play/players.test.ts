import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Desk, turns } from "./fakes";
import { setup } from "./link";
import { Players, type Chosen } from "./players.svelte";
import { Table } from "./table.svelte";
import { movesTo } from "./variations";

function chosen(move: string | null): Chosen {
  return { kind: "chosen", move, score: 1, exact: false, nodes: 9, depth: 2, seconds: 0.1 };
}

async function set(query: Record<string, string>, length?: number) {
  const table = new Table(turns(length));
  const desk = new Desk<Chosen>();
  const players = new Players(table, desk);
  await table.show(setup(query));
  players.attend();
  /** The agent has chosen, and its time has come. */
  const answer = async (move: string | null): Promise<void> => {
    desk.hearer?.news(chosen(move));
    desk.hearer?.done();
    await vi.runAllTimersAsync();
  };
  return { table, desk, players, answer };
}

describe("players", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("ask the agent whose turn it is, and play what it chooses", async () => {
    const { table, desk, players, answer } = await set({ moves: "1", seed: "5" });
    expect(desk.asked).toMatchObject([{ kind: "choose", agent: "alphabeta(depth=5)", seed: 5 }]);
    expect(players.thinking).toBe(true);
    await answer("3");
    expect(movesTo(table.tree, table.at)).toEqual(["1", "3"]);
    expect(players.said.get(table.at)?.nodes).toBe(9);
    expect(players.thinking).toBe(false);
  });

  it("leave people, and the middle of a line, alone", async () => {
    expect((await set({})).desk.asked).toEqual([]);
    expect((await set({ moves: "1 2 3", at: "1" })).desk.asked).toEqual([]);
  });

  it("ask once for a position, and stop when it is left", async () => {
    const { table, desk, players } = await set({ moves: "1" });
    players.attend();
    expect(desk.asked).toHaveLength(1);
    table.undo();
    players.attend();
    expect([desk.hearer, players.thinking]).toEqual([null, false]);
  });

  it("wait where there are only agents, until somebody watches", async () => {
    const { table, desk, players, answer } = await set({ first: "random", second: "random" }, 2);
    expect(desk.asked).toEqual([]);
    players.watching = true;
    players.attend();
    await answer("1");
    players.attend();
    await answer("2");
    players.attend();
    expect(table.position?.outcome).not.toBeNull();
    expect([desk.asked.length, players.watching]).toEqual([2, false]);
  });

  it("pause when somebody goes back or takes a move back, and go on from the end", async () => {
    const { table, desk, players } = await set({ first: "random", second: "random", moves: "1 2 3" });
    for (const leave of [() => table.back(), () => table.undo()]) {
      players.watch();
      players.attend();
      expect([table.isEnd, players.watching]).toEqual([true, true]);
      leave();
      players.attend();
      expect([players.watching, desk.hearer]).toEqual([false, null]);
    }
    expect(movesTo(table.tree, table.at)).toEqual(["1", "2"]);
  });

  it("say what went wrong, and try again", async () => {
    const { desk, players } = await set({ moves: "1" });
    desk.hearer?.failed("no time");
    expect([players.problem, players.thinking]).toEqual(["no time", false]);
    players.retry();
    expect([players.problem, desk.asked.length]).toEqual(["", 2]);
  });

  it("may resign, and are not asked again there", async () => {
    const { table, desk, players, answer } = await set({ moves: "1" });
    await answer(null);
    expect(players.resigned.get(table.at)).toBe(2);
    players.attend();
    expect(desk.asked).toHaveLength(1);
  });
});
