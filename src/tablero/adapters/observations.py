"""What a player sees of a position, as an array of numbers: his own things first."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from tablero.games.game import Game
from tablero.games.mancala11 import BITS, PITS, TOTAL
from tablero.games.sowing import rows_of
from tablero.position import FIRST, Side


class Sight(NamedTuple):
    """shape, kind -- of the array; most -- its largest number, the least is 0
    numbers     -- of a position, for a side
    """

    shape: tuple[int, ...]
    kind: type[Any]
    most: int
    numbers: Callable[[Any, Side], Any]

    def see(self, position: Any, side: Side) -> Any:
        """The position in the eyes of `side`, whoever is to move."""
        return np.array(self.numbers(position, side), self.kind).reshape(self.shape)


@cache
def sight_of(game: Game) -> Sight:
    """How one of our games is seen."""
    return SIGHTS[game.name](game)


def stones(position: Any, side: Side) -> tuple[int, int]:
    """(mine, theirs) as masks, in games of stones."""
    both = position.mine, position.mine ^ position.full
    return both if position.turn() == side else both[::-1]


def planes(position: Any, side: Side, cells: Sequence[int]) -> list[list[int]]:
    """For each cell: is there a stone of mine, one of theirs, none?"""
    mine, theirs = stones(position, side)
    empty = ~position.full
    return [[int(mask & cell != 0) for mask in (mine, theirs, empty)] for cell in cells]


def _connect4(game: Any) -> Sight:
    """Rows from the top, columns, and mine, theirs or empty."""
    cells = [
        1 << (game.rows + 1) * column + row
        for row in reversed(range(game.rows))
        for column in range(game.columns)
    ]
    shape = game.rows, game.columns, 3
    return Sight(shape, np.int8, 1, lambda position, side: planes(position, side, cells))


def _tictactoe(game: Any) -> Sight:
    """Rows, columns, and mine, theirs or empty."""
    cells = [1 << square for square in range(9)]
    return Sight((3, 3, 3), np.int8, 1, lambda position, side: planes(position, side, cells))


def rows(position: Any, side: Side, pits: int, bits: int) -> list[int]:
    """My row and store, then theirs."""
    first, second = rows_of(position, pits, bits)
    return [*first, *second] if side == FIRST else [*second, *first]


def _kalah(game: Any) -> Sight:
    """My pits from left to right and my store, then theirs."""
    pits, bits = game.pits, game.bits
    shape, seeds = (2 * pits + 2,), 2 * pits * game.seeds
    return Sight(shape, np.int16, seeds, lambda position, side: rows(position, side, pits, bits))


def _mancala11(game: Any) -> Sight:
    """The same, then my gains, theirs, moves played, and 1 if I must pass."""

    def numbers(position: Any, side: Side) -> list[int]:
        moving = position.turn() == side
        gains = position.gains, position.their_gains
        both = gains if moving else gains[::-1]
        seen = rows(position, side, PITS, BITS)
        return [*seen, *both, position.played, int(moving and position.must_pass)]

    most = max(TOTAL, game.limit) * TOTAL
    return Sight((2 * PITS + 6,), np.int64, most, numbers)


def _quarry(game: Any) -> Sight:
    """The sides of the block."""
    return Sight(
        (game.dimensions,), np.int64, game.side, lambda position, side: list(position)[:-1]
    )


SIGHTS: dict[str, Callable[[Any], Sight]] = {
    "connect4": _connect4,
    "kalah": _kalah,
    "mancala11": _mancala11,
    "quarry": _quarry,
    "tictactoe": _tictactoe,
}
