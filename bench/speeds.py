"""The same source code compiled and interpreted, on the same work."""

from collections.abc import Iterator
from math import inf

from bench.clock import worker
from bench.rows import NODES_PER_SECOND, Row, must_agree

TARGET = 200
DEPTHS = {"perft": 6, "alphabeta": 8}
ROUNDS = 7


def measure() -> Iterator[Row]:
    """Yield nodes per second of perft and of alpha-beta with `table`."""
    for kind, depth in DEPTHS.items():
        fast, slow, nodes = seconds_at_both(kind, depth)
        rates = nodes / fast, nodes / slow
        details = {"kind": kind, "depth": depth, "nodes": nodes}
        name, other = "{kind}, depth {depth}", "interpreted"
        yield Row(name, rates[0], other, rates[1], NODES_PER_SECOND, TARGET, details)


def seconds_at_both(kind: str, depth: int) -> tuple[float, float, int]:
    """Return the best times, compiled and interpreted, of alternating processes, and the nodes."""
    fast = slow = inf
    for _ in range(ROUNDS):
        compiled = worker(kind, depth, NUMBA_DISABLE_JIT="0")
        interpreted = worker(kind, depth, NUMBA_DISABLE_JIT="1")
        fast = min(fast, compiled.pop("seconds"))
        slow = min(slow, interpreted.pop("seconds"))
        must_agree(kind, compiled, interpreted)
    return fast, slow, compiled["nodes"]
