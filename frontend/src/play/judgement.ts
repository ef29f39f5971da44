/**
 * What scores mean, in words and as a share of the evaluation bar. A score is the mover's: an
 * exact one is the margin that best play leads to, a searched one an opinion in points.
 */
import type { Analysed, Position, View } from "../api/client";
import type { Key } from "../words/all";

/** The least number of points that is a lot. */
const LEAST_UNIT = 10;

export interface Words {
  readonly key: Key;
  readonly fields: Record<string, string | number>;
}

/** For the first player what is `score` for the one to move. */
export function forFirst(score: number, turn: 1 | 2): number {
  return turn === 1 ? score : 0 - score;
}

/** How a game has ended. */
export function ending(position: Position, name: (player: 1 | 2) => string): Words | null {
  const outcome = position.outcome;
  if (!outcome) return null;
  if (outcome.winner === 0) return { key: "drawn", fields: {} };
  const player = name(outcome.winner);
  const count = Math.abs(outcome.margin);
  if (position.view.kind === "pits") return { key: "wonBySeeds", fields: { player, count } };
  return { key: "hasWon", fields: { player } };
}

/** What is known of a position, in a sentence; null while nothing is. */
export function verdict(
  position: Position,
  found: Analysed | undefined,
  name: (player: 1 | 2) => string,
): Words | null {
  const over = ending(position, name);
  if (over || !found || found.score === null) return over;
  const value = forFirst(found.score, position.turn);
  if (value === 0) return { key: found.exact ? "drawnByBestPlay" : "looksEven", fields: {} };
  const winner = value > 0 ? 1 : 2;
  const player = name(winner);
  const count = Math.abs(value);
  if (!found.exact)
    return found.decided
      ? { key: "winsSomehow", fields: { player } }
      : { key: "isAhead", fields: { player, count } };
  if (found.plies !== null) return { key: "winsIn", fields: { player, count: found.plies } };
  if (position.view.kind === "pits") return { key: "winsBySeeds", fields: { player, count } };
  if (position.view.kind === "plain") return { key: "winsBy", fields: { player, count } };
  return { key: "winsSomehow", fields: { player } };
}

/** How scores are counted here, for those who read them. */
export function convention(view: View): Key {
  if (view.kind === "columns") return "conventionColumns";
  if (view.kind === "pits") return "conventionPits";
  return "conventionPlain";
}

/** What counts as a lot among these opinions: the largest of them that is no win. */
export function unit(all: Iterable<Analysed>): number {
  let most = LEAST_UNIT;
  for (const found of all)
    if (!found.decided && found.score !== null)
      most = Math.max(most, Math.abs(found.score));
  return most;
}

/** The first player's share of the bar, from 0 to 1: logistic, and all of it for a proven win. */
export function share(position: Position, found: Analysed | undefined, lot: number): number | null {
  if (position.outcome) return (1 + Math.sign(position.outcome.margin)) / 2;
  if (!found || found.score === null) return null;
  const value = forFirst(found.score, position.turn);
  if (found.decided) return (1 + Math.sign(value)) / 2;
  return 1 / (1 + Math.exp((-2 * value) / lot));
}

/** The best moves of all that have a score; none while margins and opinions are mixed. */
export function bestMoves(found: Analysed | undefined): string[] {
  if (!found || found.score === null) return [];
  return found.scores.filter((each) => each.score === found.score).map((each) => each.move);
}

/** The first of two hints: what there is to be found, not where. */
export function firstHint(found: Analysed): Words {
  const best = bestMoves(found).length;
  const all = found.scores.length;
  const score = found.score ?? 0;
  if (!found.decided) return { key: "hintOpinion", fields: { count: best } };
  if (best === all) return { key: "hintAllSame", fields: {} };
  if (score > 0) return { key: "hintWin", fields: { count: best } };
  return score === 0
    ? { key: "hintDraw", fields: { count: best } }
    : { key: "hintLoss", fields: { count: best } };
}
