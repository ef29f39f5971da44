/** The game on the table: its moves with variations, where we are in it, and who plays. */
import type { Line, LineTold, Move, Position } from "../api/client";
import { isWrong } from "../api/refused";
import { parseCall } from "./calls";
import { PERSON, USUAL, type Setup } from "./link";
import {
  isMain,
  lineThrough,
  makeMain,
  movesTo,
  node,
  planted,
  play,
  promote,
  remove,
  ROOT,
  type Place,
  type Tree,
} from "./variations";

/** Tells the positions of a line from a number on; rejects with why the rules do not allow it. */
export type TellLine = (line: Line, since: number) => Promise<LineTold>;

/** Seeds that are easily read to somebody else. */
const SEEDS = 9999;

export class Table {
  game = $state(USUAL.game);
  /** The same, as a terminal reads it: a file by its path. */
  typed = $state(USUAL.game);
  start = $state(USUAL.start);
  tree = $state.raw<Tree>(planted());
  at = $state(ROOT);
  first = $state(USUAL.first);
  second = $state(USUAL.second);
  depth = $state<number | null>(null);
  eval = $state("");
  flip = $state(false);
  seed = $state(USUAL.seed);
  /** By node: all of the line that is shown; another one is asked for when it is visited. */
  positions = $state.raw<ReadonlyMap<number, Position>>(new Map());
  /** Why what was wanted is not shown. */
  problem = $state("");
  /** Games that somebody has begun here; not those that an address has led to. */
  begun = $state(0);
  /** Was the last step one forward, so that it may be seen as one? */
  forward = $state(false);

  readonly position = $derived(this.positions.get(this.at) ?? null);
  readonly before = $derived(this.positions.get(node(this.tree, this.at).parent ?? -1) ?? null);
  readonly played: Move | null = $derived.by(() => {
    const name = this.position?.last;
    return this.before?.moves.find((move) => move.name === name) ?? null;
  });
  readonly line = $derived(lineThrough(this.tree, this.at));
  readonly isEnd = $derived(node(this.tree, this.at).children.length === 0);
  readonly people = $derived([this.first, this.second].filter((seat) => seat === PERSON).length);

  /** Is called when another game is shown. */
  onreplaced: () => void = () => undefined;
  /** Is called when somebody goes elsewhere in the game, or takes moves back. */
  onwandered: () => void = () => undefined;

  readonly #tell: TellLine;
  #asked = 0;

  constructor(tell: TellLine) {
    this.#tell = tell;
  }

  get setup(): Setup {
    const { game, start, tree, at, first, second, depth, flip, seed } = this;
    return { game, start, tree, at, first, second, depth, eval: this.eval, flip, seed };
  }

  /** The name of the game, without options. */
  get name(): string {
    return parseCall(this.game).name;
  }

  seat(player: 1 | 2): string {
    return player === 1 ? this.first : this.second;
  }

  lineTo(id: number): Line {
    return { game: this.game, start: this.start, moves: movesTo(this.tree, id) };
  }

  /** Show this. If the rules do not allow its moves, say so, and show where they begin. Rejects if
   * nobody could say. */
  async show(setup: Setup, isBegun = false): Promise<void> {
    const replace = (shown: Setup): Promise<void> => this.#replace(shown, isBegun);
    try {
      await replace(setup);
    } catch (error) {
      this.problem = message(error);
      if (!isWrong(error)) throw error;
      const bare = { ...setup, start: "", tree: planted(), at: ROOT };
      await replace(bare).catch(() => replace({ ...bare, game: USUAL.game, eval: "" }));
      this.problem = message(error);
    }
  }

  /** A new game; rejects if there is no such game or start. */
  async begin(game: string, start: string, seats: Partial<Setup> = {}): Promise<void> {
    const same = parseCall(game).name === this.name;
    const seed = 1 + Math.floor(Math.random() * SEEDS);
    const evaluation = same ? this.eval : "";
    const fresh = { tree: planted(), at: ROOT, eval: evaluation, seed };
    await this.#replace({ ...this.setup, game, start, ...fresh, ...seats }, true);
  }

