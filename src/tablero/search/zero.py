"""An evaluation without knowledge: for exhaustive searches, and as a baseline for others."""

from typing import Any, NamedTuple


class Zero(NamedTuple):
    """An evaluation: `draw` for every unfinished game, the margin for a finished one."""

    draw: int = 0

    def value(self, position: Any) -> int:
        return self.draw

    def final(self, outcome: int) -> int:
        return outcome

    def span(self, least: int, most: int) -> tuple[int, int]:
        return min(least, -abs(self.draw)), max(most, abs(self.draw))
