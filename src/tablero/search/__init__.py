"""Searches, which work for any game: they call the methods of a position only."""

from typing import Any

from tablero.answers import shown
from tablero.errors import ImpossiblePosition
from tablero.locale import _, mark
from tablero.position import ONGOING

ALGORITHMS = {
    "minimax": mark("visits every position, to a fixed depth"),
    "negamax": mark("minimax with one rule for both sides"),
    "alphabeta": mark("minimax that prunes what cannot change the result"),
    "negascout": mark("alpha-beta with null windows for all moves but the first"),
    "mtdf": mark("alpha-beta with null windows only; use it with cache=true"),
}
"""Descriptions of the searches: `tablero.search.<name>` holds the kernel of this name. Each is an
algorithm of `tablero search`, an agent, and a player of compiled games."""

ENGINE = "engine"
"""The search of iterative deepening and of the exhaustive solver (engine.py)."""


def check_unfinished(position: Any) -> None:
    """Raise ImpossiblePosition if the game is over in this position."""
    if position.outcome() != ONGOING:
        message = _("the game is already over in this position: {text}")
        raise ImpossiblePosition(message.format(text=shown(position)))
