/** The mistakes of a game, one after the other: each is shown before it is made. */
import type { Told } from "../api/client";
import type { Errand } from "./errand";
import { PERSON } from "./link";
import type { Table } from "./table.svelte";

export type Reviewed = Extract<Told, { kind: "reviewed" }>;
export type Mistake = Reviewed["mistakes"][number];

export class Reviewer {
  told = $state.raw<Reviewed | null>(null);
  running = $state(false);
  problem = $state("");
  /** Which mistake is looked at; none while it is null. */
  index = $state<number | null>(null);
  /** What was tried instead of it. */
  tried = $state("");
  /** The better move, when it was found or shown. */
  answer = $state("");

  #line: readonly number[] = [];
  readonly #table: Table;
  readonly #errand: Errand<Reviewed>;

  constructor(table: Table, errand: Errand<Reviewed>) {
    this.#table = table;
    this.#errand = errand;
  }

  /** Of the people at the table; of all where there are none. In the order of the game. */
  get mistakes(): Mistake[] {
    const { people, positions } = this.#table;
    const all = [...(this.told?.mistakes ?? [])].sort((one, other) => one.ply - other.ply);
    if (!people) return all;
    const turn = (each: Mistake): 1 | 2 => positions.get(this.#line[each.ply] ?? -1)?.turn ?? 1;
    return all.filter((each) => this.#table.seat(turn(each)) === PERSON);
  }

  get current(): Mistake | null {
    return this.index === null ? null : (this.mistakes[this.index] ?? null);
  }

  /** Is something to be found, so that nothing may give it away? */
  get asking(): boolean {
    return this.current !== null && !this.answer;
  }

  begin(): void {
    this.close();
    this.#line = this.#table.line;
    this.running = true;
    const end = this.#line.at(-1) ?? 0;
    this.#errand.start(
      { kind: "review", line: this.#table.lineTo(end), seconds: 5 },
      {
        news: (told) => (this.told = told),
        done: () => (this.running = false),
        failed: (problem) => {
          this.running = false;
          this.problem = problem;
        },
      },
    );
  }

  close(): void {
    this.#errand.stop();
    this.running = false;
    this.told = null;
    this.index = null;
    this.problem = "";
    this.tried = "";
  }

  /** Before the mistake of this number; the first and the last are neighbours. */
  look(index: number): void {
    const count = this.mistakes.length;
    if (!count) return;
    this.index = (index + count) % count;
    this.tried = "";
    this.answer = "";
    const at = this.#line[this.current?.ply ?? 0];
    if (at !== undefined && this.#table.tree.nodes.has(at)) void this.#table.goTo(at);
  }

  /** A move instead of the mistake; right if it is as good as the best one. */
  guess(move: string, best: readonly string[]): void {
    this.tried = move;
    if (move === this.current?.better || best.includes(move)) this.answer = move;
  }

  show(): void {
    this.answer = this.current?.better ?? "";
  }

  /** Somewhere else in the game: nothing is asked any more. */
  leave(): void {
    this.index = null;
  }
}
