/** Boards on which games of a round that have just ended are played, one after the other. */
import type { LiveGame } from "../api/arena";
import type { LineTold } from "../api/client";
import { Film } from "./film.svelte";
import { gameKey } from "./tables";

const BOARDS = 4;
/** Steps that a board shows how its game has ended. */
const REST = 4;

interface Board {
  readonly game: LiveGame;
  readonly film: Film;
  rested: number;
}

export class Boards {
  shown = $state.raw<readonly Board[]>([]);
  paused = $state(false);

  #waiting: readonly LiveGame[] = [];
  readonly #seen = new Set<string>();
  #asking = false;
  readonly #tell: (game: LiveGame) => Promise<LineTold>;

  constructor(tell: (game: LiveGame) => Promise<LineTold>) {
    this.#tell = tell;
  }

  /** These have ended, the latest first. */
  learn(games: readonly LiveGame[]): void {
    this.#waiting = games.filter((game) => !this.#seen.has(gameKey(game)));
  }

  /** A move on every board; who has rested makes room for the next game. */
  async tick(): Promise<void> {
    if (this.paused) return;
    for (const board of this.shown) if (!board.film.step()) board.rested += 1;
    const full = this.shown.length === BOARDS && !this.shown.some((board) => board.rested > REST);
    const next = this.#waiting[0];
    if (full || !next || this.#asking) return;
    this.#asking = true;
    this.#seen.add(gameKey(next));
    this.#waiting = this.#waiting.slice(1);
    await this.#tell(next).then(
      (line) => this.#put({ game: next, film: new Film(line, next.drawn), rested: 0 }),
      () => undefined, // the frame says that nobody answers
    );
    this.#asking = false;
  }

  /** In the place of the one that has rested longest. */
  #put(board: Board): void {
    const most = Math.max(...this.shown.map((each) => each.rested));
    const place = this.shown.findIndex((each) => each.rested === most);
    this.shown = this.shown.length < BOARDS ? [...this.shown, board] : this.shown.with(place, board);
  }
}