  async #replace(setup: Setup, isBegun: boolean): Promise<void> {
    const asked = ++this.#asked;
    const line = lineThrough(setup.tree, setup.at);
    const moves = line.slice(1).map((id) => node(setup.tree, id).move);
    const told = await this.#tell({ game: setup.game, start: setup.start, moves }, 0);
    if (asked !== this.#asked) return;
    this.onreplaced();
    if (isBegun) this.begun += 1;
    Object.assign(this, setup);
    this.game = told.game;
    this.typed = told.typed;
    this.problem = "";
    this.forward = false;
    this.positions = new Map(line.map((id, ply) => [id, told.positions[ply] as Position]));
  }

  /** Play a move here; false if it cannot be played. */
  async play(move: string): Promise<boolean> {
    if (!this.position || this.position.outcome) return false;
    return this.#go(play(this.tree, this.at, move));
  }

  goTo(id: number): Promise<boolean> {
    if (id !== this.at) this.onwandered();
    return this.#go({ tree: this.tree, at: id });
  }

  async #go(place: Place): Promise<boolean> {
    const asked = ++this.#asked;
    const line = lineThrough(place.tree, place.at);
    const since = line.findIndex((id) => !this.positions.has(id));
    if (since >= 0 && !(await this.#learn(place.tree, line, since, asked))) return false;
    this.forward = node(place.tree, place.at).parent === this.at;
    this.tree = place.tree;
    this.at = place.at;
    this.problem = "";
    return true;
  }

  /** The positions of a line from a number on; false if it is not allowed, or not wanted any more. */
  async #learn(
    tree: Tree,
    line: readonly number[],
    since: number,
    asked: number,
  ): Promise<boolean> {
    try {
      const moves = movesTo(tree, line.at(-1) ?? ROOT);
      const told = await this.#tell({ game: this.game, start: this.start, moves }, since);
      if (asked !== this.#asked) return false;
      const news = line.slice(since).map((id, n) => [id, told.positions[n] as Position] as const);
      this.positions = new Map([...this.positions, ...news]);
      return true;
    } catch (error) {
      if (asked === this.#asked) this.problem = message(error);
      return false;
    }
  }

  back(): void {
    const parent = node(this.tree, this.at).parent;
    if (parent !== null) void this.goTo(parent);
  }

  onwards(): void {
    const child = node(this.tree, this.at).children[0];
    if (child !== undefined) void this.goTo(child);
  }

  toStart(): void {
    void this.goTo(ROOT);
  }

  toEnd(): void {
    void this.goTo(this.line.at(-1) ?? ROOT);
  }

  /** Take back the last move, and with it what an agent has answered; within a line, go back. */
  undo(): void {
    let { at } = this;
    if (at === ROOT) return;
    if (!this.isEnd) return this.back();
    const agents = (id: number): boolean => this.seat(this.positions.get(id)?.turn ?? 1) !== PERSON;
    for (;;) {
      const parent = node(this.tree, at).parent ?? ROOT;
      if (parent === ROOT || this.people !== 1 || !agents(parent)) break;
      at = parent;
    }
    this.delete(at);
  }

  /** Without this move and all that follows. */
  delete(id: number): void {
    this.onwandered();
    const left = remove(this.tree, id);
    const gone = !left.tree.nodes.has(this.at);
    this.#asked += 1;
    this.forward = false;
    const at = gone ? left.at : this.at;
    this.at = left.tree.nodes.has(at) ? at : ROOT;
    this.tree = left.tree;
  }

  promote(id: number): void {
    this.tree = promote(this.tree, id);
  }

  makeMain(id: number): void {
    this.tree = makeMain(this.tree, id);
  }

  isMain(id: number): boolean {
    return isMain(this.tree, id);
  }

  swap(): void {
    [this.first, this.second] = [this.second, this.first];
  }
}

export function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
