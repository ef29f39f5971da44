"""Read-only boards for evaluation functions of students."""

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tablero.games.student.board import ME, RIVAL, Board, Scratch

if TYPE_CHECKING:
    from tablero.games.game import Game

__all__ = ["ME", "RIVAL", "Board", "Scratch", "view", "viewer"]


@lru_cache(64)
def viewer(game: "Game") -> Callable[[Any], Board]:
    """Return the function that makes boards from positions of a game."""
    return game.student_board(game).viewer()


def view(game: "Game", position: Any) -> Board:
    """Return the board of a position."""
    return viewer(game)(position)
