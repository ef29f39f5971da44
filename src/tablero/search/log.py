"""The record of a search tree, written node by node during the search.

A task without a log (None) is compiled without this code. A log does not change the search, which
writes it but never reads it. The fields of a node:

    parent  number of the parent node; NOWHERE at a root
    move    the move from the parent to this node
    end     number of the first later node that is not below this one
    best    the move that gave the node its value
    alpha, beta, value   seen by the side to move
    depth   remaining depth, in plies
    side    the side to move
    kind    how the node got its value

Nodes are numbered as they are visited, including those for which the log has no room. A search
may have several roots: MTD(f) and the engine search the same position repeatedly. Roots have
numbers too, but only nodes below a root count as visited.
"""

from typing import Any, NamedTuple

import numpy as np

from tablero.errors import OptionError
from tablero.jit import helper
from tablero.jit.records import record
from tablero.locale import _
from tablero.position import Position
from tablero.search.state import MAX_PLY

NOWHERE = -1
"""The parent and the move of a root; the best move of a node valued without its children."""

OPEN, OVER, INFERRED, HORIZON, STOPPED, CACHED, EXPANDED = range(7)
"""Kinds of nodes, by the origin of the value: still being searched; game over; theoretical value;
evaluation, at the horizon; search stopped; transposition table; children."""

DEFAULT_NODES, MOST_NODES = 100_000, 1_000_000
"""Nodes below the root that a log has room for: default and upper limit."""

NODE = np.dtype(
    [
        ("parent", np.int64),
        ("move", np.int64),
        ("end", np.int64),
        ("best", np.int64),
        ("alpha", np.int32),
        ("beta", np.int32),
        ("value", np.int32),
        ("depth", np.int16),
        ("side", np.int8),
        ("kind", np.int8),
    ]
)

PATH = np.dtype(
    [
        ("count", np.int64),  # nodes numbered, roots included
        ("visited", np.int64),  # nodes visited below the root: the counter `evaluated`
        ("stopped", np.int64),  # nodes numbered when the search was stopped; 0 if it was not
        ("nodes", np.int64, (MAX_PLY + 2,)),  # by ply: the node being searched
        ("moves", np.int64, (MAX_PLY + 2,)),  # by ply: the move being searched there
    ]
)


class Log(NamedTuple):
    """The record of a search tree.

    nodes: an array of NODE, as many as there is room for.
    path: a record PATH, the counters and the path from the root to the current node.
    """

    nodes: Any
    path: Any


def new_log(most: int = DEFAULT_NODES) -> Log:
    """Return an empty log with room for the root and `most` nodes below it.

    Every further root takes the room of a node. Raise OptionError unless 1 <= most <= MOST_NODES.
    """
    if not 1 <= most <= MOST_NODES:
        message = _("a tree keeps 1 to {most} nodes, not {nodes}")
        raise OptionError(message.format(most=MOST_NODES, nodes=most))
    return Log(np.empty(most + 1, NODE).view(np.recarray), record(PATH))


@helper
def try_move(log: Any, ply: int, move: int) -> None:
    """Set the move that leads from `ply` to the next node at ply + 1."""
    if log is not None:
        log.path.moves[ply] = move


@helper
def open_node(log: Any, position: Position, depth: int, ply: int, alpha: int, beta: int) -> None:
    """Number and record a new node at `ply`."""
    if log is None:
        return
    number = log.path.count
    log.path.count = number + 1
    log.path.visited += ply > 0
    log.path.nodes[ply] = number
    if number < len(log.nodes):
        node = log.nodes[number]
        node.parent = log.path.nodes[ply - 1] if ply > 0 else NOWHERE
        node.move = log.path.moves[ply - 1] if ply > 0 else NOWHERE
        node.alpha, node.beta = alpha, beta
        node.depth = depth
        node.side = position.turn()
        node.kind = OPEN


@helper
def close_node(log: Any, ply: int, kind: int, value: int, best: int) -> None:
    """Record the value of the node at `ply`; `best` is NOWHERE if no child gave it its value."""
    if log is None:
        return
    number = log.path.nodes[ply]
    if kind == STOPPED and log.path.stopped == 0:
        log.path.stopped = number + 1
    if number < len(log.nodes):
        node = log.nodes[number]
        node.kind = kind
        node.value = value
        node.best = best
        node.end = log.path.count
