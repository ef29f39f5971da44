/** Asks for one job at a time: a new question takes the place of the last. */
import type { Job, Told } from "../api/client";
import { answer, type Running } from "../api/stream";

/** Somebody looks at the page; the server drops what is done for a page that nobody sees. */
function seen(): Promise<void> {
  return new Promise((resolve) => {
    if (document.visibilityState === "visible") setTimeout(resolve, 500);
    else document.addEventListener("visibilitychange", () => resolve(), { once: true });
  });
}

export class Asker<T extends Told> {
  #turn = 0;
  #running: Running | null = null;

  /** What the job has told, and its number; null if it has been replaced meanwhile. */
  async ask(job: Job): Promise<{ told: T; job: string } | null> {
    this.stop();
    const turn = this.#turn;
    for (;;) {
      try {
        const found = await answer<T>(job, (running) => {
          if (turn === this.#turn) this.#running = running;
          else running.cancel();
        });
        return turn === this.#turn ? found : null;
      } catch (error) {
        if (turn !== this.#turn) return null;
        if (!(error instanceof Error) || error.message !== "cancelled") throw error;
      }
      await seen();
      if (turn !== this.#turn) return null;
    }
  }

  /** Nobody wants it any more. */
  stop(): void {
    this.#turn += 1;
    this.#running?.cancel();
    this.#running = null;
  }
}
