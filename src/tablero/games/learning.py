"""Moves and positions as numbers, for machine-learning frameworks."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from tablero.position import Move, Side


class Actions(NamedTuple):
    """The numbering of a game's moves: a number means the same in every position.

    size: actions are 0 to size - 1.
    longest: upper bound of the moves of a game.
    number: returns the action of a move.
    """

    size: int
    longest: int
    number: Callable[[Move], int]

    def legal(self, position: Any) -> dict[int, Move]:
        """Return the moves of an unfinished position by their actions, in ascending order."""
        return dict(sorted((self.number(move), move) for move in position.moves()))


class Observation(NamedTuple):
    """A position as an array of numbers, those of the observing side first.

    shape, dtype: shape and element type of the array.
    largest: its largest number; the least is 0.
    numbers: returns the numbers of a position as `side` observes it.
    """

    shape: tuple[int, ...]
    dtype: str
    largest: int
    numbers: Callable[[Any, Side], Any]


def stone_planes(shape: tuple[int, int], cells: Sequence[int]) -> Observation:
    """Return the observation of a board of stones: mine, theirs or empty for every cell.

    cells: the bit of each cell, row by row.
    """

    def numbers(position: Any, side: Side) -> list[list[int]]:
        stones = position.mine, position.mine ^ position.full
        mine, theirs = stones if position.turn() == side else stones[::-1]
        planes = mine, theirs, ~position.full
        return [[int(plane & cell != 0) for plane in planes] for cell in cells]

    return Observation((*shape, 3), "int8", 1, numbers)
