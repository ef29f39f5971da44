"""Alpha-beta with the evaluation `table`, beside OpenSpiel and easyAI.

All three search the same tree from left to right without a cache: score and number of nodes
must agree. Only searches are timed, each after a first one that is not.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

import ours
import peer_easyai
import peer_openspiel
from clock import cpu_seconds
from report import NODES_PER_SECOND, Row

DEPTH, SHALLOW = 8, 5
PATIENCE = 300
"""A peer that would need more seconds for one search is asked for a smaller depth."""


@dataclass(frozen=True)
class Comparison:
    """peer -- has NAME, PACKAGE, `score(depth)` and `nodes(depth)`; timed `times` times."""

    peer: Any
    target: float
    times: int


COMPARISONS = (Comparison(peer_openspiel, 100, 8), Comparison(peer_easyai, 5000, 1))


def measure() -> Iterator[Row]:
    """Nodes per second of ours and of each peer."""
    for comparison in COMPARISONS:
        yield compare(comparison, affordable_depth(comparison.peer))


def compare(comparison: Comparison, depth: int) -> Row:
    """Both searches to `depth`, in turns."""
    peer = comparison.peer
    nodes, score = ours.nodes_and_answer("alphabeta", depth)
    _same("nodes", nodes, peer.nodes(depth))
    fast, slow = [], []
    for _ in range(comparison.times):
        fast.append(cpu_seconds(lambda: ours.work("alphabeta", depth))[0])
        seconds, peers_score = cpu_seconds(lambda: peer.score(depth))
        _same("score", score, peers_score)
        slow.append(seconds)
    against = f"{peer.NAME} {version(peer.PACKAGE)}"
    rates = nodes / min(fast), nodes / min(slow)
    details = {"depth": depth, "nodes": nodes, "score": score}
    name = f"alphabeta, depth {depth}"
    return Row(name, rates[0], against, rates[1], NODES_PER_SECOND, comparison.target, details)


def _same(what: str, ours: int, theirs: int) -> None:
    assert ours == theirs, f"{what}: {ours} by us, {theirs} by the peer"


def affordable_depth(peer: Any) -> int:
    """The greatest depth, at most DEPTH, that the peer should reach within PATIENCE."""
    seconds, _score = cpu_seconds(lambda: peer.score(SHALLOW))
    pace = seconds / nodes_to(SHALLOW)
    return next(d for d in range(DEPTH, 0, -1) if pace * nodes_to(d) <= PATIENCE)


def nodes_to(depth: int) -> int:
    """How many nodes the search to `depth` visits."""
    return ours.nodes_and_answer("alphabeta", depth)[0]
