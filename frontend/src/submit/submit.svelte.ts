/** The room where a pair has its files checked and hands them in. */
import { course, progress, type CourseTold, type ProgressTold } from "../api/arena";
import * as api from "../api/mine";
import { hasEnded } from "../api/refused";
import { Latest } from "../arena/latest";
import { pulse } from "../arena/pulse";
import { enough, newTicket, read } from "./files";
import { Trying } from "./trying.svelte";
import { visitor, type Drafts } from "./visitor.svelte";

const PAUSE = 3000; // ms between two looks at the round under way
const LONG = 5; // looks at it for one at everything
const ENDED: readonly api.CheckTold["state"][] = ["done", "failed", "cancelled"];
const isGoing = ({ state }: api.CheckTold): boolean => !ENDED.includes(state);

export class Submit extends Trying {
  course = $state.raw<CourseTold | null>(null);
  progress = $state.raw<ProgressTold | null>(null);
  mine = $state.raw<api.MineTold | null>(null);
  templates = $state.raw<readonly api.TemplateTold[]>([]);
  player = $state(1);
  name = $state("player.py");
  text = $state("");
  check = $state.raw<api.CheckTold | null>(null);
  answer = $state.raw<api.HandInTold | null>(null);
  /** A file is on its way, and not answered yet. */
  handing = $state(false);
  /** A file was brought that is no text. */
  noText = $state("");
  #ticket = newTicket();
  #source: (() => void) | null = null;
  #looks = 0;
  #left = false;
  readonly #lists = new Latest();
  readonly #drafts: Drafts;

  /** `drafts`: where the file is found again by whoever comes back to the room. */
  constructor(drafts: Drafts) {
    super();
    this.#drafts = drafts;
    [this.name, this.text] = [drafts.kept?.name ?? this.name, drafts.kept?.text ?? ""];
    this.player = drafts.player ?? this.player;
  }

  get checking(): boolean {
    return this.check !== null && isGoing(this.check);
  }

  /** A pair has signed in; ends when what it returns is called. */
  open(): () => void {
    void this.#try(() => this.#learn());
    const stop = pulse(() => this.look(), PAUSE);
    const seen = (): void => void this.#renew();
    document.addEventListener("visibilitychange", seen);
    return () => {
      this.#left = true;
      stop();
      document.removeEventListener("visibilitychange", seen);
      this.#unfollow();
    };
  }

  /** How far is the round? Verdicts and places come with it, and by and by from others who hand in for the pair. */
  async look(): Promise<void> {
    const before = this.progress;
    this.progress = await progress().catch(() => before); // the frame says that nobody answers
    this.#looks += 1;
    const changed = before?.state !== this.progress?.state || before?.number !== this.progress?.number;
    if ((before && changed) || this.#looks % LONG === 0) await this.#renew();
  }

  /** What has happened meanwhile, unless something is being done just now, which looks by itself. */
  async #renew(): Promise<void> {
    if (this.busy || document.visibilityState !== "visible") return;
    const opening = !this.mine;
    try {
      await this.#learn();
      if (opening) this.problem = ""; // that it had failed before
    } catch (error) {
      if (hasEnded(error)) await visitor.look();
    }
  }

  /** Everything, as it is now; also a check that others have begun. */
  async #learn(): Promise<void> {
    const opening = !this.mine;
    this.course = await course();
    if (opening) this.templates = await api.templates();
    const check = (await this.#look())?.check;
    if (check && !this.#source && (opening || isGoing(check))) this.#follow(check);
  }

  /** In the language that was chosen. */
  async translate(): Promise<void> {
    await this.#try(async () => {
      this.templates = await api.templates();
    });
  }

  async take(file: File): Promise<void> {
    const found = await read(file);
    this.noText = found ? "" : file.name;
    if (found) this.write(found.text, found.name);
  }

  /** The draft has changed: what is handed in next is another file. */
  write(text: string, name = this.name): void {
    [this.text, this.name, this.answer, this.noText] = [text, name, null, ""];
    this.#drafts.kept = { name, text };
    this.#ticket = newTicket();
  }

  choose(player: number): void {
    [this.player, this.answer] = [player, null];
    this.#drafts.player = player;
    this.#ticket = newTicket();
  }

  async examine(): Promise<void> {
    await this.#try(async () => {
      this.answer = null;
      this.#follow(await api.check({ player: this.player, name: this.name, text: this.#sent }));
    });
  }

  /** An answer that was lost on its way is told again: the ticket is the same. */
  async handIn(): Promise<void> {
    await this.#try(async () => {
      this.answer = null;
      this.answer = await this.#send({ player: this.player, text: this.#sent, ticket: this.#ticket });
      this.#ticket = newTicket();
      const begun = (await this.#look())?.check;
      if (begun && begun.check === this.answer.check) this.#follow(begun);
      else this.check = null;
    });
  }

  /** A file that is too large is not sent whole, and is told to be so. */
  get #sent(): string {
    return this.mine ? enough(this.text, this.mine.kilobytes) : this.text;
  }

  async #send(asked: Parameters<typeof api.handIn>[0]): Promise<api.HandInTold> {
    this.handing = true;
    try {
      return await api.handIn(asked);
    } finally {
      this.handing = false;
    }
  }

  async stop(): Promise<void> {
    await this.#try(async () => {
      if (this.check) await api.cancel(this.check.check);
    });
  }

  async fetch(player: number, version: number): Promise<string | null> {
    let found: string | null = null;
    await this.#try(async () => {
      found = await api.file(player, version);
    });
    return found;
  }

  #follow(check: api.CheckTold): void {
    this.#unfollow();
    this.check = check;
    if (!this.checking || this.#left) return;
    this.#source = api.follow(check.check, (told) => this.#hear(told), () => void this.#lost());
  }

  #unfollow(): void {
    this.#source?.();
    this.#source = null;
  }

  #hear(told: api.CheckTold): void {
    this.check = told;
    if (this.checking) return;
    this.#unfollow();
    if (told.version !== null) void this.#try(() => this.#look());
  }

  /** The server does not know the check any more, or us. */
  async #lost(): Promise<void> {
    this.#unfollow();
    await this.#try(() => this.#look());
    this.check = this.mine?.check ?? null;
  }

  /** What was answered, also where a later answer is the one that is shown; null: somebody else has signed in. */
  async #look(): Promise<api.MineTold | null> {
    const asked = this.#own();
    const found = await this.#lists.of(asked);
    if (found?.told) this.mine = found.told;
    return asked;
  }

  /** The cookie is that of all tabs: in another one, another pair may have signed in. */
  async #own(): Promise<api.MineTold | null> {
    await visitor.renew();
    return visitor.pair === this.#drafts.pair ? api.mine() : null;
  }

  #try(act: () => Promise<unknown>): Promise<void> {
    return this.attempt(act, async (error) => {
      if (hasEnded(error)) await visitor.look();
    });
  }
}
