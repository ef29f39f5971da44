/** Nodes of a search in every position of a game. */
export interface Count {
  readonly pruned: number | null;
  readonly whole: number | null;
}

/** What pruning has saved where both were counted: nodes in all, and which share of them. */
export function savings(counts: Iterable<Count>): { whole: number; share: number } | null {
  let pruned = 0;
  let whole = 0;
  for (const count of counts) {
    if (count.pruned === null || count.whole === null) continue;
    pruned += count.pruned;
    whole += count.whole;
  }
  return whole ? { whole, share: (whole - pruned) / whole } : null;
}
