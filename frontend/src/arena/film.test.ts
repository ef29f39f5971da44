import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { GameNamed, LiveGame } from "../api/arena";
import type { LineTold, Position } from "../api/client";
import { Boards } from "./boards.svelte";
import { Mini } from "./mini.svelte";

function line(plies: number): LineTold {
  const positions = Array.from({ length: plies + 1 }, (_each, ply): Position => ({
    ply, text: "", turn: 1, last: ply ? "a" : null, more: false, outcome: null,
    moves: [], view: { kind: "plain", drawing: String(ply) },
  }));
  return { game: "g", typed: "g", start: "", positions };
}
const live = (opening: number): LiveGame => ({
  first: "a", second: "b", opening, rules: "g", start: "", moves: ["a", "a"], drawn: 1, winner: 1, reason: "won",
});

describe("boards of a round under way", () => {
  test("take the latest games, play them from the opening on, and make room when they have rested", async () => {
    const asked: number[] = [];
    const boards = new Boards((game) => {
      asked.push(game.opening);
      return Promise.resolve(line(2));
    });
    boards.learn([5, 4, 3, 2, 1].map(live));
    for (let n = 0; n < 4; n++) await boards.tick();
    expect(asked).toEqual([5, 4, 3, 2]);
    expect(boards.shown.map(({ film }) => film.at)).toEqual([2, 2, 2, 1]);
    boards.paused = true;
    await boards.tick();
    expect(boards.shown.at(-1)?.film.at).toBe(1);
    boards.paused = false;
    for (let n = 0; n < 6; n++) await boards.tick();
    expect(asked).toEqual([5, 4, 3, 2, 1]);
    expect(boards.shown.map(({ game }) => game.opening)).toContain(1);
    boards.learn([5, 4, 3, 2, 1].map(live));
    for (let n = 0; n < 9; n++) await boards.tick();
    expect(asked).toHaveLength(5);
  });
});

describe("the last game of a cell", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const game: GameNamed = { first: 1, second: 2, opening: 3, winner: 1, reason: "won", moves: 2 };

  test("is asked for when somebody stays, and plays itself to its end", async () => {
    const asked: string[] = [];
    const mini = new Mini((cell) => {
      asked.push(cell.join());
      return Promise.resolve({ game, line: line(2) });
    });
    mini.look([1, 2]);
    mini.look([1, 3]);
    await vi.advanceTimersByTimeAsync(400);
    expect(asked).toEqual(["1,3"]);
    expect(mini.film?.at).toBe(0);
    await vi.advanceTimersByTimeAsync(5000);
    expect(mini.film?.at).toBe(2);
    mini.leave();
    expect(mini.film).toBeNull();
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toHaveLength(1);
  });

  test("is not shown where there is none, nor when somebody has left meanwhile", async () => {
    const none = new Mini(() => Promise.resolve(null));
    none.look([1, 2]);
    await vi.advanceTimersByTimeAsync(400);
    expect(none.film).toBeNull();
    const slow = new Mini(() => new Promise((resolve) => setTimeout(() => resolve({ game, line: line(1) }), 100)));
    slow.look([1, 2]);
    await vi.advanceTimersByTimeAsync(400);
    slow.leave();
    await vi.advanceTimersByTimeAsync(400);
    expect(slow.film).toBeNull();
  });
});
