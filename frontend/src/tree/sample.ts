/** For tests: trees written by hand, and the searches of a textbook that make larger ones. */
import type { TreeTold } from "../api/client";
import * as quiz from "../words/quiz";
import * as words from "../words/tree";
import type { Voice } from "./describe";
import { readTree, type Tree } from "./tree";

const texts: Record<string, string> = { ...words.en, ...quiz.en };

/** Speaks without a page. */
export const english: Voice = {
  say: (key, fields = {}) => {
    const [one = "", many = one] = (texts[key] ?? key).split("|");
    const text = fields["count"] === 1 ? one : many;
    return text.replace(/\{(\w+)\}/g, (_, name: string) => String(fields[name]));
  },
  number: String,
};

/** A leaf's value, or children; the root is MAX and sides alternate unless `again`. */
export interface Branch {
  readonly value?: number;
  readonly children?: readonly Branch[];
  /** The side that moved here moves again. */
  readonly again?: boolean;
}

const INFINITE = 2 ** 30 - 1;

interface Columns {
  parent: number[];
  move: string[];
  left: number[];
  turn: number[];
  again: boolean[];
  repeated: boolean[];
  alpha: (number | null)[];
  beta: (number | null)[];
  value: number[];
  bound: string[];
  node_kind: string[];
  best: string[];
  size: number[];
  skipped: number[];
  unseen: number[];
}

function sizeOf(branch: Branch): number {
  return 1 + (branch.children ?? []).reduce((sum, child) => sum + sizeOf(child), 0);
}

function heightOf(branch: Branch): number {
  return Math.max(0, ...(branch.children ?? []).map((child) => 1 + heightOf(child)));
}

/** Fail-soft alpha-beta, or minimax, written down as the server does. */
export function grow(root: Branch, algorithm: "minimax" | "alphabeta" = "alphabeta"): TreeTold {
  const columns: Columns = {
    parent: [],
    move: [],
    left: [],
    turn: [],
    again: [],
    repeated: [],
    alpha: [],
    beta: [],
    value: [],
    bound: [],
    node_kind: [],
    best: [],
    size: [],
    skipped: [],
    unseen: [],
  };
  const cutting = algorithm === "alphabeta";
  const visit = (branch: Branch, parent: number, turn: 1 | 2, move: string, low: number, high: number): number => {
    const n = columns.parent.push(parent) - 1;
    const isMax = turn === 1;
    columns.move[n] = move;
    columns.left[n] = heightOf(branch);
    columns.turn[n] = turn;
    columns.again[n] = branch.again ?? false;
    columns.repeated[n] = false;
    columns.alpha[n] = cutting ? low : null;
    columns.beta[n] = cutting ? high : null;
    columns.best[n] = "";
    let [alpha, beta, value, skipped, unseen] = [low, high, branch.value ?? 0, 0, 0];
    if (branch.children) {
      value = isMax ? -Infinity : Infinity;
      branch.children.forEach((child, index) => {
        if (cutting && alpha >= beta) {
          skipped++;
          unseen += sizeOf(child);
          return;
        }
        const next = child.again ? turn : ((3 - turn) as 1 | 2);
        const score = visit(child, n, next, String(index + 1), alpha, beta);
        if (isMax ? score > value : score < value) {
          value = score;
          columns.best[n] = String(index + 1);
        }
        if (isMax) alpha = Math.max(alpha, value);
        else beta = Math.min(beta, value);
      });
    }
    columns.value[n] = value;
    columns.node_kind[n] = !branch.children ? "judged" : skipped ? "cut" : "expanded";
    columns.bound[n] =
      !branch.children || !cutting || (low < value && value < high)
        ? "exact"
        : value <= low
          ? "most"
          : "least";
    columns.size[n] = columns.parent.length - n;
    columns.skipped[n] = skipped;
    columns.unseen[n] = unseen;
    return value;
  };
  visit(root, -1, 1, "", -INFINITE, INFINITE);
  return {
    command: "",
    max: 1,
    span: [-INFINITE, INFINITE],
    visited: columns.parent.length - 1,
    pruned: columns.skipped.reduce((sum, each) => sum + each, 0),
    cached: 0,
    inferred: 0,
    minimax: sizeOf(root) - 1,
    differs: null,
    notes: [],
    ...columns,
  };
}

/** A tree of so many plies with up to `width` children and, now and then, an extra move. */
export function randomBranch(plies: number, width: number, roll: () => number): Branch {
  const again = roll() < 0.2;
  if (plies === 0 || roll() < 0.1) return { value: Math.floor(roll() * 21) - 10, again };
  const count = 1 + Math.floor(roll() * width);
  return { again, children: Array.from({ length: count }, () => randomBranch(plies - 1, width, roll)) };
}

/** That tree, searched and read. */
export function randomTree(
  plies: number,
  width: number,
  roll: () => number,
  algorithm: "minimax" | "alphabeta" = "alphabeta",
): Tree {
  return readTree(grow({ ...randomBranch(plies, width, roll), again: false }, algorithm));
}
