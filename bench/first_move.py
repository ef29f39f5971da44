"""The first move of paper P4: alpha-beta, depth 11, evaluation `lines`, the whole process."""

from collections.abc import Iterator
from tempfile import TemporaryDirectory
from typing import Any

from bench.clock import one_search
from bench.rows import SECONDS, Row

DEPTH = 11
PAPER = 8.3 * 60
"""Seconds that the paper reports."""
TIMES = 3


def measure() -> Iterator[Row]:
    """Yield the wall time of the whole process, without and with machine code on disk."""
    runs = [cold_and_warm() for _ in range(TIMES)]
    names = "P4's first move, cold cache", "P4's first move, warm cache"
    for name, seen in zip(names, zip(*runs, strict=True), strict=True):
        best = min(seen, key=lambda each: each["wall"])
        details = {"depth": DEPTH, "nodes": best["evaluated"], "search": best["seconds"]}
        paper = "the paper's machine"
        yield Row(name, best["wall"], paper, PAPER, SECONDS, None, details)


def cold_and_warm() -> tuple[dict[str, Any], ...]:
    """Return the statistics of a search with an empty cache, and of the next one."""
    with TemporaryDirectory() as cache:
        return tuple(one_search(DEPTH, "lines", cache) for _ in range(2))
