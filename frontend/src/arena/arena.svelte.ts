/** The room of the tournament: what is known, what is looked at, and what the address says of it. */
import { address, type Query } from "../address.svelte";
import * as api from "../api/arena";
import type { LineTold } from "../api/client";
import { STATIC } from "../api/static";
import { Latest } from "./latest";
import { pulse } from "./pulse";
import { hasBoards, numbers } from "./tables";

const PAUSE = 3000; // ms between two looks at a round under way
const LONG = 20; // looks at it for one at the course

export class Arena {
  course = $state.raw<api.CourseTold | null>(null);
  round = $state.raw<api.RoundTold | null>(null);
  notable = $state.raw<readonly api.NotableTold[] | null>(null);
  history = $state.raw<api.HistoryTold | null>(null);
  progress = $state.raw<api.ProgressTold | null>(null);
  live = $state.raw<api.LiveTold | null>(null);
  /** Results are not to be seen, by who wants to watch. */
  hidden = $state(false);
  /** Ranks of the two whose games are listed. */
  cell = $state.raw<readonly [number, number] | null>(null);
  games = $state.raw<readonly api.GameNamed[]>([]);
  replay = $state.raw<api.GameTold | null>(null);
  player = $state("");
  /** The round that was chosen, until it is there: nobody can do anything with the one before. 0: none. */
  chosen = $state(0);
  problem = $state("");

  #looks = 0;
  #left = false;
  readonly #rounds = new Latest();
  readonly #lists = new Latest();
  readonly #replays = new Latest();

  /** Begin as the address says; ends when what it returns is called. */
  open(): () => void {
    void this.follow();
    const seen = (): void => void this.#renew();
    const stop = STATIC ? () => undefined : pulse(() => this.look(), PAUSE);
    if (!STATIC) document.addEventListener("visibilitychange", seen);
    return () => {
      this.#left = true;
      stop();
      document.removeEventListener("visibilitychange", seen);
    };
  }

  /** Show what the address says. */
  async follow(): Promise<void> {
    await this.#try(async () => {
      [this.course, this.history] = [await api.course(), await api.history()];
      const last = this.course.rounds.at(-1);
      const wanted = Number(address.query["round"]);
      const known = this.course.rounds.find((each) => each.number === wanted) ?? last;
      this.player = address.query["player"] ?? "";
      if (!known) return;
      await this.#show(known.number);
      if (this.round?.round.number !== known.number) return;
      const [cell, replay] = [numbers(address.query["cell"], 2), numbers(address.query["replay"], 3)];
      if (cell) await this.#list([cell[0] ?? 0, cell[1] ?? 0]);
      if (replay) {
        const [first = 0, second = 0, opening = 0] = replay;
        await this.#watch({ first, second, opening });
      }
    });
  }

  /** How far is the round? When it is published, there is more to see. */
  async look(): Promise<void> {
    const before = this.progress;
    const told = await api.progress().catch(() => before); // the frame says that nobody answers
    this.progress = told;
    this.live = told?.state === "playing" ? await api.live().catch(() => this.live) : null;
    this.#looks += 1;
    const changed = before?.state !== told?.state || before?.number !== told?.number;
    if (changed || this.#looks % LONG === 0) await this.#renew();
  }

  /** Which day is it by now, and what has been published? Whoever looks at a round goes on with it. */
  async #renew(): Promise<void> {
    if (document.visibilityState !== "visible") return;
    if (this.problem && !this.round) return this.follow(); // which has failed before
    if (!this.course) return;
    const known = this.course.rounds.length;
    const told = await api.course().catch(() => null);
    if (!told) return;
    this.course = told;
    const last = told.rounds.at(-1);
    if (!last || told.rounds.length === known) return;
    await this.#try(async () => {
      this.history = await api.history();
      if (!address.query["round"]) await this.#show(last.number);
    });
  }

  async choose(number: number): Promise<void> {
    address.note({ round: String(number), cell: "", replay: "" });
    this.chosen = number;
    await this.#try(() => this.#show(number));
    if (this.chosen === number) this.chosen = 0;
  }

  async list(cell: readonly [number, number]): Promise<void> {
    this.#note({ cell: cell.join("-"), replay: "" });
    await this.#try(() => this.#list(cell));
  }

  /** The last game of two players, with its boards where there are any. */
  async last(cell: readonly [number, number]): Promise<{ game: api.GameNamed; line: LineTold } | null> {
    const number = this.round?.round.number ?? 0;
    const game = (await api.gamesOf(number, ...cell)).at(-1);
    if (!game || !this.course || !hasBoards(this.course, this.notable, game)) return null;
    return { game, line: await api.boards(number, await api.game(number, game)) };
  }

  async watch(game: api.GameNamed): Promise<void> {
    this.#note({ replay: [game.first, game.second, game.opening].join("-") });
    await this.#try(() => this.#watch(game));
  }

  close(): void {
    address.note({ replay: "" });
    this.#replays.drop();
    this.replay = null;
  }

  follows(alias: string): void {
    address.note({ player: alias });
    this.player = alias;
  }

  /** Ranks are those of the round that is looked at, also when others have followed. */
  #note(changes: Query): void {
    address.note({ round: String(this.round?.round.number ?? ""), ...changes });
  }

  async #show(number: number): Promise<void> {
    if (this.round?.round.number === number) {
      this.#rounds.drop();
      return;
    }
    const found = await this.#rounds.of(api.round(number));
    if (!found) return;
    [this.#lists, this.#replays].forEach((each) => each.drop());
    [this.cell, this.games, this.replay, this.notable] = [null, [], null, null];
    this.round = found.told;
    if (!this.player) this.player = this.round.rows[0]?.alias ?? "";
    void this.#try(() => this.#notice(number));
  }

  /** Its notable games, which may have to be found first. */
  async #notice(number: number): Promise<void> {
    while (!this.#left && this.round?.round.number === number && this.notable === null) {
      const found = await api.notable(number);
      if (this.round.round.number === number) this.notable = found;
      if (found === null) await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }

  async #list(cell: readonly [number, number]): Promise<void> {
    this.replay = null;
    const found = await this.#lists.of(api.gamesOf(this.round?.round.number ?? 0, ...cell));
    if (found) [this.games, this.cell] = [found.told, cell];
  }

  async #watch(game: Pick<api.GameNamed, "first" | "second" | "opening">): Promise<void> {
    const found = await this.#replays.of(api.game(this.round?.round.number ?? 0, game));
    if (found) this.replay = found.told;
  }

  async #try(act: () => Promise<void>): Promise<void> {
    this.problem = "";
    try {
      await act();
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
  }
}
