"""Alpha-beta with the evaluation `table`, against OpenSpiel and easyAI.

All three search the same tree from left to right without a transposition table: scores and numbers
of nodes must agree. Each search runs once before it is timed.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any
from unittest.mock import patch

from bench import is_installed, ours, with_version
from bench.clock import cpu_seconds
from bench.rows import NODES_PER_SECOND, Row, must_agree

DEPTH, SHALLOW = 8, 5
MAX_SECONDS = 300
"""Seconds that one search of a peer may take; a slower peer searches to a smaller depth."""

LOWER_HALF = ((3, 4, 5, 7, 5, 4, 3), (4, 6, 8, 10, 8, 6, 4), (5, 8, 11, 13, 11, 8, 5))
WEIGHTS = LOWER_HALF + LOWER_HALF[::-1]
"""The evaluation `table` for the peers: the fours through each cell, bottom row first."""

BONUS = 138
"""Points that `table` adds for MAX, the side to move at the root."""


@dataclass(frozen=True)
class Peer:
    """Another program.

    module: module with the functions `score(depth)` and `nodes(depth)`.
    target: target ratio of nodes per second.
    rounds: number of timed searches.
    """

    module: str
    target: float
    rounds: int


COMPARED_PEERS = {
    "OpenSpiel": Peer("bench.peer_openspiel", 100, 8),
    "easyAI": Peer("bench.peer_easyai", 5000, 1),
}


def measure() -> Iterator[Row]:
    """Yield nodes per second of Tablero and of each installed peer."""
    for name, peer in COMPARED_PEERS.items():
        if is_installed(name):
            yield compare(with_version(name), peer)


def compare(against: str, peer: Peer) -> Row:
    """Return the rates of both searches to the same depth, which are timed in turn."""
    theirs = import_module(peer.module)
    depth = affordable_depth(theirs)
    nodes, score = ours.nodes_and_answer("alphabeta", depth)
    must_agree("nodes", nodes, theirs.nodes(depth))
    fast, slow = [], []
    for _round in range(peer.rounds):
        fast.append(cpu_seconds(lambda: ours.work("alphabeta", depth))[0])
        seconds, their_score = cpu_seconds(lambda: theirs.score(depth))
        must_agree("score", score, their_score)
        slow.append(seconds)
    rates = nodes / min(fast), nodes / min(slow)
    details = {"kind": "alphabeta", "depth": depth, "nodes": nodes, "score": score}
    name = "{kind}, depth {depth}"
    return Row(name, rates[0], against, rates[1], NODES_PER_SECOND, peer.target, details)


def affordable_depth(peer: Any) -> int:
    """Return the greatest depth, at most DEPTH, that the peer reaches within MAX_SECONDS."""
    seconds, _score = cpu_seconds(lambda: peer.score(SHALLOW))
    pace = seconds / nodes_to(SHALLOW)
    return next(d for d in range(DEPTH, 0, -1) if pace * nodes_to(d) <= MAX_SECONDS)


def nodes_to(depth: int) -> int:
    """Return the number of nodes that the search to `depth` visits."""
    return ours.nodes_and_answer("alphabeta", depth)[0]


def calls_of(module: Any, name: str, work: Callable[[], Any]) -> int:
    """Return how often `work` calls the function `name` of `module`; this slows it down."""
    function = getattr(module, name)
    calls = 0

    def counted(*args: Any, **options: Any) -> Any:
        nonlocal calls
        calls += 1
        return function(*args, **options)

    with patch.object(module, name, counted):
        work()
    return calls
