"""Start of a new process whose machine code is on disk.

The time is that of a whole process that searches one ply, a little more than that of its start.
"""

from collections.abc import Iterator
from tempfile import TemporaryDirectory

from bench.clock import one_search
from bench.rows import SECONDS, Row

WANTED = 1.5
TIMES = 5


def measure() -> Iterator[Row]:
    """Yield the best time of several processes, after a first one that fills the disk cache."""
    with TemporaryDirectory() as empty:
        cold = one_search(1, "table", empty)
        warm = [one_search(1, "table", empty) for _ in range(TIMES)]
    seconds = min(each["wall"] for each in warm)
    details = {"cold": cold["wall"], "search": min(each["seconds"] for each in warm)}
    name = "process to search, warm cache"
    yield Row(name, seconds, "wanted", WANTED, SECONDS, 1, details)
