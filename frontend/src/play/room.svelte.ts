/** All that happens in the room: the table, who plays at it, and who looks on. */
import { untrack } from "svelte";
import { tellLine, type Analysed, type Catalogue, type GameKind, type Told } from "../api/client";
import { run } from "../api/stream";
import type { Score } from "../games/board";
import { playerName } from "../games/players";
import { say } from "../words/words.svelte";
import { parseCall, writeCall } from "./calls";
import { Errand } from "./errand";
import { glyph, type Glyph } from "./glyphs";
import { bestMoves, ending, unit, verdict, type Words } from "./judgement";
import { PERSON, USUAL } from "./link";
import { Players } from "./players.svelte";
import { Reviewer } from "./reviewer.svelte";
import { Rounds, type Wish } from "./rounds.svelte";
import { Sketches } from "./sketches.svelte";
import { message, Table, type TellLine } from "./table.svelte";
import { node, path } from "./variations";

export type Counted = Extract<Told, { kind: "counted" }>;

const HIDDEN = "tablero-hidden";

/** Seconds of analysis: of the position shown, and of the others of its line. */
const LOOK = 3;
const GLANCE = 1;

/** Plies of the nodes that are counted, where neither the address nor a player says how many. */
const COUNTED = 5;

/** Somebody's game that is looked at. Nobody plays, and the computer says nothing until it is asked. */
export interface Guests {
  readonly tell: TellLine;
  /** So many moves are the opening's, and nobody's. */
  readonly drawn: number;
  name(player: 1 | 2): string;
}

export class Room {
  readonly guests: Guests | null;
  readonly table = new Table((line, since) => (this.guests?.tell ?? tellLine)(line, since));
  readonly analyst = new Rounds<Analysed>(new Errand(run), (told) => told.exact);
  readonly counter = new Rounds<Counted>(new Errand(run));
  readonly players = new Players(this.table, new Errand(run));
  readonly reviewer = new Reviewer(this.table, new Errand(run));
  readonly sketches = new Sketches(tellLine);

  /** Nobody is to see what the computer thinks; until somebody says otherwise. */
  hidden = $state(true);
  /** 0: none; 1: what there is to be found; 2: where. Of one position. */
  #hinted = $state({ at: -1, level: 0 });
  #bestWanted = $state(-1);
  counting = $state(false);

