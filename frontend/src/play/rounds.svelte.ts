/** Something to be found out about many nodes: one job after the other, what is wanted first first. */
import type { Job, Told } from "../api/client";
import type { Errand } from "./errand";

/** Milliseconds before the next job where the last one was not wanted to its end. */
const PAUSE = 150;

export interface Wish {
  readonly node: number;
  readonly job: Job;
  /** A wish with more effort is granted though one with less was. */
  readonly effort: number;
}

/** Would more effort find out nothing more than what is told? */
export type IsLast<T> = (told: T) => boolean;

export class Rounds<T extends Told> {
  found = $state.raw<ReadonlyMap<number, T>>(new Map());
  /** The node that is being looked at. */
  at = $state<number | null>(null);
  problem = $state("");
  /** It is compiled first, which takes seconds, once. */
  compiling = $state(false);
  /** A worker has died meanwhile, and another one has begun again. */
  replaced = $state(false);

  #wishes: readonly Wish[] = [];
  readonly #granted = new Map<number, number>();
  readonly #failed = new Set<number>();
  #effort = 0;
  #clock: ReturnType<typeof setTimeout> | undefined;
  readonly #errand: Errand<T>;
  readonly #isLast: IsLast<T>;

  constructor(errand: Errand<T>, isLast: IsLast<T> = () => false) {
    this.#errand = errand;
    this.#isLast = isLast;
  }

  /** From now on these are wanted, and nothing else. */
  want(wishes: readonly Wish[]): void {
    const first = wishes[0]?.node;
    if (first !== this.#wishes[0]?.node) this.#forgive(first);
    this.#wishes = wishes;
    const next = this.#next();
    if (this.at !== null && next?.node === this.at && next.effort <= this.#effort) return;
    const interrupted = this.at !== null;
    this.#halt();
    if (next) this.#clock = setTimeout(() => this.#begin(), interrupted ? PAUSE : 0);
  }

  /** Other positions, or another question: nothing is known. */
  forget(): void {
    this.#halt();
    this.#wishes = [];
    this.#granted.clear();
    this.#failed.clear();
    this.found = new Map();
    this.problem = "";
    this.replaced = false;
  }

  /** Once more, after a failure. */
  retry(): void {
    this.#failed.clear();
    this.problem = "";
    this.#begin();
  }

  /** Another one is wanted first: it is tried, and what has failed is left out. */
  #forgive(first: number | undefined): void {
    this.problem = "";
    if (first !== undefined) this.#failed.delete(first);
  }

  #next(): Wish | undefined {
    const isOpen = ({ node, effort }: Wish): boolean =>
      !this.#failed.has(node) && (this.#granted.get(node) ?? -1) < effort;
    return this.#wishes.find(isOpen);
  }

  #halt(): void {
    clearTimeout(this.#clock);
    this.#errand.stop();
    this.at = null;
    this.compiling = false;
  }

  #begin(): void {
    const wish = this.#next();
    if (!wish || this.problem) return;
    this.at = wish.node;
    this.#effort = wish.effort;
    this.#errand.start(wish.job, {
      news: (told) => {
        this.compiling = false;
        this.found = new Map(this.found).set(wish.node, told);
      },
      compiling: () => (this.compiling = true),
      done: () => this.#granting(wish),
      failed: (problem) => {
        this.at = null;
        this.#failed.add(wish.node);
        this.problem = problem;
      },
      again: () => (this.replaced = true),
    });
  }

  #granting(wish: Wish): void {
    const told = this.found.get(wish.node);
    const last = told !== undefined && this.#isLast(told);
    this.#granted.set(wish.node, last ? Infinity : wish.effort);
    this.at = null;
    this.#begin();
  }
}
