/** The experiments of this tab. They go on while another room is looked at. */
import type { Experimented, JobEvent, TableTold, Wording } from "../api/client";
import { address } from "../address.svelte";
import { run, type Running } from "../api/stream";
import { language } from "../words/words.svelte";
import { areSearches, fromQuery, job, query, type Accepted, type Form } from "./form";
import { keep, kept, type Kept } from "./kept";
import type { Layer } from "./series";

export type RunState = "waiting" | "compiling" | "running" | "done" | "failed" | "stopped" | "lost";

export const UNDERWAY: readonly RunState[] = ["waiting", "compiling", "running"];

/** One experiment, from the click on. */
export class Run {
  state = $state<RunState>("waiting");
  told = $state.raw<Experimented | null>(null);
  problem = $state("");
  readonly begun = Date.now();
  #running: Running | null = null;

  constructor(
    readonly number: number,
    readonly form: Form,
  ) {}

  /** As it was before a reload. */
  static again({ number, form, state, problem, told }: Kept): Run {
    return Object.assign(new Run(number, form), { state, problem, told });
  }

  /** A page that goes takes with it what is under way. */
  get kept(): Kept {
    const { number, form, problem, told } = this;
    const state = this.underway ? "lost" : (this.state as Kept["state"]);
    return { number, form, state, problem, told };
  }

  /** What is told, in the language of the page. */
  get wording(): Wording | undefined {
    return this.told?.said[language()];
  }

  get tables(): readonly TableTold[] {
    return this.wording?.tables ?? [];
  }

  get underway(): boolean {
    return UNDERWAY.includes(this.state);
  }

  async begin(): Promise<void> {
    try {
      const running = await run(job(this.form), (event) => this.#hear(event));
      if (this.underway) this.#running = running;
      else running.cancel();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** What is known so far stays. */
  stop(): void {
    if (!this.underway) return;
    this.state = "stopped";
    this.#running?.cancel();
  }

  #hear(event: JobEvent): void {
    if (!this.underway) return;
    if (event.told?.kind === "experimented") this.told = event.told;
    if (event.state === "news") this.state = "running";
    else if (event.state === "compiling") this.state = this.told?.done ? "running" : "compiling";
    else if (event.state === "waiting" || event.state === "again") this.state = "waiting";
    else if (event.state === "failed") this.#fail(new Error(event.problem ?? ""));
    else if (event.state === "cancelled") this.state = "lost";
    else if (event.state === "done") this.state = "done";
  }

  #fail(error: unknown): void {
    this.state = "failed";
    this.problem = error instanceof Error ? error.message : String(error);
  }
}

/** All of them, the latest last; the form; which one is shown, and which are laid over it. */
class Lab {
  runs = $state<Run[]>(kept(sessionStorage).map((each) => Run.again(each)));
  shown = $state(this.runs.at(-1)?.number ?? 0);
  overlaid = $state<number[]>([]);
  form = $state.raw<Form | null>(null);
  #accepted: Accepted = {};

  constructor() {
    addEventListener("pagehide", () => keep(this.runs.map((each) => each.kept), sessionStorage));
  }

  get current(): Run | undefined {
    return this.runs.find((each) => each.number === this.shown);
  }

  get underway(): Run | undefined {
    return this.runs.find((each) => each.underway);
  }

  /** Is what the form asks for under way? */
  get asked(): boolean {
    const { underway, form } = this;
    return !!underway && !!form && JSON.stringify(job(underway.form)) === JSON.stringify(job(form));
  }

  /** Earlier and later ones that can be laid over the one shown. */
  get comparable(): Run[] {
    const what = this.current?.form.what;
    if (!what || !areSearches(what)) return [];
    return this.runs.filter((each) => each !== this.current && each.form.what === what && each.tables.length);
  }

  /** The form of the address, unless it leads to another room. */
  open(accepted: Accepted): void {
    this.#accepted = accepted;
    if (address.room === "lab") this.change(fromQuery(address.query, accepted));
  }

  change(form: Form): void {
    this.form = form;
    address.note(query(form, this.#accepted, address.query["game"]));
  }

  start(): void {
    if (!this.form) return;
    this.underway?.stop();
    const fresh = new Run((this.runs.at(-1)?.number ?? 0) + 1, this.form);
    this.runs.push(fresh);
    this.shown = fresh.number;
    this.overlaid = [];
    void fresh.begin();
  }

  show(number: number): void {
    this.shown = number;
    this.overlaid = [];
    const form = this.current?.form;
    if (form) this.change(form);
  }

  overlay(number: number, on: boolean): void {
    this.overlaid = on ? [...this.overlaid, number] : this.overlaid.filter((each) => each !== number);
  }
}

export const lab = new Lab();

/** The tables of a run, and of those that are laid over it. */
export function layers(run: Run): Layer[] {
  const others = lab.comparable.filter((each) => lab.overlaid.includes(each.number));
  return [layer(run, ""), ...others.map((each) => layer(each, `#${each.number} `))];
}

export function layer(run: Run, mark: string): Layer {
  return { mark, tables: run.tables, names: run.told?.names ?? [] };
}
