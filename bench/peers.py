"""Alpha-beta with the evaluation `table`, beside OpenSpiel and easyAI.

All three search the same tree from left to right without a cache: score and number of nodes
must agree. Only searches are timed, each after a first one that is not.
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
PATIENCE = 300
"""A peer that would need more seconds for one search is asked for a smaller depth."""

LOWER_HALF = ((3, 4, 5, 7, 5, 4, 3), (4, 6, 8, 10, 8, 6, 4), (5, 8, 11, 13, 11, 8, 5))
WEIGHTS = LOWER_HALF + LOWER_HALF[::-1]
"""The evaluation `table` as the peers need it, bottom row first: how many fours pass through each
cell."""

BONUS = 138
"""Points that `table` always adds for MAX, the side to move at the root."""


@dataclass(frozen=True)
class Comparison:
    """module -- has `score(depth)` and `nodes(depth)`; timed `times` times."""

    module: str
    target: float
    times: int


COMPARISONS = {
    "OpenSpiel": Comparison("bench.peer_openspiel", 100, 8),
    "easyAI": Comparison("bench.peer_easyai", 5000, 1),
}


def measure() -> Iterator[Row]:
    """Nodes per second of ours and of each peer that is installed."""
    for name, comparison in COMPARISONS.items():
        if is_installed(name):
            yield compare(with_version(name), comparison)


def compare(against: str, comparison: Comparison) -> Row:
    """Both searches to the same depth, in turns."""
    peer = import_module(comparison.module)
    depth = affordable_depth(peer)
    nodes, score = ours.nodes_and_answer("alphabeta", depth)
    must_agree("nodes", nodes, peer.nodes(depth))
    fast, slow = [], []
    for _round in range(comparison.times):
        fast.append(cpu_seconds(lambda: ours.work("alphabeta", depth))[0])
        seconds, peers_score = cpu_seconds(lambda: peer.score(depth))
        must_agree("score", score, peers_score)
        slow.append(seconds)
    rates = nodes / min(fast), nodes / min(slow)
    details = {"kind": "alphabeta", "depth": depth, "nodes": nodes, "score": score}
    name = "{kind}, depth {depth}"
    return Row(name, rates[0], against, rates[1], NODES_PER_SECOND, comparison.target, details)


def affordable_depth(peer: Any) -> int:
    """The greatest depth, at most DEPTH, that the peer should reach within PATIENCE."""
    seconds, _score = cpu_seconds(lambda: peer.score(SHALLOW))
    pace = seconds / nodes_to(SHALLOW)
    return next(d for d in range(DEPTH, 0, -1) if pace * nodes_to(d) <= PATIENCE)


def nodes_to(depth: int) -> int:
    """How many nodes the search to `depth` visits."""
    return ours.nodes_and_answer("alphabeta", depth)[0]


def calls_of(module: Any, name: str, work: Callable[[], Any]) -> int:
    """How often `work` calls the function `name` of `module`. Slow: never time this."""
    function = getattr(module, name)
    calls = 0

    def counted(*args: Any, **options: Any) -> Any:
        nonlocal calls
        calls += 1
        return function(*args, **options)

    with patch.object(module, name, counted):
        work()
    return calls
