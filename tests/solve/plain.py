"""Exact scores by a search that knows nothing of the game but its rules."""

from typing import Any

from tablero.search.run import Settings, search
from tablero.search.zero import Zero


def exact(position: Any, depth: int = 60) -> int:
    """The margin of best play, as alpha-beta to the end of the game finds it."""
    found = search(position, Zero(), Settings("alphabeta", depth, cache=True, table_bits=16))
    assert found.exact
    return found.score
