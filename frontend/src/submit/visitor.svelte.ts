/** Whoever sits before the page: a pair, the teacher, or nobody that we know. */
import * as api from "../api/mine";
import { isStranger } from "../api/refused";
import { Trying } from "./trying.svelte";

class Visitor extends Trying {
  me = $state.raw<api.MeTold | null>(null);

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
      this.me = await api.me();
    });
  }
}

export const visitor = new Visitor();
