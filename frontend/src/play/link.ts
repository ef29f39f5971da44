/** The address of a game: all that is needed to show it again. */
import { parse, planted, ROOT, write, written, type Tree } from "./variations";

/** A player who sits before the page. Other texts are agents. */
export const PERSON = "you";

export interface Setup {
  /** With its options. */
  readonly game: string;
  /** Where it begins; empty: the game's own start. */
  readonly start: string;
  readonly tree: Tree;
  /** The node that is shown. */
  readonly at: number;
  readonly first: string;
  readonly second: string;
  /** Of the nodes that are counted. */
  readonly depth: number | null;
  /** Of the analysis; empty: the game's usual one. */
  readonly eval: string;
  readonly flip: boolean;
  /** Of the agents' dice. */
  readonly seed: number;
}

export const USUAL: Setup = {
  game: "connect4",
  start: "",
  tree: planted(),
  at: ROOT,
  first: PERSON,
  second: "alphabeta(depth=5)",
  depth: null,
  eval: "",
  flip: false,
  seed: 1,
};

export type Query = Record<string, string>;

/** Every field; one that is as usual is empty, and is left out of the address. */
export function query(setup: Setup): Query {
  const order = written(setup.tree);
  const number = order.indexOf(setup.at) + 1;
  const depth = setup.depth === null ? "" : String(setup.depth);
  return {
    game: setup.game === USUAL.game ? "" : setup.game,
    start: setup.start,
    moves: write(setup.tree),
    at: number === order.length ? "" : String(number),
    first: setup.first === USUAL.first ? "" : setup.first,
    second: setup.second === USUAL.second ? "" : setup.second,
    depth,
    eval: setup.eval,
    flip: setup.flip ? "1" : "",
    seed: setup.seed === USUAL.seed ? "" : String(setup.seed),
  };
}

/** What an address says; whatever it does not say is as usual. */
export function setup(told: Query): Setup {
  const tree = parse(told["moves"] ?? "");
  const order = [ROOT, ...written(tree)];
  const number = Number(told["at"] ?? order.length - 1);
  const depth = Number(told["depth"] ?? NaN);
  const seed = Number(told["seed"] ?? USUAL.seed);
  return {
    game: told["game"] || USUAL.game,
    start: told["start"] ?? "",
    tree,
    at: order[number] ?? ROOT,
    first: told["first"] || USUAL.first,
    second: told["second"] || USUAL.second,
    depth: Number.isInteger(depth) && depth > 0 && depth <= 60 ? depth : null,
    eval: told["eval"] ?? "",
    flip: told["flip"] === "1",
    seed: Number.isSafeInteger(seed) && seed >= 0 ? seed : USUAL.seed,
  };
}

/** Do both lead to the same page? Other fields of an address are others' affair. */
export function same(one: Query, other: Query): boolean {
  return Object.keys(query(USUAL)).every((key) => (one[key] ?? "") === (other[key] ?? ""));
}
