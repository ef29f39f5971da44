/** The room of the tournament: what is known, what is looked at, and what the address says of it. */
import { address } from "../address.svelte";
import * as api from "../api/arena";
import type { LineTold } from "../api/client";
import { STATIC } from "../api/static";
import { hasBoards, numbers } from "./tables";

const PAUSE = 3000; // ms between two looks at a round under way

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
  problem = $state("");

  /** Begin as the address says; ends when what it returns is called. */
  open(): () => void {
    void this.follow();
    if (STATIC) return () => undefined;
    const clock = setInterval(() => void this.look(), PAUSE);
    void this.look();
    return () => clearInterval(clock);
  }

  /** Show what the address says. */
  async follow(): Promise<void> {
    await this.#try(async () => {
      this.course = await api.course();
      this.history = await api.history();
      const last = this.course.rounds.at(-1);
      const wanted = Number(address.query["round"]);
      const known = this.course.rounds.find((each) => each.number === wanted) ?? last;
      this.player = address.query["player"] ?? "";
      if (!known) return;
      await this.#show(known.number);
      const [cell, replay] = [numbers(address.query["cell"], 2), numbers(address.query["replay"], 3)];
      if (cell) await this.#list([cell[0] ?? 0, cell[1] ?? 0]);
      if (replay) {
        const [first = 0, second = 0, opening = 0] = replay;
        this.replay = await api.game(known.number, { first, second, opening });
      }
    });
  }

  /** How far is the round? When it is published, there is more to see. */
  async look(): Promise<void> {
    if (document.visibilityState !== "visible") return;
    const told = await api.progress().catch(() => this.progress); // the frame says that nobody answers
    const published = this.progress && this.progress.state !== "none" && told?.state === "none";
    this.progress = told;
    if (told?.state === "playing") this.live = await api.live().catch(() => this.live);
    if (published) await this.follow();
  }

  async choose(number: number): Promise<void> {
    address.note({ round: String(number), cell: "", replay: "" });
    await this.#try(() => this.#show(number));
  }

  async list(cell: readonly [number, number]): Promise<void> {
    address.note({ cell: cell.join("-"), replay: "" });
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
    const number = this.round?.round.number ?? 0;
    address.note({ replay: [game.first, game.second, game.opening].join("-") });
    await this.#try(async () => {
      this.replay = await api.game(number, game);
    });
  }

  close(): void {
    address.note({ replay: "" });
    this.replay = null;
  }

  follows(alias: string): void {
    address.note({ player: alias });
    this.player = alias;
  }

  async #show(number: number): Promise<void> {
    if (this.round?.round.number === number) return;
    [this.cell, this.games, this.replay, this.notable] = [null, [], null, null];
    this.round = await api.round(number);
    if (!this.player) this.player = this.round.rows[0]?.alias ?? "";
    while (this.round?.round.number === number && this.notable === null) {
      const found = await api.notable(number);
      if (this.round.round.number === number) this.notable = found;
      if (found === null) await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }

  async #list(cell: readonly [number, number]): Promise<void> {
    const number = this.round?.round.number ?? 0;
    this.replay = null;
    this.games = await api.gamesOf(number, ...cell);
    this.cell = cell;
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
