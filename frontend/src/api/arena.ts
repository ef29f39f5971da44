/** What the page asks about a tournament: of the server, or of the files of a static copy. */
import { get, tellLine, type LineTold } from "./client";
import type { components } from "./schema";
import { STATIC } from "./static";

type Schemas = components["schemas"];
export type CourseTold = Schemas["CourseTold"];
export type RoundNamed = Schemas["RoundNamed"];
export type RoundTold = Schemas["RoundTold"];
export type RowTold = Schemas["RowTold"];
export type CellTold = Schemas["CellTold"];
export type GameNamed = Schemas["GameNamed"];
export type GameTold = Schemas["GameTold"];
export type NotableTold = Schemas["NotableTold"];
export type HistoryTold = Schemas["HistoryTold"];
export type PlaceTold = Schemas["PlaceTold"];
export type LiveTold = Schemas["LiveTold"];
export type LiveGame = Schemas["LiveGame"];
export type ProgressTold = Schemas["ProgressTold"];

function told<T>(path: string): Promise<T> {
  return get<T>(STATIC ? `arena/${path}.json` : `/api/arena/${path}`);
}

const pathOf = ({ first, second, opening }: Pick<GameNamed, "first" | "second" | "opening">): string =>
  `${first}/${second}/${opening}`;

export const course = (): Promise<CourseTold> => told("course");
export const history = (): Promise<HistoryTold> => told("history");
export const progress = (): Promise<ProgressTold> => told("progress");
export const live = (): Promise<LiveTold> => told("live");
export const round = (number: number): Promise<RoundTold> => told(`rounds/${number}`);

/** null: they are being looked for. */
export async function notable(number: number): Promise<readonly NotableTold[] | null> {
  return (await told<Schemas["NotablesTold"]>(`rounds/${number}/notable`)).games;
}

/** All games of two players. A copy has them once, under the better rank. */
export async function gamesOf(number: number, one: number, other: number): Promise<readonly GameNamed[]> {
  const [low, high] = [Math.min(one, other), Math.max(one, other)];
  return (await told<Schemas["GamesTold"]>(`rounds/${number}/games/${low}/${high}`)).games;
}

export const game = (number: number, which: Pick<GameNamed, "first" | "second" | "opening">): Promise<GameTold> =>
  told(`rounds/${number}/games/${pathOf(which)}`);

/** The positions of a game that was just played. */
export function liveLine({ rules, start, moves }: LiveGame): Promise<LineTold> {
  return tellLine({ game: rules, start, moves });
}

/** The positions of a game. */
export function boards(number: number, { game: which, rules, start, moves }: GameTold): Promise<LineTold> {
  if (STATIC) return told(`rounds/${number}/games/${pathOf(which)}/boards`);
  return tellLine({ game: rules, start, moves });
}
