"""The tree of a search for Graphviz: `dot -Tsvg`."""

import json
from collections.abc import Iterator

from tablero.lab.tree.label import AGAIN, kind_label, value_label, window_label
from tablero.lab.tree.tree import CUT, EXPANDED, Node, Tree


def dot(tree: Tree, command: str, plies: int | None = None) -> Iterator[str]:
    """Yield the lines of a Graphviz file.

    MAX is a triangle, MIN one upside down, a node without children a box; the principal variation
    is bold; pruned moves are dashed.
    """
    nodes = tree.top(plies)
    best = {node.number for root in tree.roots for node in [root, *tree.line(root)]}
    yield "digraph tree {"
    yield f"  label={quoted(command)}; ordering=out;"
    yield '  node [fontname="Helvetica", fontsize=10]; edge [fontname="Helvetica", fontsize=10];'
    for node in nodes:
        bold = ", penwidth=3" if node.number in best else ""
        lines = [window_label(node), value_label(node), kind_label(node)]
        text = quoted("\n".join(filter(None, lines)))
        yield f"  n{node.number} [shape={_shape(node)}, label={text}{bold}];"
        if node.parent is not None:
            name = quoted(f"{node.move} {AGAIN}" if node.again else node.move)
            yield f"  n{node.parent} -> n{node.number} [label={name}{bold}];"
        if plies is None or node.ply < plies:
            yield from _pruned_moves(tree, node)
    yield "}"


def quoted(text: str) -> str:
    """Return a text as a quoted Graphviz string."""
    return json.dumps(text, ensure_ascii=False)


def _shape(node: Node) -> str:
    if node.kind not in (EXPANDED, CUT):
        return "box"
    return "triangle" if node.is_max else "invtriangle"


def _pruned_moves(tree: Tree, node: Node) -> Iterator[str]:
    for place, name in enumerate(tree.skipped_names(node)):
        ghost = f"g{node.number}_{place}"
        yield f'  {ghost} [shape=point, style=dashed, color=gray, label=""];'
        yield f"  n{node.number} -> {ghost} [label={quoted(name)}, style=dashed, color=gray];"
