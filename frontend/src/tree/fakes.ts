/** For tests: somebody who is asked for trees, and answers when the test says so. */
import type { Job, Told } from "../api/client";

type Grown = Extract<Told, { kind: "grown" }>;
type Answer = { told: Grown; job: string } | null;

/** A job's answer is its number, as text. */
export class Oracle {
  readonly asked: Job[] = [];
  stopped = 0;
  #waiting: ((answer: Answer) => void)[] = [];

  ask(job: Job): Promise<Answer> {
    this.asked.push(job);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  stop(): void {
    this.stopped += 1;
  }

  /** The oldest question that nobody has answered. */
  answer(job: string): void {
    this.#waiting.shift()?.({ told: { kind: "grown", nodes: 1, visited: 1 }, job });
  }
}

/** Let all that is ready go on. */
export async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
}
