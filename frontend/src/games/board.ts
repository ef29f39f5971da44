/** What every board is given, whatever the game. A board draws and asks for moves; it knows no rules. */
import type { Move, Position, View } from "../api/client";

/** The view of one kind of board. */
export type Kind<K extends View["kind"]> = Extract<View, { kind: K }>;

/** Of a move, for the side to move. An exact one is a margin, else an opinion in points. */
export interface Score {
  readonly score: number;
  readonly exact: boolean;
}

export interface BoardProps<V extends View = View> {
  readonly view: V;
  readonly position: Position;
  /** The position before, and the move that led from there to here: to animate it. */
  readonly before: Position | null;
  readonly played: Move | null;
  /** By the names of the moves; empty while nobody knows, or nobody wants to see them. */
  readonly scores: ReadonlyMap<string, Score>;
  /** Moves that shine: a hint, a best move. */
  readonly hints: ReadonlySet<string>;
  /** The second player sits below. */
  readonly flipped: boolean;
  /** May somebody play here now? */
  readonly active: boolean;
  readonly animated: boolean;
  readonly onplay: (move: string) => void;
}

/** How a score is coloured; its sign says the same. */
export function tone({ score }: Score): "good" | "bad" | "even" {
  return score > 0 ? "good" : score < 0 ? "bad" : "even";
}

/** The same position of a line, told twice perhaps. */
export function alike(a: Position | null, b: Position | null): boolean {
  return !!a && !!b && a.ply === b.ply && a.text === b.text;
}

/** The moves with the highest score; none where all are alike. */
export function best(scores: ReadonlyMap<string, Score>): ReadonlySet<string> {
  const values = [...scores.values()].map(({ score }) => score);
  const most = Math.max(...values);
  if (Math.min(...values) === most) return new Set();
  return new Set([...scores].filter(([, { score }]) => score === most).map(([name]) => name));
}
