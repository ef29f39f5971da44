"""Quarry by theory: Nim, one heap for every side."""

from functools import reduce
from operator import xor
from typing import Any


class QuarrySolver:
    """Knows without looking, so it visits no node and nothing can stop it."""

    nodes = 0
    complaint = ""

    def score(self, position: Any) -> int:
        """1 if the side to move wins, -1 if it loses: it loses where the heaps cancel out."""
        return 1 if reduce(xor, (side - 1 for side in position[:-1])) else -1

    def bound(self, position: Any, alpha: int) -> int:
        """The score itself."""
        return self.score(position)

    def is_opening(self, position: Any) -> bool:
        """There are no tables."""
        return False

    def prepared(self) -> float:
        """There is nothing to prepare."""
        return 1.0

    def stop(self) -> None:
        """There is nothing to stop."""
