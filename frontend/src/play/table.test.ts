import { beforeEach, describe, expect, it } from "vitest";
import type { Line, LineTold } from "../api/client";
import { Refused } from "../api/refused";
import { turns } from "./fakes";
import { setup, USUAL } from "./link";
import { Table } from "./table.svelte";
import { movesTo, ROOT, write } from "./variations";

/** A server of a game in which the sides take turns and "bad" is never legal. */
let asked: { line: Line; since: number }[] = [];

function tell(line: Line, since: number): Promise<LineTold> {
  asked.push({ line, since });
  const moves = line.moves ?? [];
  if (moves.includes("bad") || line.start === "bad")
    return Promise.reject(new Error("'bad' is not legal"));
  return turns()(line, since);
}

let table: Table;
beforeEach(async () => {
  asked = [];
  table = new Table(tell);
  await table.show(USUAL);
});

function here(): string {
  return movesTo(table.tree, table.at).join(" ");
}

describe("a table", () => {
  it("shows where a game begins, and every move asks for one position", async () => {
    expect(table.position?.ply).toBe(0);
    expect(await table.play("2")).toBe(true);
    expect(here()).toBe("2");
    expect(table.played?.name).toBe("2");
    expect(table.forward).toBe(true);
    expect(asked.at(-1)?.since).toBe(1);
  });

  it("asks for no position twice", async () => {
    await table.play("2");
    await table.goTo(ROOT);
    await table.play("2");
    expect(asked).toHaveLength(2);
  });

  it("stays where it is when a move is refused, and says why", async () => {
    expect(await table.play("bad")).toBe(false);
    expect(here()).toBe("");
    expect(table.problem).toBe("'bad' is not legal");
    await table.play("1");
    expect(table.problem).toBe("");
  });

  it("shows the game of an address with its variations", async () => {
    await table.show(setup({ moves: "1 2 (3 1) 2", at: "4" }));
    expect(here()).toBe("1 3 1");
    expect(table.position?.ply).toBe(3);
    await table.goTo(2);
    expect(here()).toBe("1 2");
    expect(asked.at(-1)?.since).toBe(2);
  });

  it("shows the start where an address makes no sense, and says why", async () => {
    await table.show(setup({ game: "kalah", moves: "1 bad" }));
    expect([table.game, here(), table.problem]).toEqual(["kalah", "", "'bad' is not legal"]);
  });

  it("stays as it is while nobody answers", async () => {
    await table.play("1");
    const silent = new Table(() => Promise.reject(new Refused(0, "nobody")));
    await expect(silent.show(setup({ moves: "1 2" }))).rejects.toThrow("nobody");
    expect([silent.position, silent.problem]).toEqual([null, "nobody"]);
  });

  it("leaves the game as it is when another one cannot begin", async () => {
    await table.play("1");
    await expect(table.begin("connect4", "bad")).rejects.toThrow("not legal");
    expect(here()).toBe("1");
    await table.begin("kalah", "");
    expect([table.name, here()]).toEqual(["kalah", ""]);
  });

  it("goes back and forth", async () => {
    await table.show(setup({ moves: "1 2 3" }));
    table.back();
    expect(here()).toBe("1 2");
    table.toStart();
    expect(here()).toBe("");
    table.onwards();
    expect(here()).toBe("1");
    table.toEnd();
    expect(here()).toBe("1 2 3");
  });

  it("takes back an agent's answer with the move", async () => {
    await table.show(setup({ moves: "1 2 3 1", first: "you", second: "random" }));
    table.undo();
    expect(write(table.tree)).toBe("1 2");
    await table.show(setup({ moves: "1 2 3 1", first: "you", second: "you" }));
    table.undo();
    expect(write(table.tree)).toBe("1 2 3");
  });

  it("deletes nothing when it goes back within a line", async () => {
    await table.show(setup({ moves: "1 2 3", at: "2" }));
    table.undo();
    expect([here(), write(table.tree)]).toEqual(["1", "1 2 3"]);
  });

  it("is somewhere that is still there after moves were deleted", async () => {
    await table.show(setup({ moves: "1 2 3" }));
    table.delete(2);
    expect([here(), write(table.tree)]).toEqual(["1", "1"]);
    await table.show(setup({ moves: "1 2 3", at: "1" }));
    table.delete(3);
    expect([here(), write(table.tree)]).toEqual(["1", "1 2"]);
  });
});
