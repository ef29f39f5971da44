/**
 * A recorded search, read into columns: entry n of each array is about node n. Nodes are numbered
 * as they were visited, so all that was visited below node n is n + 1 … n + size[n] - 1. Values and
 * windows are MAX's, who moves at the root.
 */
import type { TreeTold } from "../api/client";

export const KINDS = [
  "expanded",
  "cut",
  "judged",
  "over",
  "theory",
  "cached",
  "stopped",
  "open",
] as const;
export type Kind = (typeof KINDS)[number];
export const BOUNDS = ["exact", "least", "most", "none"] as const;
export type Bound = (typeof BOUNDS)[number];

const code = <T extends string>(names: readonly T[], name: string): number =>
  Math.max(0, names.indexOf(name as T));

/** A bound that bounds nothing, as a window's end. */
export const NO_END = Number.NaN;

export interface Tree {
  /** Nodes of the tree, roots included. */
  readonly count: number;
  /** Nodes visited below the root, in the tree or not. */
  readonly visited: number;
  /** Children that were never visited, and visited nodes valued by the cache or by theory; those not in the tree too. */
  readonly pruned: number;
  readonly cached: number;
  readonly inferred: number;
  /** Nodes that minimax would visit below the root; null if there are too many to count. */
  readonly minimax: number | null;
  readonly command: string;
  /** Of a player's file: the first node that no correct alpha-beta has; else -1. */
  readonly differs: number;
  readonly notes: readonly string[];
  /** Who is MAX: the first player or the second. */
  readonly max: 1 | 2;
  /** Every score lies between these. */
  readonly span: readonly [number, number];
  readonly roots: readonly number[];
  /** -1 at a root. */
  readonly parent: Int32Array;
  readonly ply: Uint16Array;
  readonly plies: number;
  readonly left: Int16Array;
  readonly isMax: Uint8Array;
  readonly again: Uint8Array;
  readonly repeated: Uint8Array;
  /** NO_END where the search has no window. */
  readonly alpha: Float64Array;
  readonly beta: Float64Array;
  readonly value: Float64Array;
  readonly bound: Uint8Array;
  readonly kind: Uint8Array;
  /** Nodes visited from here on, also those that are not in the tree. */
  readonly size: Int32Array;
  readonly skipped: Int32Array;
  /** What minimax would have visited below the skipped children; -1 where nobody has counted. */
  readonly unseen: Float64Array;
  readonly move: readonly string[];
  readonly best: readonly string[];
  /** The children of node n are children[first[n]] … children[first[n + 1] - 1]. */
  readonly first: Int32Array;
  readonly children: Int32Array;
}

export function readTree(told: TreeTold): Tree {
  const count = told.parent.length;
  const parent = Int32Array.from(told.parent);
  const { first, children } = family(parent);
  const ply = new Uint16Array(count);
  const roots: number[] = [];
  for (let n = 0; n < count; n++) {
    const above = parent[n]!;
    if (above < 0) roots.push(n);
    else ply[n] = ply[above]! + 1;
  }
  const numbers = (list: readonly (number | null)[]): Float64Array =>
    Float64Array.from(list, (each) => each ?? NO_END);
  const flags = (list: readonly boolean[]): Uint8Array => Uint8Array.from(list, Number);
  return {
    count,
    visited: told.visited,
    pruned: told.pruned,
    cached: told.cached,
    inferred: told.inferred,
    minimax: told.minimax,
    command: told.command,
    differs: told.differs ?? -1,
    notes: told.notes ?? [],
    max: told.max,
    span: [told.span[0] ?? 0, told.span[1] ?? 0],
    roots,
    parent,
    ply,
    plies: ply.reduce((most, each) => Math.max(most, each), 0),
    left: Int16Array.from(told.left),
    isMax: Uint8Array.from(told.turn, (turn) => Number(turn === told.max)),
    again: flags(told.again),
    repeated: flags(told.repeated),
    alpha: numbers(told.alpha),
    beta: numbers(told.beta),
    value: numbers(told.value),
    bound: Uint8Array.from(told.bound, (name) => code(BOUNDS, name)),
    kind: Uint8Array.from(told.node_kind, (name) => code(KINDS, name)),
    size: Int32Array.from(told.size),
    skipped: Int32Array.from(told.skipped),
    unseen: numbers(told.unseen),
    move: told.move,
    best: told.best,
    first,
    children,
  };
}

/** Children in the order in which they were visited. */
function family(parent: Int32Array): Pick<Tree, "first" | "children"> {
  const count = parent.length;
  const first = new Int32Array(count + 1);
  for (const above of parent) if (above >= 0) first[above + 1]!++;
  for (let n = 0; n < count; n++) first[n + 1]! += first[n]!;
  const next = first.slice();
  const children = new Int32Array(first[count]!);
  parent.forEach((above, n) => {
    if (above >= 0) children[next[above]!++] = n;
  });
  return { first, children };
}

export function kindOf(tree: Tree, node: number): Kind {
  return KINDS[tree.kind[node]!]!;
}

export function boundOf(tree: Tree, node: number): Bound {
  return BOUNDS[tree.bound[node]!]!;
}

export function childrenOf(tree: Tree, node: number): Int32Array {
  return tree.children.subarray(tree.first[node]!, tree.first[node + 1]!);
}

/** From its root to this node. */
export function pathTo(tree: Tree, node: number): number[] {
  const path: number[] = [];
  for (let n = node; n >= 0; n = tree.parent[n]!) path.push(n);
  return path.reverse();
}

/** The moves that lead to a node from its root. */
export function movesTo(tree: Tree, node: number): string[] {
  return pathTo(tree, node)
    .slice(1)
    .map((n) => tree.move[n]!);
}

/** How many of the visited nodes are in the tree; its roots are not counted. */
export function kept(tree: Tree): number {
  return tree.count - tree.roots.length;
}

/** Is all that was visited below it in the tree? */
export function isWhole(tree: Tree, node: number): boolean {
  return kindOf(tree, node) !== "open" && node + tree.size[node]! <= tree.count;
}

export function hasWindow(tree: Tree, node: number): boolean {
  return !Number.isNaN(tree.alpha[node]!);
}

/** The nodes of the best line below a root, the root included. */
export function bestLine(tree: Tree, root: number): number[] {
  const line = [root];
  for (;;) {
    const last = line[line.length - 1]!;
    const best = childrenOf(tree, last).findLast((child) => tree.move[child] === tree.best[last]);
    if (best === undefined || !tree.best[last]) return line;
    line.push(best);
  }
}
