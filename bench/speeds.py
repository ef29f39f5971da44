"""The same text at two speeds: compiled against interpreted, the same work for both."""

from collections.abc import Iterator

from clock import worker
from report import NODES_PER_SECOND, Row

TARGET = 200
DEPTHS = {"perft": 6, "alphabeta": 8}
TIMES_COMPILED, TIMES_INTERPRETED = 50, 3


def measure() -> Iterator[Row]:
    """Nodes per second of perft and of alpha-beta with `table`."""
    for kind, depth in DEPTHS.items():
        fast = worker(kind, depth, TIMES_COMPILED, NUMBA_DISABLE_JIT="0")
        slow = worker(kind, depth, TIMES_INTERPRETED, NUMBA_DISABLE_JIT="1")
        same = ("nodes", "answer")
        assert [fast[key] for key in same] == [slow[key] for key in same], (fast, slow)
        rates = [each["nodes"] / each["seconds"] for each in (fast, slow)]
        details = {"depth": depth, "nodes": fast["nodes"]}
        name = f"{kind}, depth {depth}"
        yield Row(name, rates[0], "interpreted", rates[1], NODES_PER_SECOND, TARGET, details)
