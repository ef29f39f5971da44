/** Boards and moves in words, for those who hear the page. */
import type { Move, Position, View } from "../api/client";
import { number, say, signed } from "../words/words.svelte";
import { cutOf, sidesAfter, sidesText } from "./block/cuts";
import type { Kind, Score } from "./board";
import { playerName, type Player } from "./players";
import { STORE, type Place } from "./pits/places";

type Grid = Kind<"columns"> | Kind<"squares">;

/** The board in a few words. */
export function describeBoard(view: View): string {
  switch (view.kind) {
    case "columns":
      return say("boardColumns", { columns: view.columns, rows: view.rows });
    case "squares":
      return say("boardSquares", { columns: view.columns, rows: view.rows });
    case "pits":
      return say("boardPits");
    case "block":
      return say("boardBlock", { sides: sidesText(view.sides) });
    case "plain":
      return say("boardPlain");
  }
}

/** Line by line: who is to move, then row by row, player by player or side by side. */
export function describePosition(position: Position): string[] {
  const { view } = position;
  switch (view.kind) {
    case "columns":
    case "squares":
      return [describeTurn(position), ...gridLines(view)];
    case "pits":
      return [describeTurn(position), ...[0, 1].flatMap((side) => pitLines(view, side))];
    case "block":
      return [describeTurn(position), ...blockLines(view)];
    case "plain":
      return [describeTurn(position), ...view.drawing.split("\n").filter((line) => line.trim())];
  }
}

/** Who is to move, or who has won. */
export function describeTurn({ view, outcome, turn }: Position): string {
  if (!outcome) return say("boardToMove", { player: playerName(view.kind, turn) });
  if (outcome.winner === 0) return say("boardDrawn");
  return say("boardWon", { player: playerName(view.kind, outcome.winner) });
}

/** A move that is played in `position`, with all that it does. */
export function describeMove(move: Move, position: Position): string {
  const { view, turn } = position;
  const player = playerName(view.kind, turn);
  const cut = view.kind === "block" ? cutOf(view, move.name) : null;
  if (view.kind === "block" && cut) {
    const left = sidesText(sidesAfter(view, cut));
    const done = say("blockMoved", { player, count: cut.layers, axis: cut.axis });
    return `${done}: ${say("blockLeaves", { sides: left })}`;
  }
  if (view.kind === "pits" && move.sowing) return describeSowing(move, view, player);
  if ((view.kind === "columns" || view.kind === "squares") && move.cell != null) {
    const key = view.kind === "columns" ? "columnMoved" : "squareMoved";
    return say(key, { player, ...where(view, move.cell) });
  }
  return say("plainMoved", { player, move: move.name });
}

/** What is said of a score, and of a hint; nothing where there is none. */
export function describeAdvice(score: Score | undefined, hinted: boolean): string {
  const parts = [];
  if (score) {
    const key = score.exact ? "scoreExact" : "scoreSearched";
    parts.push(say(key, { score: signed(score.score) }));
  }
  if (hinted) parts.push(say("moveHinted"));
  return parts.map((part) => `, ${part}`).join("");
}

/** Counted from the left and, where stones fall, from below. */
export function where(view: Grid, cell: number): { column: number; row: number } {
  const fromTop = Math.floor(cell / view.columns);
  const row = view.kind === "columns" ? view.rows - fromTop : fromTop + 1;
  return { column: (cell % view.columns) + 1, row };
}

function gridLines(view: Grid): string[] {
  return Array.from({ length: view.rows }, (_, fromTop) => {
    const start = fromTop * view.columns;
    const held = view.cells.slice(start, start + view.columns).flatMap((cell, column) =>
      cell.owner === 0
        ? []
        : [say("columnHolds", { column: column + 1, player: playerName(view.kind, cell.owner) })],
    );
    const { row } = where(view, start);
    return say("boardRow", { row, cells: held.join(", ") || say("boardEmpty") });
  });
}

function pitLines(view: Kind<"pits">, side: number): string[] {
  const player = playerName(view.kind, asPlayer(side));
  const pits = (view.pits[side] ?? []).map((count, pit) =>
    say("pitHolds", { pit: view.names[pit] ?? "", count }),
  );
  const totals = [say("pitStore", { player, count: view.stores[side] ?? 0 })];
  if (view.accumulators) {
    totals.push(say("pitMarker", { count: view.markers[side] ?? 0 }));
    totals.push(say("pitAccumulator", { count: view.accumulators[side] ?? 0 }));
  }
  return [say("pitsRow", { player, pits: pits.join(", ") }), totals.join(", ")];
}

function describeSowing(move: Move, view: Kind<"pits">, player: string): string {
  const { sowing } = move;
  const parts = [say("pitMoved", { player, pit: move.name })];
  const last = sowing?.path.at(-1);
  if (sowing?.path.length) parts.push(say("pitSown", { count: sowing.path.length }));
  if (last) parts.push(placeText(view, last));
  if (sowing?.prize) parts.push(say("pitPrize", { count: sowing.prize }));
  if (move.ends) parts.push(say("pitEnds"));
  else if (move.again) parts.push(say("pitAgain"));
  return parts.join(", ");
}

function placeText(view: Kind<"pits">, { side, pit }: Place): string {
  const player = playerName(view.kind, asPlayer(side));
  if (pit === STORE) return say("pitLastStore", { player });
  return say("pitLastPit", { player, pit: view.names[pit] ?? "" });
}

function blockLines(view: Kind<"block">): string[] {
  const sides = view.axes.map((axis, n) => say("blockAxis", { axis, side: view.sides[n] ?? 0 }));
  const heaps = view.heaps.map((heap) => number(heap)).join(" ⊕ ");
  return [sides.join(", "), `${heaps} = ${number(view.xor)}`];
}

function asPlayer(side: number): Player {
  return side === 0 ? 1 : 2;
}