  readonly hint = $derived(this.#hinted.at === this.table.at ? this.#hinted.level : 0);
  /** May the computer's opinion be seen? */
  readonly open = $derived(!this.hidden && !this.reviewer.asking);
  readonly found = $derived(this.analyst.found.get(this.table.at));
  readonly lot = $derived(unit(this.analyst.found.values()));
  readonly scores: ReadonlyMap<string, Score> = $derived(
    new Map(this.open ? this.found?.scores.map((each) => [each.move, each]) : []),
  );
  readonly hints: ReadonlySet<string> = $derived.by(() => {
    const { current, answer } = this.reviewer;
    if (current && answer) return new Set([answer]);
    return new Set(this.hint === 2 ? bestMoves(this.found) : []);
  });
  /** May somebody play here now? */
  readonly active = $derived.by(
    () =>
      this.guests === null &&
      this.table.position !== null &&
      !this.table.position.outcome &&
      (this.players.agent === null || this.players.problem !== ""),
  );
  /** Mistakes of guests that were proven, by the node that the move led to. */
  readonly #proven: ReadonlyMap<number, Glyph> = $derived.by(() => {
    if (!this.guests) return new Map<number, Glyph>();
    const { line } = this.table;
    return new Map(
      this.reviewer.mistakes.map((each) => [line[each.ply + 1] ?? -1, each.changes_result ? "?" : "?!"] as const),
    );
  });
  readonly depth = $derived(this.table.depth ?? this.#playersDepth());

  readonly catalogue: () => Catalogue;
  readonly kind: GameKind = $derived.by(() => {
    const { games } = this.catalogue();
    const kind = games.find((each) => each.name === this.table.name) ?? games[0];
    if (!kind) throw new Error("no games");
    return kind;
  });

  constructor(catalogue: () => Catalogue, guests: Guests | null = null) {
    this.catalogue = catalogue;
    this.guests = guests;
    this.hidden = guests !== null || localStorage.getItem(HIDDEN) === "1";
    this.table.onreplaced = () => this.#forget();
  }

  #forget(): void {
    this.analyst.forget();
    this.counter.forget();
    this.players.forget();
    this.players.watching = false;
    this.reviewer.close();
  }

  /** The depth that an agent at the table searches to. */
  #playersDepth(): number {
    for (const seat of [this.table.second, this.table.first]) {
      const depth = Number(parseCall(seat).options["depth"]);
      if (Number.isInteger(depth) && depth > 0) return depth;
    }
    return Math.min(COUNTED, this.kind.depth);
  }

  // ---- words

  playerName = (player: 1 | 2): string => {
    if (this.guests) return this.guests.name(player);
    return playerName(this.table.position?.view.kind ?? "plain", player);
  };

  /** What is known of a node, in a sentence; empty while nothing is, or may be seen. */
  verdict(id: number): string {
    const position = this.table.positions.get(id);
    if (!position) return "";
    const resigned = this.players.resigned.get(id);
    if (resigned) return say("hasResigned", { player: this.playerName(resigned) });
    const words: Words | null = this.open
      ? verdict(position, this.analyst.found.get(id), this.playerName)
      : ending(position, this.playerName);
    return words ? say(words.key, words.fields) : "";
  }

  /** What stands behind a move, as in books; nothing where nobody has chosen it. */
  glyph(id: number): Glyph {
    const { tree } = this.table;
    const { parent, move } = node(tree, id);
    const chosen = parent !== null && path(tree, id).length > 1 + (this.guests?.drawn ?? 0);
    if (!this.open || !chosen) return "";
    return this.#proven.get(id) ?? glyph(this.analyst.found.get(parent), move);
  }

  // ---- what is to be found out

  /** Positions of the line that is shown and that go on, the one shown first. */
  #open(): number[] {
    const { at, line, positions } = this.table;
    const goesOn = (id: number): boolean => positions.get(id)?.outcome === null;
    return [at, ...line.filter((id) => id !== at)].filter(goesOn);
  }

  attendAnalysis(): void {
    const { at } = this.table;
    const alone = this.hint > 0 || this.#bestWanted === at || this.reviewer.asking;
    const all = this.hidden ? (alone ? [at] : []) : this.#open();
    const wishes = all
      .filter((id) => this.table.positions.get(id)?.outcome === null)
      .map((id): Wish => {
        const seconds = id === at ? LOOK : GLANCE;
        const job = {
          kind: "analyse" as const,
          line: this.table.lineTo(id),
          eval: this.table.eval,
          seconds,
        };
        return { node: id, job, effort: seconds };
      });
    untrack(() => this.analyst.want(wishes));
  }

  attendCounts(): void {
    const { depth } = this;
    const all = this.counting ? this.#open() : [];
    const wishes = all.map((id): Wish => {
      const job = {
        kind: "count" as const,
        line: this.table.lineTo(id),
        depth,
        eval: this.table.eval,
      };
      return { node: id, job, effort: 1 };
    });
    untrack(() => this.counter.want(wishes));
  }

  /** Play the best move that was asked for, when it is known. */
  attendBest(): void {
    const { at } = this.table;
    if (this.#bestWanted !== at || this.analyst.at === at) return;
    const best = this.found?.line[0] ?? bestMoves(this.found)[0];
    if (best === undefined) return;
    this.#bestWanted = -1;
    void this.table.play(best);
  }

  // ---- what people do

  /** A new game; rejects if there is no such game or start. Agents that do not know it leave. */
  begin(game: string, start: string): Promise<void> {
    const { name } = parseCall(game);
    const kind = this.catalogue().games.find((each) => each.name === name);
    const seat = (text: string): string => {
      const call = parseCall(text);
      if (text === PERSON || !kind || name === this.table.name) return text;
      const { eval: _judge, ...options } = call.options;
      return kind.agents.includes(call.name) ? writeCall({ ...call, options }) : USUAL.second;
    };
    const { first, second } = this.table;
    return this.table.begin(game, start, { first: seat(first), second: seat(second) });
  }

  /** A new game like this one. */
  beginAgain(): void {
    this.begin(this.table.game, this.table.start).catch((error) => (this.table.problem = message(error)));
  }

  play(move: string): void {
    if (this.reviewer.asking) this.reviewer.guess(move, bestMoves(this.found));
    else if (this.active) void this.table.play(move);
  }

  best(): void {
    if (this.reviewer.asking) this.reviewer.show();
    else if (this.active) this.#bestWanted = this.table.at;
  }

  askHint(): void {
    if (this.active) this.#hinted = { at: this.table.at, level: Math.min(2, this.hint + 1) };
  }

  toggleHidden(): void {
    this.hidden = !this.hidden;
    if (!this.guests) localStorage.setItem(HIDDEN, this.hidden ? "1" : "0");
  }

  setDepth(depth: number): void {
    this.table.depth = depth;
    this.counter.forget();
  }

  setEval(text: string): void {
    this.table.eval = text;
    this.analyst.forget();
    this.counter.forget();
  }

  /** Two agents play; whoever is a person gives the seat to the other's, or to the usual one. */
  watch(): void {
    const { table, players } = this;
    if (players.watching) {
      players.watching = false;
      return;
    }
    const agent = [table.second, table.first].find((seat) => seat !== PERSON) ?? USUAL.second;
    if (table.first === PERSON) table.first = agent;
    if (table.second === PERSON) table.second = agent;
    players.watch();
  }

  /** Everything ends with the room. */
  leave(): void {
    this.#forget();
  }
}
