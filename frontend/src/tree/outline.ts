/** The tree as an outline: which rows there are, and where keys lead. */
import { childrenOf, type Tree } from "./tree";

export interface Row {
  readonly node: number;
  /** Beginning with 1. */
  readonly level: number;
  readonly position: number;
  readonly siblings: number;
  readonly children: number;
  readonly isOpen: boolean;
}

/** The rows of unfolded nodes, among those visited so far. */
export function rowsOf(tree: Tree, unfolded: ReadonlySet<number>, shown: number): Row[] {
  const rows: Row[] = [];
  const stack: Row[] = [];
  const push = (family: ArrayLike<number>, level: number): void => {
    const known = Array.from(family).filter((node) => node < shown);
    for (let i = known.length - 1; i >= 0; i--) {
      const node = known[i]!;
      const children = childrenOf(tree, node).filter((child) => child < shown).length;
      const isOpen = children > 0 && unfolded.has(node);
      stack.push({ node, level, position: i + 1, siblings: known.length, children, isOpen });
    }
  };
  push(tree.roots, 1);
  for (let row = stack.pop(); row; row = stack.pop()) {
    rows.push(row);
    if (row.isOpen) push(childrenOf(tree, row.node), row.level + 1);
  }
  return rows;
}

/** What a key does at a row: another node, or one to fold or unfold. */
export type Act = { readonly go: number } | { readonly toggle: number };

export function actOf(tree: Tree, rows: readonly Row[], node: number, key: string, page: number): Act | null {
  const index = rows.findIndex((row) => row.node === node);
  const row = rows[index];
  if (!row) return rows[0] ? { go: rows[0].node } : null;
  const go = (at: number): Act => ({ go: rows[Math.min(Math.max(0, at), rows.length - 1)]!.node });
  switch (key) {
    case "ArrowDown":
      return go(index + 1);
    case "ArrowUp":
      return go(index - 1);
    case "PageDown":
      return go(index + page);
    case "PageUp":
      return go(index - page);
    case "Home":
      return go(0);
    case "End":
      return go(rows.length - 1);
    case "ArrowRight":
      return row.children && !row.isOpen ? { toggle: node } : row.isOpen ? go(index + 1) : { go: node };
    case "ArrowLeft":
      return row.isOpen ? { toggle: node } : { go: Math.max(tree.parent[node]!, rows[0]!.node) };
    default:
      return null;
  }
}
