"""The rules of Connect-4: stones fall down columns; `connect` of them in a line win.

One bit per cell, and one spare bit on top of every column. For 7 x 6:

     6 13 20 27 34 41 48      <- always empty; keeps lines from wrapping
     5 12 19 26 33 40 47
     4 11 18 25 32 39 46
     3 10 17 24 31 38 45
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42
     1  2  3  4  5  6  7      <- names of the columns
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from tablero.games.variants import remake, variants
from tablero.jit import helper
from tablero.position import ONGOING, Move, rules

LARGEST = 62
"""Largest number of bits of a board, (rows + 1) * columns."""


def full_column(column: int, rows: int) -> int:
    """Return all cells of a column, as a mask."""
    return ((1 << rows) - 1) << (rows + 1) * column


@helper
def has_line(stones: int, stride: int, connect: int) -> bool:
    """Return whether `connect` stones are in a line."""
    for step in (1, stride - 1, stride, stride + 1):
        run = stones
        for _i in range(connect - 1):
            run &= run >> step
        if run:
            return True
    return False


@variants
def position_class(columns: int, rows: int, connect: int) -> type[Any]:
    """Return the class of positions for one size of board."""
    stride = rows + 1
    cells = columns * rows
    bottom = sum(1 << stride * column for column in range(columns))
    left_to_right = tuple(full_column(column, rows) for column in range(columns))
    everything = sum(left_to_right)
    by_distance = sorted(range(columns), key=lambda column: abs(2 * column + 1 - columns))
    centre_first = tuple(left_to_right[column] for column in by_distance)

    @rules
    class Connect4Position(NamedTuple):
        """A position.

        mine: stones of the side to move, as a mask.
        full: stones of both sides, as a mask.
        stones: number of stones on the board.
        """

        mine: int
        full: int
        stones: int

        def moves(self) -> Iterator[Move]:
            free = (self.full + bottom) & everything
            for column in left_to_right:
                if free & column:
                    yield free & column

        def promising(self) -> Iterator[Move]:
            free = (self.full + bottom) & everything
            for column in centre_first:
                if free & column:
                    yield free & column

        def play(self, move: Move) -> "Connect4Position":
            return Connect4Position(self.mine ^ self.full, self.full | move, self.stones + 1)

        def outcome(self) -> int:
            """Return the outcome; a win is worth the winner's stones in hand plus one."""
            if has_line(self.mine ^ self.full, stride, connect):
                return (self.stones + 1) // 2 - (cells + self.stones % 2) // 2 - 1
            return 0 if self.stones == cells else ONGOING

        def turn(self) -> int:
            return self.stones & 1

        def key(self) -> tuple[int, ...]:
            return (self.mine + self.full,)

    return Connect4Position


__getattr__ = remake(Connect4Position=position_class)
