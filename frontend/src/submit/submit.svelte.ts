/** The room where a pair has its files checked and hands them in. */
import { course, type CourseTold } from "../api/arena";
import * as api from "../api/mine";
import { isStranger } from "../api/refused";
import { newTicket, read } from "./files";
import { Trying } from "./trying.svelte";
import { visitor } from "./visitor.svelte";

const ENDED: readonly api.CheckTold["state"][] = ["done", "failed", "cancelled"];

export class Submit extends Trying {
  course = $state.raw<CourseTold | null>(null);
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
  #unfollow: () => void = () => undefined;

  get checking(): boolean {
    return this.check !== null && !ENDED.includes(this.check.state);
  }

  /** A pair has signed in; ends when what it returns is called. */
  open(): () => void {
    void this.#try(async () => {
      [this.course, this.templates] = [await course(), await api.templates()];
      await this.#look();
      if (this.mine?.check) this.#follow(this.mine.check);
    });
    return () => this.#unfollow();
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
    this.#ticket = newTicket();
  }

  choose(player: number): void {
    [this.player, this.answer] = [player, null];
    this.#ticket = newTicket();
  }

  async examine(): Promise<void> {
    await this.#try(async () => {
      this.answer = null;
      this.#follow(await api.check({ player: this.player, name: this.name, text: this.text }));
    });
  }

  /** An answer that was lost on its way is told again: the ticket is the same. */
  async handIn(): Promise<void> {
    await this.#try(async () => {
      this.answer = null;
      this.answer = await this.#send({ player: this.player, text: this.text, ticket: this.#ticket });
      this.#ticket = newTicket();
      await this.#look();
      const begun = this.mine?.check;
      if (begun && begun.check === this.answer.check) this.#follow(begun);
      else this.check = null;
    });
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
    if (!this.checking) return;
    this.#unfollow = api.follow(check.check, (told) => this.#hear(told), () => void this.#lost());
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

  async #look(): Promise<void> {
    this.mine = await api.mine();
  }

  #try(act: () => Promise<void>): Promise<void> {
    return this.attempt(act, async (error) => {
      if (isStranger(error)) await visitor.look();
    });
  }
}
