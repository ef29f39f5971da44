"""The tree of a search, written down node by node while it is searched.

A task without a log (None) is compiled without any of this. With one it is the very
same search: nothing is read here that it decides by.

    parent  number of the node that led here; NOWHERE at a root
    move    which led here from there
    end     number of the first node that is not below this one
    best    the move that its value comes from
    alpha, beta, value   seen by the side to move
    depth   plies left
    side    to move
    kind    how it got its value

Nodes are numbered as they are visited, also those for which there is no room any more. A
search may have several roots: MTD(f) and the engine ask again and again.
"""

from typing import Any, NamedTuple

import numpy as np

from tablero.errors import OptionError
from tablero.jit import helper
from tablero.locale import _
from tablero.position import Position
from tablero.search.notes import MAX_PLY, new_record

NOWHERE = -1
OPEN, OVER, INFERRED, JUDGED, STOPPED, CACHED, EXPANDED = range(7)
"""Kinds: not left yet; game over; by theory; by the judge, at the horizon; the search was
stopped; by the table; by its children."""

USUAL_NODES, MOST_NODES = 100_000, 1_000_000

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
        ("count", np.int64),  # nodes visited
        ("stopped", np.int64),  # nodes visited when the search was stopped; 0 if it was not
        ("nodes", np.int64, (MAX_PLY + 2,)),  # by ply: the node that is being looked at
        ("moves", np.int64, (MAX_PLY + 2,)),  # by ply: the move that is being tried there
    ]
)


class Log(NamedTuple):
    """nodes -- those that there is room for; path -- where the search is."""

    nodes: Any
    path: Any


def new_log(most: int = USUAL_NODES) -> Log:
    """An empty log with room for so many nodes."""
    if not 1 <= most <= MOST_NODES:
        message = _("a tree keeps 1 to {most} nodes, not {nodes}")
        raise OptionError(message.format(most=MOST_NODES, nodes=most))
    return Log(np.empty(most, NODE).view(np.recarray), new_record(PATH))


@helper
def try_move(log: Any, ply: int, move: int) -> None:
    """The next node at ply + 1 is where `move` leads."""
    if log is not None:
        log.path.moves[ply] = move


@helper
def arrive(log: Any, position: Position, depth: int, ply: int, alpha: int, beta: int) -> None:
    """Open a node."""
    if log is None:
        return
    number = log.path.count
    log.path.count = number + 1
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
def leave(log: Any, ply: int, kind: int, value: int, best: int) -> None:
    """Close the node at `ply`; `best` is NOWHERE if no child gave it its value."""
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
