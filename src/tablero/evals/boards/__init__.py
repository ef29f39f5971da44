"""What an evaluation may ask of a position."""

from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from typing import Any

from tablero.evals.boards.board import ME, RIVAL, AnyKind, Board, Kind, Scratch
from tablero.games.game import Game

__all__ = ["ME", "RIVAL", "Board", "Scratch", "view", "viewer"]

KINDS = {
    "connect4": "tablero.evals.boards.connect4:Connect4Kind",
    "kalah": "tablero.evals.boards.sowing:SowingKind",
    "mancala11": "tablero.evals.boards.sowing:SowingKind",
}
"""Ours; any other game has the board that all games have."""


@lru_cache(64)
def viewer(game: Game) -> Callable[[Any], Board]:
    """What makes boards of the positions of a game."""
    return _kind(game)(game).viewer()


def view(game: Game, position: Any) -> Board:
    """The board of a position."""
    return viewer(game)(position)


def _kind(game: Game) -> type[Kind]:
    """A game from outside may bear the name of one of ours."""
    if game.name in KINDS and type(game).__module__ == f"tablero.games.{game.name}":
        module, _colon, attribute = KINDS[game.name].partition(":")
        return getattr(import_module(module), attribute)  # type: ignore[no-any-return]
    return AnyKind
