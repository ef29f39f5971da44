"""No opinion: for searches that reach the end, and as a measure for the others."""

from typing import Any, NamedTuple


class Zero(NamedTuple):
    """Every unfinished game counts as a draw, a finished one its margin."""

    draw: int = 0

    def value(self, position: Any) -> int:
        return self.draw

    def final(self, outcome: int) -> int:
        return outcome

    def span(self, least: int, most: int) -> tuple[int, int]:
        return min(least, -abs(self.draw)), max(most, abs(self.draw))
