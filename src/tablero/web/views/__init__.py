"""Positions as the page draws them: one view per kind of board.

A module here has `view(game, position)` and `effects(game, position, move)`, which tells what of
a move is to be seen besides the position after it. Where a score tells when the game ends, it has
`plies_to_win(game, position, score)`. A game without a module is drawn by `plain`.
"""

from importlib import import_module
from typing import Any

from tablero.games.game import Game
from tablero.position import Move
from tablero.web.models import View

VIEWS = {
    "connect4": "columns",
    "kalah": "pits",
    "mancala11": "pits",
    "quarry": "block",
    "tictactoe": "squares",
}


def view(game: Game, position: Any) -> View:
    """What is to be drawn."""
    return _module(game).view(game, position)  # type: ignore[no-any-return]


def effects(game: Game, position: Any, move: Move) -> dict[str, Any]:
    """The fields of a models.Move that only this kind of board has."""
    return _module(game).effects(game, position, move)  # type: ignore[no-any-return]


def plies_to_win(game: Game, position: Any, score: int) -> int | None:
    """What a win or a loss by this margin tells of its time; None where it tells nothing."""
    tell = getattr(_module(game), "plies_to_win", None)
    return tell(game, position, score) if tell and score else None


def _module(game: Game) -> Any:
    """A game from outside may bear the name of one of ours."""
    name = "plain" if game.file else VIEWS.get(game.name, "plain")
    return import_module(f"tablero.web.views.{name}")
