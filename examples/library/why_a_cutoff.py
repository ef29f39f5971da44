"""The tree of a search: where it stopped looking, and why."""

import tablero
from tablero.lab.tree.explain import explain

tree = tablero.search("tictactoe", "xox.o....", depth=2).tree()
node = max(tree.nodes, key=lambda each: each.skipped)
print(*explain(tree, node), sep="\n")

# prints:
# After 9: MIN moves, remaining depth 1, window 0..+∞.
# A cutoff: with 4 MIN holds MAX to at most 0 here.
# At the root MAX already has 0 with 8: this is no better for MAX.
# So the other moves do not matter and were pruned: 6 7 8.
