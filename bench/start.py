"""How soon a new process searches when the machine code is on disk.

Measured is a whole process that searches one ply: a little more than the time until it starts.
"""

from collections.abc import Iterator
from tempfile import TemporaryDirectory

from bench.clock import one_search
from bench.rows import SECONDS, Row

WANTED = 1.5
TIMES = 5


def measure() -> Iterator[Row]:
    """The best of several processes after a first one that filled the disk cache."""
    with TemporaryDirectory() as empty:
        cold = one_search(1, "table", empty)
        warm = [one_search(1, "table", empty) for _ in range(TIMES)]
    seconds = min(each["wall"] for each in warm)
    details = {"cold": cold["wall"], "search": min(each["seconds"] for each in warm)}
    name = "process to search, warm cache"
    yield Row(name, seconds, "wanted", WANTED, SECONDS, 1, details)
