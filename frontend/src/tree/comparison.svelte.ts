/** Minimax, alpha-beta, and alpha-beta with the best guess first, of the same position. */
import type { Told, TreeTold } from "../api/client";
import type { Key } from "../words/all";
import type { Asker } from "./asker";
import { growJob, plant, type Plant } from "./plant";
import type { Search, Settings } from "./settings";

type Grown = Extract<Told, { kind: "grown" }>;

export interface Rival {
  readonly title: Key;
  readonly search: Partial<Search>;
}

const plain = { cache: false, infer: false, root_window: "shared" } as const;
export const RIVALS: readonly Rival[] = [
  { title: "treeCompareMinimax", search: { ...plain, algorithm: "minimax", order: "natural" } },
  { title: "treeCompareAlphabeta", search: { ...plain, algorithm: "alphabeta", order: "natural" } },
  { title: "treeCompareOrdered", search: { ...plain, algorithm: "alphabeta", order: "best" } },
];

/** What is compared; how it is searched elsewhere on the page does not matter. */
function matter({ line, search }: Settings): string {
  return JSON.stringify([line, search.depth, search.eval]);
}

export class Comparison {
  found = $state.raw<readonly Plant[]>([]);
  running = $state(false);
  problem = $state("");

  #matter = "";
  #turn = 0;
  readonly #asker: Pick<Asker<Grown>, "ask" | "stop">;
  readonly #fetch: (job: string) => Promise<TreeTold>;

  constructor(asker: Pick<Asker<Grown>, "ask" | "stop">, fetch: (job: string) => Promise<TreeTold>) {
    this.#asker = asker;
    this.#fetch = fetch;
  }

  async run(settings: Settings): Promise<void> {
    this.stop();
    const turn = this.#turn;
    this.#matter = matter(settings);
    this.running = true;
    try {
      for (const { search } of RIVALS) {
        const grown = await this.#asker.ask(growJob(settings, search));
        const told = grown && (await this.#fetch(grown.job));
        if (!told || turn !== this.#turn) return;
        this.found = [...this.found, plant(told)];
      }
    } catch (error) {
      if (turn !== this.#turn) return;
      this.problem = error instanceof Error ? error.message : String(error);
    }
    this.running = false;
  }

  /** Something else is looked at, perhaps: then it is over. */
  attend(settings: Settings): void {
    if (matter(settings) !== this.#matter) this.stop();
  }

  stop(): void {
    this.#turn += 1;
    this.#asker.stop();
    this.found = [];
    this.running = false;
    this.problem = "";
  }
}
