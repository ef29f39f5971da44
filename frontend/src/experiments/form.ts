/** What is asked of an experiment: the form, the address that holds it, the job that is made of it. */
import type { Catalogue, GameKind, Job } from "../api/client";
import { parseCall } from "../play/calls";
import { USUAL } from "../play/link";
import { bounded, within, type Bounds } from "../ui/bounds";

export const KINDS = ["growth", "compare", "pruning", "ladder", "regret"] as const;
export type Kind = (typeof KINDS)[number];

/** Numbers of the form; every kind of experiment has some of them. */
export type Field = "depth" | "seconds" | "positions" | "low" | "high" | "games" | "plies" | "seed";

export interface Form extends Readonly<Record<Field, number>> {
  readonly what: Kind;
  /** With its options. */
  readonly game: string;
  /** Searches or agents. */
  readonly who: readonly string[];
}

export const FIELDS: Readonly<Record<Kind, readonly Field[]>> = {
  growth: ["depth", "seconds", "positions", "low", "high", "seed"],
  compare: ["depth", "positions", "low", "high", "seed"],
  pruning: ["depth", "plies", "seed"],
  ladder: ["games", "plies", "seed"],
  regret: ["positions", "low", "high", "seconds", "seed"],
};

/** Those who are compared are searches here, and agents of any sort elsewhere. */
export function areSearches(what: Kind): boolean {
  return what === "growth" || what === "compare" || what === "pruning";
}

/** What the server accepts. */
export type Accepted = Catalogue["experiments"];

export function accepted(what: Kind, all: Accepted): Accepted[string] {
  const found = all[what];
  if (!found) throw new Error(`the server knows no ${what}`);
  return found;
}

export function bounds(field: Field, what: Kind, all: Accepted): Bounds {
  const limits = accepted(what, all).numbers[field];
  if (!limits) throw new Error(`${what} has no ${field}`);
  return bounded(limits);
}

const WHO: Readonly<Record<Kind, readonly string[]>> = {
  growth: ["minimax", "alphabeta", "alphabeta(order=best)", "alphabeta(order=best,cache=true)"],
  compare: ["minimax", "alphabeta", "alphabeta(order=best)", "negascout(order=best)", "engine"],
  pruning: ["minimax", "alphabeta"],
  ladder: ["random", "greedy", "alphabeta(depth=2)", "alphabeta(depth=4)"],
  regret: ["random", "greedy", "alphabeta(depth=2)", "alphabeta(depth=6)"],
};

const NUMBERS: Readonly<Record<Kind, Readonly<Record<Field, number>>>> = {
  growth: { depth: 7, seconds: 1, positions: 10, low: 2, high: 12, games: 0, plies: 0, seed: 1 },
  compare: { depth: 5, seconds: 0, positions: 20, low: 2, high: 12, games: 0, plies: 0, seed: 1 },
  pruning: { depth: 6, seconds: 0, positions: 0, low: 0, high: 0, games: 0, plies: 0, seed: 1 },
  ladder: { depth: 0, seconds: 0, positions: 0, low: 0, high: 0, games: 40, plies: 4, seed: 1 },
  regret: { depth: 0, seconds: 5, positions: 50, low: 8, high: 20, games: 0, plies: 0, seed: 1 },
};

/** What an experiment begins with. */
export function usual(what: Kind, game: string): Form {
  return { what, game, who: WHO[what], ...NUMBERS[what] };
}

export type Query = Record<string, string>;

const BETWEEN = ";";

/** Fields with a number that the server would refuse. */
export function wrongFields(form: Form, all: Accepted): Field[] {
  return FIELDS[form.what].filter((field) => !within(form[field], bounds(field, form.what, all)));
}

/** Every field under its name; one that is as usual or wrong is empty. The usual game is Play's. */
export function query(form: Form, all: Accepted, playing: string = USUAL.game): Query {
  const plain = usual(form.what, form.game);
  const told: Query = { lab: form.what, "lab-game": form.game === playing ? "" : form.game, who: "" };
  if (form.who.join(BETWEEN) !== plain.who.join(BETWEEN)) told["who"] = form.who.join(BETWEEN);
  const wrong = wrongFields(form, all);
  for (const field of Object.keys(NUMBERS.growth) as Field[]) {
    const right = FIELDS[form.what].includes(field) && !wrong.includes(field);
    const shown = right && form[field] !== plain[field];
    told[`lab-${field}`] = shown ? String(form[field]) : "";
  }
  return told;
}

/** What an address says; whatever it does not say, or says wrongly, is as usual. */
export function fromQuery(told: Query, all: Accepted): Form {
  const what = KINDS.find((kind) => kind === told["lab"]) ?? "growth";
  const plain = usual(what, told["lab-game"] || told["game"] || USUAL.game);
  const numbers = FIELDS[what].map((field) => [field, read(told[`lab-${field}`], field, plain, all)]);
  const names = (told["who"] ?? "").split(BETWEEN).filter(Boolean);
  const who = [...new Set(names)].slice(0, accepted(what, all).most);
  return { ...plain, who: who.length ? who : plain.who, ...Object.fromEntries(numbers) };
}

function read(text: string | undefined, field: Field, plain: Form, all: Accepted): number {
  const value = text ? Number(text) : NaN;
  return within(value, bounds(field, plain.what, all)) ? value : plain[field];
}

/** The same game and seed for another experiment; else what is usual there. */
export function turned(form: Form, what: Kind): Form {
  return { ...usual(what, form.game), seed: form.seed };
}

export function gameKind(form: Form, catalogue: Catalogue): GameKind | undefined {
  const { name } = parseCall(form.game);
  return catalogue.games.find((each) => each.name === name);
}

/** The job of a form. */
export function job(form: Form): Job {
  const who = [...form.who];
  const { game, seed, positions } = form;
  const low = Math.min(form.low, form.high);
  const sample = { game, seed, positions, low, high: Math.max(form.low, form.high) };
  const { what, depth, seconds, games, plies } = form;
  switch (what) {
    case "growth":
      return { kind: "experiment", plan: { what, ...sample, searches: who, depth, seconds } };
    case "compare":
      return { kind: "experiment", plan: { what, ...sample, searches: who, depth } };
    case "pruning":
      return { kind: "experiment", plan: { what, game, seed, searches: who, depth, plies } };
    case "ladder":
      return { kind: "experiment", plan: { what, game, seed, agents: who, games, plies } };
    case "regret":
      return { kind: "experiment", plan: { what, ...sample, agents: who, seconds } };
  }
}
