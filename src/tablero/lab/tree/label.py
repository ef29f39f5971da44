"""What is written on a node, wherever it is drawn."""

from tablero.lab.tree.tree import (
    CACHED,
    CUT,
    JUDGED,
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
    """+3, -3 or 0; ∞ where nothing bounds it."""
    if abs(score) >= INFINITY - 1:
        return "+∞" if score > 0 else "-∞"
    return signed(score)


def value_label(node: Node) -> str:
    """Its value with what that says: +3, ≥ +3, ≤ +3; ? if it says nothing."""
    return "?" if node.bound == NONE else MARKS.get(node.bound, "") + bound_name(node.value)


def window_label(node: Node) -> str:
    """-3..+2, or nothing."""
    return "..".join(map(bound_name, node.window)) if node.window else ""


def kind_label(node: Node) -> str:
    """How it got its value; nothing where all its children gave it."""
    return {
        OVER: _("game over"),
        THEORY: _("by theory"),
        JUDGED: _("judged"),
        STOPPED: _("stopped"),
        OPEN: _("stopped"),
        CACHED: _("from the cache"),
        CUT: _("cut by {best}").format(best=node.best),
    }.get(node.kind, "")


def legend(tree: Tree) -> list[str]:
    """What the signs mean."""
    first = tree.positions[0].turn() == 0
    text = (
        _("MAX (△) is the first player, MIN (▽) the second; all numbers are MAX's.")
        if first
        else _("MAX (△) is the second player, MIN (▽) the first; all numbers are MAX's.")
    )
    lines = [text]
    if not tree.is_whole:
        text = _("Of {visited} nodes that were visited the first {nodes} are in the tree.")
        lines.append(text.format(visited=tree.visited, nodes=len(tree.nodes)))
    return lines
