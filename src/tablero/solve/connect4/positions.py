"""All Connect-4 positions of so many stones, in an order that the rules alone decide.

They are arrays of bits: what board.py says of a position is true of all of them at once.
"""

from typing import Any, NamedTuple

import numpy as np

from tablero.errors import OptionError
from tablero.games.connect4 import full_column
from tablero.locale import _
from tablero.solve.connect4.board import Board, completing_cells
from tablero.solve.connect4.kernel import mirrored

MOST_POSITIONS = 1 << 24
"""More of them, and their children, would not fit into the memory of small machines."""


class Positions(NamedTuple):
    """keys -- mine + full, in ascending order; of two mirror images the smaller one."""

    keys: Any
    mine: Any
    full: Any


def open_positions(board: Board, stones: int) -> Positions:
    """Those of `stones` stones that go on and are not won at once."""
    positions = unfinished_positions(board, stones)
    quiet = winning_moves(positions, board) == 0
    return Positions(*(array[quiet] for array in positions))


def unfinished_positions(board: Board, stones: int) -> Positions:
    """Those of `stones` stones, fewer than cells, that go on.

    Raises OptionError if there are too many.
    """
    assert 0 <= stones < board.cells, stones
    positions = Positions(*np.zeros((3, 1), np.int64))
    for played in range(1, stones + 1):
        positions = _next(positions, board)
        if len(positions.keys) > MOST_POSITIONS:
            message = _("a table may have {most} positions, and there are more of {stones} stones")
            raise OptionError(message.format(most=MOST_POSITIONS, stones=played))
    return positions


def winning_moves(positions: Positions, board: Board) -> Any:
    """The cells where the side to move wins at once."""
    _keys, mine, full = positions
    return completing_cells(mine, board) & full + board.bottom & board.whole


def _next(positions: Positions, board: Board) -> Positions:
    """What follows these positions, where the game goes on."""
    _keys, mine, full = positions
    moves = full + board.bottom & board.whole & ~winning_moves(positions, board)
    keys = []
    for column in range(board.columns):
        move = moves & full_column(column, board.stride - 1)
        played = move != 0
        keys.append(((mine ^ full) + (full | move))[played])
    found: Any = np.concatenate(keys)
    images = mirrored(found.copy(), board)  # which shifts what it is given
    ordered = np.sort(np.minimum(found, images))
    first_of_its_kind = np.diff(ordered, prepend=-1) != 0
    return of_keys(ordered[first_of_its_kind], board)


def of_keys(keys: Any, board: Board) -> Positions:
    """The positions that have these keys.

    A column of a key and one more is the mover's stones below a bit on top of all stones.
    """
    topped = keys + board.bottom
    full = topped >> 1 & ~board.spare
    for _i in range(board.stride - 2):
        full |= full >> 1 & board.whole
    return Positions(keys, keys - full, full)
