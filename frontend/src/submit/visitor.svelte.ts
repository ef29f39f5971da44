/** Whoever sits before the page: a pair, the teacher, or nobody that we know. */
import * as api from "../api/mine";

class Visitor {
  me = $state.raw<api.MeTold | null>(null);
  busy = $state(false);
  problem = $state("");

  look(): Promise<void> {
    return this.#try(async () => {
      this.me = await api.me();
    });
  }

  signIn(group: number, pair: number, password: string): Promise<void> {
    return this.#try(async () => {
      this.me = await api.signIn({ group, pair, password });
    });
  }

  signInTeacher(password: string): Promise<void> {
    return this.#try(async () => {
      this.me = await api.signInTeacher(password);
    });
  }

  signOut(everywhere: boolean): Promise<void> {
    return this.#try(async () => {
      await api.signOut(everywhere).catch(() => undefined); // whoever is not signed in is signed out
      this.me = await api.me();
    });
  }

  async #try(act: () => Promise<void>): Promise<void> {
    [this.problem, this.busy] = ["", true];
    try {
      await act();
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    } finally {
      this.busy = false;
    }
  }
}

export const visitor = new Visitor();
