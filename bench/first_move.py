"""The first move of paper P4: alpha-beta, depth 11, evaluation `lines`, the whole process."""

from collections.abc import Iterator
from tempfile import TemporaryDirectory
from typing import Any

from clock import one_search
from report import SECONDS, Row

DEPTH = 11
PAPER = 8.3 * 60
TIMES = 3


def measure() -> Iterator[Row]:
    """From the start of the process to its end, without and with machine code on disk."""
    runs = [cold_and_warm() for _ in range(TIMES)]
    for name, seen in zip(("cold", "warm"), zip(*runs, strict=True), strict=True):
        best = min(seen, key=lambda each: each["wall"])
        details = {"depth": DEPTH, "nodes": best["evaluated"], "search": best["seconds"]}
        label = f"P4's first move, {name} cache"
        yield Row(label, best["wall"], "the paper's machine", PAPER, SECONDS, None, details)


def cold_and_warm() -> tuple[dict[str, Any], ...]:
    """One search that finds an empty cache, and the next one."""
    with TemporaryDirectory() as cache:
        return tuple(one_search(DEPTH, "lines", cache) for _ in range(2))
