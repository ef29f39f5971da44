/**
 * Where nodes stand: leaves side by side in the order in which they were visited, one unit each,
 * a parent above the middle of its children, a row per ply. What was never looked at stands as one
 * ghost behind its siblings. Takes time proportional to the number of nodes.
 */
import { childrenOf, type Tree } from "./tree";

export interface Layout {
  /** Of every node. */
  readonly x: Float32Array;
  /** Of the ghost of every node; NaN where there is none. */
  readonly ghost: Float32Array;
  readonly width: number;
  readonly rows: number;
  /** Nodes of each row, from left to right, which is also the order of their numbers. */
  readonly row: readonly Int32Array[];
  /** Nodes of each row that have a ghost in the next one. */
  readonly cutRow: readonly Int32Array[];
}

export function layOut(tree: Tree): Layout {
  const x = new Float32Array(tree.count);
  const ghost = new Float32Array(tree.count).fill(Number.NaN);
  let next = 0.5;
  /* A node is left when the next one is not below it: then its ghost is put, and it is done. */
  const open: number[] = [];
  const leave = (): void => {
    const node = open.pop()!;
    if (tree.skipped[node]! > 0) ghost[node] = next++;
    x[node] = middle(tree, x, ghost, node) ?? next++;
  };
  for (let n = 0; n < tree.count; n++) {
    while (open.length && open[open.length - 1] !== tree.parent[n]) leave();
    if (tree.parent[n]! < 0 && n > 0) next += 1; // passes of one search stand apart
    open.push(n);
  }
  while (open.length) leave();
  const ghosts = tree.skipped.some((each) => each > 0);
  return {
    x,
    ghost,
    width: next - 0.5,
    rows: 1 + Math.max(tree.plies, ghosts ? deepestGhost(tree) : 0),
    row: rowsOf(tree, () => true),
    cutRow: rowsOf(tree, (node) => tree.skipped[node]! > 0),
  };
}

/** Between its first child and its last, or its ghost. */
function middle(tree: Tree, x: Float32Array, ghost: Float32Array, node: number): number | null {
  const children = childrenOf(tree, node);
  const spectre = Number.isNaN(ghost[node]!) ? null : ghost[node]!;
  if (!children.length) return spectre;
  const last = spectre ?? x[children[children.length - 1]!]!;
  return (x[children[0]!]! + last) / 2;
}

function deepestGhost(tree: Tree): number {
  let deepest = 0;
  tree.skipped.forEach((each, node) => {
    if (each > 0) deepest = Math.max(deepest, tree.ply[node]! + 1);
  });
  return deepest;
}

function rowsOf(tree: Tree, belongs: (node: number) => boolean): Int32Array[] {
  const rows = Array.from({ length: tree.plies + 1 }, () => [] as number[]);
  for (let n = 0; n < tree.count; n++) if (belongs(n)) rows[tree.ply[n]!]!.push(n);
  return rows.map((row) => Int32Array.from(row));
}

/** The first index from which on `is` holds; it must not cease to hold. */
export function firstIndex(length: number, is: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const centre = (low + high) >> 1;
    if (is(centre)) high = centre;
    else low = centre + 1;
  }
  return low;
}

/** The node of a row that stands nearest to x; -1 if the row is empty. */
export function nearest(layout: Layout, row: number, x: number, shown: number): number {
  const nodes = layout.row[row];
  if (!nodes) return -1;
  const count = firstIndex(nodes.length, (index) => nodes[index]! >= shown);
  const right = Math.min(firstIndex(count, (index) => layout.x[nodes[index]!]! >= x), count - 1);
  if (right < 0) return -1;
  const left = Math.max(0, right - 1);
  const distance = (index: number): number => Math.abs(layout.x[nodes[index]!]! - x);
  return nodes[distance(left) <= distance(right) ? left : right]!;
}
