/** What the charts of a game show, as tables for other programs. */
import type { Analysed, Position } from "../api/client";
import { forFirst } from "./judgement";

type Cell = string | number | boolean | null;

/** A field. What a program might take for a formula is made a text. */
export function field(value: Cell): string {
  const text = value === null ? "" : String(value);
  const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [header, ...rows].map((row) => `${row.map(field).join(",")}\n`).join("");
}

/** The value of every position of a line for the first player; empty while nobody knows. */
export function historyCsv(
  line: readonly number[],
  positions: ReadonlyMap<number, Position>,
  found: ReadonlyMap<number, Analysed>,
): string {
  const rows = line.map((node, ply) => {
    const position = positions.get(node);
    const known = found.get(node);
    if (position?.outcome) return [ply, position.last, position.outcome.margin, true];
    if (!position || known?.score == null) return [ply, position?.last ?? null, null, null];
    return [ply, position.last, forFirst(known.score, position.turn), known.exact];
  });
  return csv(["ply", "move", "score_of_first", "exact"], rows);
}

export interface Counted {
  readonly label: string;
  readonly pruned: number | null;
  readonly whole: number | null;
}

/** Nodes by move, with and without pruning; empty where they were too many. */
export function countsCsv(counts: readonly Counted[]): string {
  return csv(
    ["move", "with_pruning", "without_pruning"],
    counts.map(({ label, pruned, whole }) => [label, pruned, whole]),
  );
}
