/** The Tree lab: a tree, the step that is shown, the node that is looked at. */
import { address } from "../address.svelte";
import { fetchResult, tellLine, type Job, type Told, type TreeTold } from "../api/client";
import { Sketches } from "../play/sketches.svelte";
import { Asker } from "./asker";
import { growJob, plant, type GrowJob, type Plant } from "./plant";
import { readSettings, searchQuery, type Search, type Settings, type ViewName } from "./settings";
import { momentAt, type Moment } from "./steps";

type Grown = Extract<Told, { kind: "grown" }>;
type FollowJob = Extract<Job, { kind: "follow" }>;

const PAUSE = 300; // ms

function followJob({ line, player }: Settings): FollowJob {
  return { kind: "follow", line, player, seconds: 10, nodes: 100_000 };
}

/** What is asked for by an address. */
function jobOf(settings: Settings): GrowJob | FollowJob {
  return settings.player ? followJob(settings) : growJob(settings);
}

export class Lab {
  settings: Settings;
  plant = $state.raw<Plant | null>(null);
  /** The job whose tree is shown, to ask why; none for a player's file. */
  job = $state.raw<GrowJob | null>(null);
  growing = $state(false);
  problem = $state("");
  step = $state(0);
  /** The node that is looked at: that of the step, unless somebody has chosen another. */
  chosen = $state<number | null>(null);
  /** A node whose value is not to be seen, for it is asked for. */
  secret = $state<number | null>(null);

  /** Boards of nodes that somebody has pointed at. */
  readonly sketches = new Sketches(tellLine);

  readonly moment: Moment | null = $derived.by(() => {
    if (!this.plant) return null;
    const { tree, steps } = this.plant;
    return momentAt(tree, steps, this.step, this.settings.search.root_window === "shared");
  });
  readonly node: number = $derived(this.chosen ?? this.#here());
  /** Has the search come to its end? */
  readonly over: boolean = $derived(this.plant !== null && this.step === this.plant.steps.count - 1);

  readonly #algorithms: readonly string[];
  #key = "";
  #later: ReturnType<typeof setTimeout> | undefined;
  readonly #asker: Pick<Asker<Grown>, "ask" | "stop">;
  readonly #fetch: (job: string) => Promise<TreeTold>;

  /** The algorithms are those to choose from. */
  constructor(
    algorithms: readonly string[],
    asker: Pick<Asker<Grown>, "ask" | "stop"> = new Asker<Grown>(),
    fetch = fetchResult<TreeTold>,
  ) {
    this.#algorithms = algorithms;
    this.settings = $state.raw(this.#readAddress());
    this.#asker = asker;
    this.#fetch = fetch;
  }

  #readAddress(): Settings {
    return readSettings(address.query, this.#algorithms);
  }

  #here(): number {
    const path = this.moment?.path ?? [];
    return path[path.length - 1]?.node ?? 0;
  }

  /** The address has changed. */
  read(): void {
    this.settings = this.#readAddress();
    if (JSON.stringify(jobOf(this.settings)) !== this.#key) void this.grow();
    else if (this.plant && this.settings.step !== null) this.#show(this.settings.step - 1);
  }

  async grow(): Promise<void> {
    const job = jobOf(this.settings);
    const key = JSON.stringify(job);
    this.#key = key;
    this.growing = true;
    this.problem = "";
    try {
      const found = await this.#asker.ask(job);
      if (!found) return;
      const told = await this.#fetch(found.job);
      if (key !== this.#key) return;
      this.plant = plant(told);
      this.job = job.kind === "grow" ? job : null;
      this.secret = null;
      this.#show((this.settings.step ?? Number.POSITIVE_INFINITY) - 1);
    } catch (error) {
      if (key !== this.#key) return;
      this.plant = null;
      this.problem = error instanceof Error ? error.message : String(error);
    }
    this.growing = false;
  }

  /** The page speaks another language. What is said of a player's file comes with its tree. */
  translate(): void {
    this.settings = this.#readAddress();
    if (this.settings.player && this.plant) void this.grow();
  }

  #show(step: number): void {
    const last = (this.plant?.steps.count ?? 1) - 1;
    this.step = Math.min(Math.max(0, step), last);
    this.chosen = null;
  }

  /** Another step; the address follows when there is a pause: browsers allow few changes a second. */
  go(step: number): void {
    this.#show(step);
    clearTimeout(this.#later);
    this.#later = setTimeout(() => address.note({ step: this.over ? "" : String(this.step + 1) }), PAUSE);
  }

  /** On to where the node that is looked at has got its value; a quiz does not lead there. */
  toValue(): void {
    if (this.plant && this.settings.quiz === null) this.go(this.plant.steps.closed[this.node]!);
  }

  choose(node: number): void {
    this.chosen = node;
  }

  /** Another search of the same position. */
  search(changes: Partial<Search>): void {
    clearTimeout(this.#later);
    address.note({ ...searchQuery({ ...this.settings.search, ...changes }), player: "", step: "" });
    this.read();
  }

  /** Another position. */
  move(query: Record<string, string>): void {
    clearTimeout(this.#later);
    address.note(query);
    this.read();
  }

  /** A player's file, and its own search of the same position. */
  follow(player: string): void {
    clearTimeout(this.#later);
    address.note({ player, step: "" });
    this.read();
  }

  see(view: ViewName): void {
    address.note({ view: view === "tree" ? "" : view });
    this.settings = this.#readAddress();
  }

  /** Begin a quiz, or leave it. */
  quiz(seed: number | null): void {
    address.note({ quiz: seed === null ? "" : String(seed) });
    this.secret = null;
    this.settings = this.#readAddress();
  }

  stop(): void {
    clearTimeout(this.#later);
    this.#asker.stop();
  }
}
