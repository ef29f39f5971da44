/** Whoever sits before the page: a pair, the teacher, or nobody that we know. */
import * as api from "../api/mine";
import { hasEnded } from "../api/refused";
import type { Draft } from "./files";
import { Trying } from "./trying.svelte";

/** The file that a pair has before it, for whoever leaves the room and comes back. */
export interface Drafts {
  readonly pair: string;
  kept?: Draft;
  player?: number;
}

class Visitor extends Trying {
  me = $state.raw<api.MeTold | null>(null);
  /** Of whoever is signed in; who signs out leaves none. */
  #drafts: Drafts = { pair: "" };

  /** The pair that is signed in; "": none is. */
  get pair(): string {
    return this.me?.who === "pair" ? `${this.me.group}-${this.me.pair}` : "";
  }

  /** Of this pair: another one finds nothing here. */
  drafts(pair: string): Drafts {
    if (this.#drafts.pair !== pair) this.#drafts = { pair };
    return this.#drafts;
  }

  /** Who is it by now? Rejects if nobody answers. */
  async renew(): Promise<void> {
    this.me = await api.me();
  }

  look(): Promise<void> {
    return this.attempt(() => this.renew());
  }

  signIn(group: number, pair: number, password: string): Promise<void> {
    return this.attempt(async () => {
      this.me = await api.signIn({ group, pair, password });
    });
  }

  signInTeacher(password: string): Promise<void> {
    return this.attempt(async () => {
      this.me = await api.signInTeacher(password);
    });
  }

  signOut(everywhere: boolean): Promise<void> {
    return this.attempt(async () => {
      await api.signOut(everywhere).catch((error: unknown) => {
        if (!hasEnded(error)) throw error; // who is not signed in is signed out
      });
      this.#drafts = { pair: "" };
      await this.renew();
    });
  }
}

export const visitor = new Visitor();
