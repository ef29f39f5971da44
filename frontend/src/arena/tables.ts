/** The tables of a round as numbers and as files; nothing here is drawn. */
import type { CellTold, CourseTold, GameNamed, GameTold, HistoryTold, LiveGame, NotableTold, PlaceTold, RoundTold, RowTold } from "../api/arena";
import { csv } from "../play/csv";

/** Won, drawn, lost. */
export type Score = readonly [number, number, number];

export function plus(one: Score, other: Score): Score {
  return [one[0] + other[0], one[1] + other[1], one[2] + other[2]];
}

export const games = (score: Score): number => score[0] + score[1] + score[2];
export const points = (score: Score): number => score[0] + score[1] / 2;
export const written = (score: Score): string => score.join("-");
export const whole = (cell: CellTold): Score => plus(cell.started, cell.answered);

/** The part of all points, from 0 to 1; null: they did not meet. */
export function share(cell: CellTold | null): number | null {
  if (cell === null) return null;
  const all = games(whole(cell));
  return all ? points(whole(cell)) / all : null;
}

/** The ranks of those that cannot be told apart from a player yet. */
export function ties(row: RowTold, rows: readonly RowTold[]): number[] {
  return rows.filter((other) => row.same_as.includes(other.alias)).map((other) => other.rank);
}

/** "1, 3", or "1, 2, 3 +5". */
export function someOf(ranks: readonly number[], most = 3): string {
  const named = ranks.slice(0, most).join(", ");
  return ranks.length > most ? `${named} +${ranks.length - most}` : named;
}

/** From the lowest end that is known to the highest, with some room. */
export function span(rows: readonly Pick<RowTold, "rating" | "low" | "high">[]): [number, number] {
  const ends = rows.flatMap((row) => [row.rating, row.low, row.high]).filter((end) => end !== null);
  if (!ends.length) return [0, 1];
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const room = (high - low || 100) * 0.06;
  return [low - room, high + room];
}

/** Where an arrow key leads in a square table; the diagonal is stepped over. */
export function step(at: readonly [number, number], key: string, size: number): [number, number] | null {
  const ways: Record<string, readonly [number, number]> = {
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
  };
  const last = size - 1;
  if (key === "Home") return [at[0], at[0] === 0 ? 1 : 0];
  if (key === "End") return [at[0], at[0] === last ? last - 1 : last];
  const way = ways[key];
  if (!way) return null;
  let [i, j] = [at[0] + way[0], at[1] + way[1]];
  if (i === j) [i, j] = [i + way[0], j + way[1]];
  return i < 0 || j < 0 || i > last || j > last ? null : [i, j];
}

/** The winner's rank; null: nobody's. */
export function winner(game: GameNamed): number | null {
  return game.winner === 0 ? null : game.winner === 1 ? game.first : game.second;
}

/** A move, who made it, and what is known of how. Moves of the opening took nobody any time. */
export interface Step {
  readonly ply: number;
  readonly move: string;
  readonly mover: 1 | 2;
  readonly seconds: number | null;
  /** What the mover thought of it. */
  readonly score: number | null;
}

export function steps(told: GameTold): Step[] {
  return told.moves.map((move, n) => ({
    ply: n + 1,
    move,
    mover: told.movers[n] ?? 1,
    seconds: told.times[n - told.drawn] ?? null,
    score: told.scores[n - told.drawn] ?? null,
  }));
}

/** The seconds that a player has used up to a ply. */
export function clock(all: readonly Step[], mover: 1 | 2, ply: number): number {
  return all
    .filter((each) => each.mover === mover && each.ply <= ply)
    .reduce((sum, each) => sum + (each.seconds ?? 0), 0);
}

/** Can it be replayed? A copy may have boards of notable games only. */
export function hasBoards(
  course: Pick<CourseTold, "boards">,
  notable: readonly NotableTold[] | null,
  { first, second, opening }: GameNamed,
): boolean {
  const same = ({ game }: NotableTold): boolean =>
    game.first === first && game.second === second && game.opening === opening;
  return course.boards === "all" || (notable ?? []).some(same);
}

export function standingsCsv(rows: readonly RowTold[]): string {
  const head = ["rank", "alias", "games", "wins", "draws", "losses", "rating", "low", "high", "same_as", "regret"];
  return csv(
    head,
    rows.map((row) => [
      row.rank, row.alias, row.games, row.wins, row.draws, row.losses, row.rating, row.low, row.high,
      row.same_as.join("; "), row.regret?.mean ?? null,
    ]),
  );
}

export function crossCsv({ rows, cross }: RoundTold): string {
  return csv(
    ["alias", "against", "games", "points", "started", "answered"],
    cross.flatMap((cells, i) =>
      cells.flatMap((cell, j) =>
        cell
          ? [[rows[i]?.alias ?? "", rows[j]?.alias ?? "", games(whole(cell)), points(whole(cell)),
              written(cell.started), written(cell.answered)]]
          : [],
      ),
    ),
  );
}

export function historyCsv(alias: string, places: readonly PlaceTold[]): string {
  return csv(
    ["round", "alias", "rank", "players", "games", "points", "rating", "low", "high"],
    places.map((each) => [
      each.round, alias, each.rank, each.players, each.games, each.points, each.rating, each.low, each.high,
    ]),
  );
}

export function timesCsv(told: GameTold): string {
  return csv(
    ["ply", "player", "move", "seconds", "own_score"],
    steps(told).map((each) => [
      each.ply, each.mover === 1 ? told.first : told.second, each.move, each.seconds, each.score,
    ]),
  );
}

export function placesOf(history: HistoryTold | null, alias: string): readonly PlaceTold[] {
  return history?.players.find((player) => player.alias === alias)?.places ?? [];
}

/** Of a game in a round: no two have the same, whatever players call themselves. */
export function gameKey({ first, second, opening }: Pick<LiveGame, "first" | "second" | "opening">): string {
  return JSON.stringify([first, second, opening]);
}

/** "1-2-3" as numbers above 0; null unless there are so many. */
export function numbers(text: string | undefined, count: number): number[] | null {
  const found = (text ?? "").split("-").map(Number);
  return found.length === count && found.every((each) => Number.isInteger(each) && each > 0) ? found : null;
}
