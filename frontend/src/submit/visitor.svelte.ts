/** Whoever sits before the page: a pair, the teacher, or nobody that we know. */
import * as api from "../api/mine";
import { isStranger } from "../api/refused";
import type { Draft } from "./files";
import { Trying } from "./trying.svelte";

/** The file that a pair has before it, for whoever leaves the room and comes back. */
export interface Drafts {
  kept?: Draft;
}

class Visitor extends Trying {
  me = $state.raw<api.MeTold | null>(null);
  /** Of whoever is signed in; who signs out leaves none. */
  #drafts = { whose: "", kept: {} };

  /** Of this pair: another one finds nothing here. */
  drafts(pair: string): Drafts {
    if (this.#drafts.whose !== pair) this.#drafts = { whose: pair, kept: {} };
    return this.#drafts.kept;
  }

  look(): Promise<void> {
    return this.attempt(async () => {
      this.me = await api.me();
    });
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
        if (!isStranger(error)) throw error; // who is not signed in is signed out
      });
      this.#drafts = { whose: "", kept: {} };
      this.me = await api.me();
    });
  }
}

export const visitor = new Visitor();
