/** From node to node by keys. */
import { childrenOf, type Tree } from "./tree";

/** The node that an arrow leads to, among those visited so far; null for another key. */
export function neighbour(tree: Tree, node: number, key: string, shown: number): number | null {
  const parent = tree.parent[node]!;
  switch (key) {
    case "ArrowUp":
      return parent < 0 ? node : parent;
    case "ArrowDown":
      return childrenOf(tree, node).find((child) => child < shown) ?? node;
    case "ArrowLeft":
      return sibling(tree, node, -1, shown);
    case "ArrowRight":
      return sibling(tree, node, 1, shown);
    case "Home":
      return 0;
    default:
      return null;
  }
}

/** Roots are siblings too: passes of one search. */
function sibling(tree: Tree, node: number, by: 1 | -1, shown: number): number {
  const parent = tree.parent[node]!;
  const family = parent < 0 ? tree.roots : Array.from(childrenOf(tree, parent));
  const next = family[family.indexOf(node) + by];
  return next === undefined || next >= shown ? node : next;
}
