"""The tree of a search as JSON lines: a header, then a line for every node."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from tablero import __version__
from tablero.lab.tree.tree import Node, Tree


def records(
    tree: Tree, command: str, position: str, plies: int | None = None, sizes: bool = False
) -> Iterator[str]:
    """Yield the lines.

    position: the root position as text.
    sizes: add `Tree.skipped_sizes`.
    """
    nodes = tree.top(plies)
    yield _line(_header(tree, command, position) | {"plies": plies, "written": len(nodes)})
    for node in nodes:
        record = _record(tree, node)
        yield _line(record | {"skipped_sizes": tree.skipped_sizes(node)} if sizes else record)


def _line(record: dict[str, Any]) -> str:
    return json.dumps(record, ensure_ascii=False)


def _header(tree: Tree, command: str, position: str) -> dict[str, Any]:
    settings = asdict(tree.settings)
    del settings["table_bits"]
    return {
        "tablero": __version__,
        "command": command,
        "game": str(tree.game),
        "position": position,
        "eval": tree.evaluation,
        **settings,
        "max": tree.positions[0].turn() + 1,
        "span": list(tree.span),
        "roots": [root.number for root in tree.roots],
        "visited": tree.visited,
        "recorded": len(tree.nodes),
    }


def _record(tree: Tree, node: Node) -> dict[str, Any]:
    return {
        "node": node.number,
        "parent": node.parent,
        "move": node.move,
        "ply": node.ply,
        "left": node.left,
        "turn": node.turn + 1,
        "again": node.again,
        "repeated": node.repeated,
        "alpha": node.window and node.window[0],
        "beta": node.window and node.window[1],
        "value": node.value,
        "bound": node.bound,
        "kind": node.kind,
        "cut": node.cut,
        "best": node.best,
        "size": node.size,
        "whole": node.whole,
        "skipped": tree.skipped_names(node),
    }
