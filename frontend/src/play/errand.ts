/**
 * One job at a time. A new one takes the place of the last; one that the server has dropped while
 * nobody looked is asked for again when somebody does.
 */
import type { Job, Told } from "../api/client";
import type { run, Running } from "../api/stream";

export interface Hearer<T extends Told> {
  /** What is known so far. */
  news(told: T): void;
  done(): void;
  failed(problem: string): void;
  /** Its worker has died; another one has begun again. */
  again?(): void;
  /** It is compiled first, which takes seconds, once. */
  compiling?(): void;
}

/** Calls back when somebody looks at the page; at once if somebody does. */
export type WhenSeen = (call: () => void) => void;

function whenSeen(call: () => void): void {
  if (document.visibilityState === "visible") call();
  else document.addEventListener("visibilitychange", () => whenSeen(call), { once: true });
}

export class Errand<T extends Told> {
  #number = 0;
  #running: Running | null = null;
  readonly #run: typeof run;
  readonly #whenSeen: WhenSeen;

  constructor(runs: typeof run, seen: WhenSeen = whenSeen) {
    this.#run = runs;
    this.#whenSeen = seen;
  }

  start(job: Job, hearer: Hearer<T>): void {
    this.stop();
    const number = this.#number;
    const mine = (): boolean => number === this.#number;
    this.#run(job, (event) => {
      if (!mine()) return;
      if (event.told) hearer.news(event.told as T);
      if (event.state === "again") hearer.again?.();
      if (event.state === "compiling") hearer.compiling?.();
      if (event.state === "done") this.#finish(() => hearer.done());
      if (event.state === "failed") this.#finish(() => hearer.failed(event.problem ?? event.state));
      if (event.state === "cancelled") this.#whenSeen(() => mine() && this.start(job, hearer));
    }).then(
      (running) => {
        if (mine()) this.#running = running;
        else running.cancel();
      },
      (error: unknown) =>
        mine() &&
        this.#finish(() => hearer.failed(String(error instanceof Error ? error.message : error))),
    );
  }

  #finish(tell: () => void): void {
    this.#number += 1;
    this.#running = null;
    tell();
  }

  /** Nobody wants it any more. */
  stop(): void {
    this.#number += 1;
    this.#running?.cancel();
    this.#running = null;
  }
}
