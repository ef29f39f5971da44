/** What the address of the Tree lab says: a position as Play writes it, a search, and what is shown. */
import type { Catalogue, GameKind, Line, SearchAsked } from "../api/client";
import { setup } from "../play/link";
import { movesTo } from "../play/variations";

export const VIEWS = ["tree", "icicle", "outline"] as const;
export type ViewName = (typeof VIEWS)[number];

export type Search = Required<SearchAsked>;

export interface Settings {
  readonly line: Line & { readonly start: string; readonly moves: readonly string[] };
  readonly search: Search;
  /** A player's file whose own search is watched; empty: one of ours. */
  readonly player: string;
  readonly view: ViewName;
  /** null: the last one. */
  readonly step: number | null;
  /** The seed of the quiz; null while there is none. */
  readonly quiz: number | null;
}

export type Query = Record<string, string>;

export const MOST_PLIES = 60;
const USUAL_PLIES = 4;
const USUAL_GAME = "connect4";

export function gameOf(catalogue: Catalogue, text: string): GameKind | undefined {
  const name = text.split("(")[0]!.trim();
  return catalogue.games.find((game) => game.name === name);
}

/** Files that were named when the server was started: those that pick moves, or those that judge. */
export function files(catalogue: Catalogue, chooses: boolean): string[] {
  return catalogue.agents.filter((agent) => !agent.ours && agent.chooses === chooses).map((agent) => agent.name);
}

/** Searches whose trees can be recorded: all but the engine. */
export function searches(catalogue: Catalogue): string[] {
  return catalogue.algorithms.filter((name) => name !== "engine");
}

/** Evaluations to choose from: those of the game, and files that hold one. */
export function judges(catalogue: Catalogue, game: string): string[] {
  return [...(gameOf(catalogue, game)?.evaluations ?? []), ...files(catalogue, false)];
}

function oneOf<T extends string>(names: readonly T[], told: string | undefined, usual: T): T {
  return names.find((name) => name === told) ?? usual;
}

/** A whole number within bounds; null for anything else. */
function whole(text: string | undefined, least: number, most: number): number | null {
  const value = Number(text ?? "");
  return text && Number.isInteger(value) && value >= least && value <= most ? value : null;
}

/** The settings of an address. An algorithm that is not among these is replaced by alpha-beta. */
export function readSettings(query: Query, algorithms: readonly string[]): Settings {
  const { game, start, tree, at } = setup(query);
  return {
    line: { game, start, moves: movesTo(tree, at) },
    search: {
      algorithm: oneOf(algorithms, query["search"], "alphabeta"),
      depth: whole(query["plies"], 1, MOST_PLIES) ?? USUAL_PLIES,
      eval: query["eval"] ?? "",
      order: oneOf(["natural", "best"], query["order"], "natural"),
      cache: query["cache"] === "1",
      lazy: query["lazy"] !== "0",
      infer: query["infer"] === "1",
      root_window: oneOf(["full", "shared"], query["root"], "shared"),
    },
    player: query["player"] ?? "",
    view: oneOf(VIEWS, query["view"], "tree"),
    step: whole(query["step"], 1, 1e9),
    quiz: whole(query["quiz"], 1, 999_999),
  };
}

/** The fields of the search; one that is as usual is empty. The position stays as it is. */
export function searchQuery(search: Search): Query {
  return {
    search: search.algorithm === "alphabeta" ? "" : search.algorithm,
    plies: search.depth === USUAL_PLIES ? "" : String(search.depth),
    eval: search.eval,
    order: search.order === "natural" ? "" : search.order,
    cache: search.cache ? "1" : "",
    lazy: search.lazy ? "" : "0",
    infer: search.infer ? "1" : "",
    root: search.root_window === "shared" ? "" : search.root_window,
  };
}

/** Another game, from its start; what is searched for stays, save what the game does not know. */
export function gameQuery(game: string): Query {
  return { game: game === USUAL_GAME ? "" : game, start: "", moves: "", at: "", eval: "", step: "" };
}
