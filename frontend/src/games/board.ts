/** What every board is given, whatever the game. A board draws and asks for moves; it knows no rules. */
import type { Move, Position, View } from "../api/client";

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
