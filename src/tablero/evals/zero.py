"""No opinion: for searches that reach the end, and as a measure for the others."""

from typing import Any, NamedTuple

from tablero.position import margin_opinion


@margin_opinion
class Zero(NamedTuple):
    """Every unfinished game is even; a finished one is worth its margin."""

    draw: int = 0

    def value(self, position: Any) -> int:
        return self.draw
