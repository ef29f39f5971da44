/** The address says what is shown at the table, and what is shown is noted in the address. */
import { untrack } from "svelte";
import { query, same, setup, type Query } from "./link";
import type { Table } from "./table.svelte";

/** What is needed of the page's address. */
export interface Place {
  readonly query: Query;
  /** Another entry: the back button leads back. */
  go(room: "play", query: Query): void;
  note(changes: Query): void;
}

export class Sync {
  /** Is that shown which the address said at first? */
  #ready = $state(false);
  #begun = 0;
  readonly #table: Table;
  readonly #address: Place;

  constructor(table: Table, address: Place) {
    this.#table = table;
    this.#address = address;
  }

  /** Show what the address says, unless it is there already. What nobody could tell is shown when
   * it is read again. */
  async read(): Promise<void> {
    const told = this.#address.query;
    if (this.#ready && same(told, query(this.#table.setup))) return;
    const shown = this.#table.show(setup(told)).then(() => true);
    this.#ready = (await shown.catch(() => false)) || this.#ready;
  }

  /** Note what is shown. A game that somebody has begun is another entry. */
  write(): void {
    if (!this.#ready) return;
    const told = query(this.#table.setup);
    const { begun } = this.#table;
    untrack(() => {
      const here = this.#address.query;
      if (begun !== this.#begun && !same(here, told)) this.#address.go("play", here);
      this.#begun = begun;
      this.#address.note(told);
    });
  }
}
