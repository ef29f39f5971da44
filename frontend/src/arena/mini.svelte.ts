/** The last game of two players, in passing: while a cell of the cross table is pointed at. */
import type { GameNamed } from "../api/arena";
import type { LineTold } from "../api/client";
import { Film } from "./film.svelte";

const WAIT = 350; // ms before anything is asked for
const PACE = 450; // ms between two moves

/** A game with its positions; null: there are none to be shown. */
export type LastGame = (cell: readonly [number, number]) => Promise<{ game: GameNamed; line: LineTold } | null>;

export class Mini {
  film = $state.raw<Film | null>(null);
  game = $state.raw<GameNamed | null>(null);

  #wanted = "";
  #later: ReturnType<typeof setTimeout> | undefined;
  #clock: ReturnType<typeof setInterval> | undefined;
  readonly #find: LastGame;

  constructor(find: LastGame) {
    this.#find = find;
  }

  look(cell: readonly [number, number]): void {
    if (this.#wanted === cell.join()) return;
    this.leave();
    this.#wanted = cell.join();
    this.#later = setTimeout(() => void this.#show(cell), WAIT);
  }

  leave(): void {
    clearTimeout(this.#later);
    clearInterval(this.#clock);
    [this.film, this.game, this.#wanted] = [null, null, ""];
  }

  async #show(cell: readonly [number, number]): Promise<void> {
    const found = await this.#find(cell).catch(() => null); // the cell's own list says what is wrong
    if (!found || this.#wanted !== cell.join()) return;
    const film = new Film(found.line, 0);
    [this.film, this.game] = [film, found.game];
    this.#clock = setInterval(() => film.step() || clearInterval(this.#clock), PACE);
  }
}
