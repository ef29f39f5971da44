"""Labels of nodes, the same in every output format."""

from tablero.lab.tree.tree import (
    CACHED,
    CUT,
    HORIZON,
    LEAST,
    MOST,
    NONE,
    OPEN,
    OVER,
    STOPPED,
    THEORY,
    Node,
    Tree,
)
from tablero.locale import _
from tablero.numbers import signed
from tablero.position import INFINITY

MARKS = {LEAST: "≥ ", MOST: "≤ "}
MAX, MIN, AGAIN = "△", "▽", "↻"


def bound_name(score: int) -> str:
    """Return +3, -3 or 0; ∞ for a missing bound."""
    if abs(score) >= INFINITY - 1:
        return "+∞" if score > 0 else "-∞"
    return signed(score)


def value_label(node: Node) -> str:
    """Return the value with its bound: +3, ≥ +3, ≤ +3; ? if it has no meaning."""
    return "?" if node.bound == NONE else MARKS.get(node.bound, "") + bound_name(node.value)


def window_label(node: Node) -> str:
    """Return the window as -3..+2; empty without a window."""
    return "..".join(map(bound_name, node.window)) if node.window else ""


def kind_label(node: Node) -> str:
    """Return where the value comes from; empty if it comes from all children."""
    return {
        OVER: _("game over"),
        THEORY: _("theoretical value"),
        HORIZON: _("evaluated"),
        STOPPED: _("stopped"),
        OPEN: _("stopped"),
        CACHED: _("from the transposition table"),
        CUT: _("cutoff by {best}").format(best=node.best),
    }.get(node.kind, "")


def legend(tree: Tree) -> list[str]:
    """Return lines that explain MAX and MIN, and how many of the visited nodes the tree holds."""
    first = tree.positions[0].turn() == 0
    text = (
        _("MAX (△) is the first player, MIN (▽) the second; all values are for MAX.")
        if first
        else _("MAX (△) is the second player, MIN (▽) the first; all values are for MAX.")
    )
    lines = [text]
    if not tree.is_whole:
        text = _("The tree has the first {nodes} of the {visited} nodes visited below the root.")
        lines.append(text.format(visited=tree.visited, nodes=tree.kept))
    return lines
