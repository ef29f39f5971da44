/** Agents at the table: whoever's turn it is at the end of the line is asked for a move. */
import type { Job, Told } from "../api/client";
import type { Errand } from "./errand";
import { PERSON } from "./link";
import type { Table } from "./table.svelte";

export type Chosen = Extract<Told, { kind: "chosen" }>;

/** Least milliseconds between two moves. */
export const PACES = [2000, 1000, 500, 0] as const;

/** The same where a person plays, who wants to see what happens. */
const USUAL_PACE = 350;

export class Players {
  thinking = $state(false);
  /** It is compiled first, which takes seconds, once. */
  compiling = $state(false);
  problem = $state("");
  replaced = $state(false);
  /** Two agents play on, until somebody stops them or goes elsewhere. */
  watching = $state(false);
  pace = $state<number>(PACES[1]);
  /** What an agent said to its move, by the node that the move led to. */
  said = $state.raw<ReadonlyMap<number, Chosen>>(new Map());
  /** Who has resigned, by node. */
  resigned = $state.raw<ReadonlyMap<number, 1 | 2>>(new Map());

  #key = "";
  #clock: ReturnType<typeof setTimeout> | undefined;
  readonly #table: Table;
  readonly #errand: Errand<Chosen>;

  constructor(table: Table, errand: Errand<Chosen>) {
    this.#table = table;
    this.#errand = errand;
    table.onwandered = () => (this.watching = false);
  }

  /** From the end of the line on. */
  watch(): void {
    this.#table.toEnd();
    this.watching = true;
  }

  /** The agent whose turn it is; none where a person moves, or nobody. */
  get agent(): string | null {
    const { position, isEnd, people } = this.#table;
    if (!position || position.outcome || !isEnd || this.resigned.has(this.#table.at)) return null;
    if (people === 0 && !this.watching) return null;
    const seat = this.#table.seat(position.turn);
    return seat === PERSON ? null : seat;
  }

  /** Look at the table: ask an agent if it is its turn, and stop one whose turn it is not. */
  attend(): void {
    if (this.watching && this.#table.position?.outcome) this.watching = false;
    const { agent } = this;
    const { at, tree, seed, game, start } = this.#table;
    const key = agent === null ? "" : JSON.stringify([game, start, tree.next, at, agent, seed]);
    if (key === this.#key) return;
    this.stop();
    this.#key = key;
    if (agent !== null) this.#ask(agent, performance.now());
  }

  retry(): void {
    this.stop();
    this.attend();
  }

  stop(): void {
    clearTimeout(this.#clock);
    this.#errand.stop();
    this.#key = "";
    this.thinking = false;
    this.compiling = false;
    this.problem = "";
    this.replaced = false;
  }

  /** Another game: nobody has said anything. */
  forget(): void {
    this.stop();
    this.said = new Map();
    this.resigned = new Map();
  }

  #ask(agent: string, begun: number): void {
    const { at, seed } = this.#table;
    const job: Job = { kind: "choose", line: this.#table.lineTo(at), agent, seed };
    this.thinking = true;
    let told: Chosen | null = null;
    this.#errand.start(job, {
      news: (news) => (told = news),
      compiling: () => (this.compiling = true),
      done: () => told && this.#wait(told, begun),
      failed: (problem) => {
        this.thinking = false;
        this.problem = problem;
      },
      again: () => (this.replaced = true),
    });
  }

  /** Until its time has come, then play. */
  #wait(told: Chosen, begun: number): void {
    const pace = this.#table.people ? USUAL_PACE : this.pace;
    this.#clock = setTimeout(() => void this.#play(told), begun + pace - performance.now());
  }

  async #play(told: Chosen): Promise<void> {
    this.thinking = false;
    this.compiling = false;
    const { at, position } = this.#table;
    if (told.move === null) {
      this.resigned = new Map(this.resigned).set(at, position?.turn ?? 1);
      return;
    }
    if (await this.#table.play(told.move)) this.said = new Map(this.said).set(this.#table.at, told);
  }
}
