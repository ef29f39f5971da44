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


DEFAULT_PLIES = 100
"""Default depth in plies; deeper nodes would be indented too far to be read."""


def outline(tree: Tree, plies: int | None = None, sizes: bool = False) -> Iterator[str]:
    """Yield a line for every node down to `plies`, and one for the pruned children of a node.

    sizes: add the number of nodes that minimax would have visited below pruned moves.
    """
    yield from legend(tree)
    yield _("*: the principal variation. {again}: an extra turn.").format(again=AGAIN)
    for root in tree.roots:
        yield ""
        best = {node.number for node in tree.line(root)}
        shown = DEFAULT_PLIES if plies is None else plies
        yield from _Branch(tree, shown, sizes, best).lines(root)


class _Branch:
    """Settings common to all lines below one root."""

    def __init__(self, tree: Tree, plies: int, sizes: bool, best: set[int]) -> None:
        self.tree, self.plies, self.sizes, self.best = tree, plies, sizes, best

    def lines(self, root: Node) -> Iterator[str]:
        """Yield the lines; a stack allows trees deeper than the recursion limit."""
        stack: list[tuple[Node | str, str, str]] = [(root, "", "")]
        while stack:
            item, first, others = stack.pop()
            if isinstance(item, str):
                yield first + item
                continue
            yield first + self._line(item)
            below = self._below(item)
            leads = [(FORK, BAR)] * (len(below) - 1) + [(LAST, GAP)]
            rows = zip(below, leads, strict=False)
            stack += [(each, others + lead, others + rest) for each, (lead, rest) in rows][::-1]

    def _below(self, node: Node) -> list[Node | str]:
        """Return the children, and a line for those that were pruned or not stored."""
        if self._is_folded(node):
            return []
        below: list[Node | str] = [*self.tree.children(node)]
        if node.skipped:
            below.append(self._pruned_moves(node))
        elif not node.whole:
            below.append("…")
        return below

    def _is_folded(self, node: Node) -> bool:
        return node.ply >= self.plies

    def _line(self, node: Node) -> str:
        sign = (MAX if node.is_max else MIN) + (AGAIN if node.again else "")
        parts = [f"{sign} {node.move}".rstrip()]
        if node.window:
            parts.append(f"[{window_label(node)}]")
        parts.append(value_label(node))
        parts += [kind_label(node)] if kind_label(node) else []
        if node.children and self._is_folded(node):
            parts.append(_("nodes below: {nodes}").format(nodes=node.size - 1))
        parts += ["*"] if node.number in self.best else []
        return "  ".join(parts)

    def _pruned_moves(self, node: Node) -> str:
        names = self.tree.skipped_names(node)
        if self.sizes:
            counts = self.tree.skipped_sizes(node)
            names = [f"{name} ({size})" for name, size in zip(names, counts, strict=True)]
        return _("pruned: {moves}").format(moves=" ".join(names))
