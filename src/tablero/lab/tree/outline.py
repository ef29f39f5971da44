"""The tree of a search as indented text."""

from collections.abc import Iterator

from tablero.lab.tree.label import (
    AGAIN,
    MAX,
    MIN,
    kind_label,
    legend,
    value_label,
    window_label,
)
from tablero.lab.tree.tree import Node, Tree
from tablero.locale import _

FORK, LAST, BAR, GAP = "├─ ", "╰─ ", "│  ", "   "


def outline(tree: Tree, plies: int | None = None, sizes: bool = False) -> Iterator[str]:
    """Lines: a node each, down to so many plies, and one for the children never looked at.

    sizes -- say how many nodes minimax would have visited there
    """
    yield from legend(tree)
    yield _("*: the best line. {again}: an extra move.").format(again=AGAIN)
    for root in tree.roots:
        yield ""
        best = {node.number for node in tree.line(root)}
        yield from _Branch(tree, plies, sizes, best).lines(root, "", "")


class _Branch:
    """What is the same for all lines below one root."""

    def __init__(self, tree: Tree, plies: int | None, sizes: bool, best: set[int]) -> None:
        self.tree, self.plies, self.sizes, self.best = tree, plies, sizes, best

    def lines(self, node: Node, first: str, others: str) -> Iterator[str]:
        """`first` is before the node's own line, `others` before those below it."""
        deeper = self.plies is None or node.ply < self.plies
        yield first + self._line(node, hidden=bool(node.children) and not deeper)
        if not deeper:
            return
        children = self.tree.children(node)
        for child in children:
            last = child is children[-1] and not node.skipped and node.whole
            lead = (LAST, GAP) if last else (FORK, BAR)
            yield from self.lines(child, others + lead[0], others + lead[1])
        if node.skipped:
            yield others + LAST + self._ghosts(node)
        elif not node.whole:
            yield others + LAST + "…"

    def _line(self, node: Node, hidden: bool) -> str:
        sign = (MAX if node.is_max else MIN) + (AGAIN if node.again else "")
        parts = [f"{sign} {node.move}".rstrip()]
        if node.window:
            parts.append(f"[{window_label(node)}]")
        parts.append(value_label(node))
        parts += [kind_label(node)] if kind_label(node) else []
        parts += [_("nodes below: {nodes}").format(nodes=node.size - 1)] if hidden else []
        parts += ["*"] if node.number in self.best else []
        return "  ".join(parts)

    def _ghosts(self, node: Node) -> str:
        names = self.tree.skipped_names(node)
        if self.sizes:
            counts = self.tree.skipped_sizes(node)
            names = [f"{name} ({size})" for name, size in zip(names, counts, strict=True)]
        return _("never looked at: {moves}").format(moves=" ".join(names))
