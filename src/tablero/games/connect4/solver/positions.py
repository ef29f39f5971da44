"""All Connect-4 positions with a number of stones, in an order that depends on the rules alone.

They are arrays of bitboards: functions of bitboards.py apply to all elements at once.
"""

from typing import Any, NamedTuple

import numpy as np

from tablero.errors import OptionError
from tablero.games.connect4.rules import full_column
from tablero.games.connect4.solver.bitboards import Geometry, completing_cells
from tablero.games.connect4.solver.kernel import mirrored
from tablero.locale import _

MOST_POSITIONS = 1 << 24
"""Largest number of positions; more, with their children, exceed the memory of small machines."""


class Positions(NamedTuple):
    """Arrays of positions.

    keys: mine + full, in ascending order; of two mirror images the smaller one.
    mine: stones of the side to move.
    full: stones of both sides.
    """

    keys: Any
    mine: Any
    full: Any


def open_positions(board: Geometry, stones: int) -> Positions:
    """Return the unfinished positions with `stones` stones that are not won at once."""
    positions = unfinished_positions(board, stones)
    quiet = winning_moves(positions, board) == 0
    return Positions(*(array[quiet] for array in positions))


def unfinished_positions(board: Geometry, stones: int) -> Positions:
    """Return the unfinished positions with `stones` stones, which must be fewer than the cells.

    Raise OptionError if there are more than MOST_POSITIONS.
    """
    assert 0 <= stones < board.cells, stones
    positions = Positions(*np.zeros((3, 1), np.int64))
    for played in range(1, stones + 1):
        positions = _next(positions, board)
        if len(positions.keys) > MOST_POSITIONS:
            message = _(
                "an opening book may have {most} positions, and there are more of {stones} stones"
            )
            raise OptionError(message.format(most=MOST_POSITIONS, stones=played))
    return positions


def winning_moves(positions: Positions, board: Geometry) -> Any:
    """Return the cells where the side to move wins at once."""
    _keys, mine, full = positions
    return completing_cells(mine, board) & full + board.bottom & board.whole


def _next(positions: Positions, board: Geometry) -> Positions:
    """Return the unfinished children of these positions."""
    _keys, mine, full = positions
    moves = full + board.bottom & board.whole & ~winning_moves(positions, board)
    keys = []
    for column in range(board.columns):
        move = moves & full_column(column, board.stride - 1)
        played = move != 0
        keys.append(((mine ^ full) + (full | move))[played])
    found: Any = np.concatenate(keys)
    images = mirrored(found, board)
    ordered = np.sort(np.minimum(found, images))
    first_of_its_kind = np.diff(ordered, prepend=-1) != 0
    return of_keys(ordered[first_of_its_kind], board)


def of_keys(keys: Any, board: Geometry) -> Positions:
    """Return the positions that have these keys.

    A column of a key, plus one, is the mover's stones below a bit on top of all stones.
    """
    topped = keys + board.bottom
    full = topped >> 1 & ~board.spare
    for _i in range(board.stride - 2):
        full |= full >> 1 & board.whole
    return Positions(keys, keys - full, full)
