"""The first move of paper P4: alpha-beta, depth 11, evaluation `lines`, the whole process."""

from collections.abc import Iterator
from tempfile import TemporaryDirectory

from clock import one_search
from report import SECONDS, Row

DEPTH = 11
PAPER = 8.3 * 60
TIMES = 3


def measure() -> Iterator[Row]:
    """From the start of the process to its end, without and with machine code on disk."""
    with TemporaryDirectory() as empty:
        cold = one_search(DEPTH, "lines", empty)
        again = [one_search(DEPTH, "lines", empty) for _ in range(TIMES)]
    warm = min(again, key=lambda each: each["wall"])
    for name, seen in (("cold", cold), ("warm", warm)):
        details = {"depth": DEPTH, "nodes": seen["evaluated"], "search": seen["seconds"]}
        label = f"P4's first move, {name} cache"
        yield Row(label, seen["wall"], "the paper's machine", PAPER, SECONDS, None, details)
