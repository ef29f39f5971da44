"""Moves of our games as numbers from 0 on that mean the same in every position.

Frameworks for learning want that; our moves are codes that suit the rules.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from tablero.errors import UnknownName
from tablero.games import GAMES
from tablero.games.game import Game
from tablero.games.mancala11 import PASS
from tablero.games.quarry import LAYER_BITS, LAYERS
from tablero.games.tictactoe import BOARD
from tablero.locale import _
from tablero.position import Move

LONGEST_KALAH = 1000
"""Moves: more than any game of Kalah has. Nothing in the rules says how many."""


class Actions(NamedTuple):
    """size    -- actions are 0 … size - 1
    longest -- no game has more moves
    number  -- of a move
    """

    size: int
    longest: int
    number: Callable[[Move], int]

    def legal(self, position: Any) -> dict[int, Move]:
        """The moves of an unfinished position, by their actions in ascending order."""
        return dict(sorted((self.number(move), move) for move in position.moves()))


@cache
def actions_of(game: Game) -> Actions:
    """Raises UnknownName for a game that is not one of ours."""
    module, _colon, _class = GAMES.get(game.name, "").partition(":")
    if type(game).__module__ != module:
        raise UnknownName(_("game with numbered actions"), game.name, GAMES)
    return NUMBERINGS[game.name](game)


def _connect4(game: Any) -> Actions:
    """The column."""
    return Actions(
        game.columns,
        game.columns * game.rows,
        lambda move: (move.bit_length() - 1) // (game.rows + 1),
    )


def _kalah(game: Any) -> Actions:
    """The pit."""
    return Actions(game.pits, LONGEST_KALAH, int)


def _mancala11(game: Any) -> Actions:
    """The pit, and the last one is to pass."""
    return Actions(PASS + 1, game.limit, int)


def _quarry(game: Any) -> Actions:
    """All cuts along the first axis, the thinnest first, then those along the second, …"""
    cuts = game.side - 1
    count = game.dimensions * cuts
    return Actions(count, count, lambda move: (move >> LAYER_BITS) * cuts + (move & LAYERS) - 1)


def _tictactoe(game: Any) -> Actions:
    """The square."""
    return Actions(BOARD.bit_count(), BOARD.bit_count(), int)


NUMBERINGS: dict[str, Callable[[Any], Actions]] = {
    "connect4": _connect4,
    "kalah": _kalah,
    "mancala11": _mancala11,
    "quarry": _quarry,
    "tictactoe": _tictactoe,
}
