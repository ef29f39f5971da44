/** For tests: a game of turns without rules, and errands that do what the test says. */
import type { Analysed, Job, Line, LineTold, Position, Told } from "../api/client";
import { Errand, type Hearer } from "./errand";

/** Positions of a game in which the sides take turns, and that is over after so many moves. */
export function turns(length = Infinity) {
  return (line: Line, since: number): Promise<LineTold> => {
    const moves = line.moves ?? [];
    const positions = ["", ...moves].map((last, ply): Position => ({
      ply,
      text: moves.slice(0, ply).join(""),
      turn: ply % 2 ? 2 : 1,
      last: last || null,
      moves: [1, 2, 3].map((n) => ({
        name: String(n),
        again: false,
        ends: false,
        cell: null,
        sowing: null,
      })),
      more: false,
      outcome: ply >= length ? { winner: 0, margin: 0 } : null,
      view: { kind: "plain", drawing: "" },
    }));
    const told = { game: line.game, typed: line.game, start: line.start ?? "" };
    return Promise.resolve({ ...told, positions: positions.slice(since) });
  };
}

/** What an analysis has found: a score, and those of moves. */
export function analysed(
  score: number | null,
  exact: boolean,
  scores: [string, number][] = [],
  more: Partial<Analysed> = {},
): Analysed {
  const all = scores.map(([move, each]) => ({ move, score: each, exact }));
  return {
    kind: "analysed",
    scores: all,
    score,
    exact,
    decided: exact,
    plies: null,
    line: [],
    depth: null,
    nodes: 0,
    seconds: 0,
    ...more,
  };
}

/** Asks nobody: the test is told what was asked, and tells what is heard. */
export class Desk<T extends Told> extends Errand<T> {
  hearer: Hearer<T> | null = null;
  readonly asked: Job[] = [];

  constructor() {
    super(() => Promise.reject(new Error("not asked")));
  }

  override start(job: Job, hearer: Hearer<T>): void {
    this.asked.push(job);
    this.hearer = hearer;
  }

  override stop(): void {
    this.hearer = null;
  }
}
