"""All Connect-4 positions of so many stones, in an order that the rules alone decide.

Column by column in arrays: the verbs of board.py work on them as they do on ints.
"""

from typing import Any, NamedTuple

import numpy as np

from tablero.games.connect4 import full_column
from tablero.solve.connect4.board import Board, threats
from tablero.solve.connect4.kernel import mirrored


class Positions(NamedTuple):
    """keys -- mine + full, in ascending order; of two mirror images the smaller one."""

    keys: Any
    mine: Any
    full: Any


def open_positions(board: Board, stones: int) -> Positions:
    """Every position of `stones` stones that goes on and is not won at once."""
    positions = Positions(*np.zeros((3, 1), np.int64))
    for _i in range(stones):
        positions = _next(positions, board)
    quiet = winning_moves(positions, board) == 0
    return Positions(*(array[quiet] for array in positions))


def winning_moves(positions: Positions, board: Board) -> Any:
    """The cells where the side to move wins at once."""
    _keys, mine, full = positions
    return threats(mine, full, board) & full + board.bottom


def _next(positions: Positions, board: Board) -> Positions:
    """What follows these positions, where the game goes on."""
    _keys, mine, full = positions
    moves = full + board.bottom & board.whole & ~winning_moves(positions, board)
    keys = []
    for column in range(board.columns):
        move = moves & full_column(column, board.stride - 1)
        played = move != 0
        keys.append(((mine ^ full) + (full | move))[played])
    found = np.concatenate(keys)
    return of_keys(np.unique(np.minimum(found, mirrored(found.copy(), board))), board)


def of_keys(keys: Any, board: Board) -> Positions:
    """The positions that have these keys.

    A column of a key and one more is the mover's stones below a bit on top of all stones.
    """
    topped = keys + board.bottom
    full = topped >> 1 & ~board.spare
    for _i in range(board.stride - 2):
        full |= full >> 1 & board.whole
    return Positions(keys, keys - full, full)
