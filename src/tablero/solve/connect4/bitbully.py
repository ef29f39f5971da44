"""The table of the package bitbully-databases: twelve stones on the usual board.

A position is a code of 32 bits: column by column from the left, stone by stone from the
bottom, 10 is a stone of the first player, 11 one of the second, and 0 ends a column; one
more 0 fills it up. Codes stand in ascending order as signed numbers, each with a byte that
tells the distance:

    100 - plies   the side to move wins after so many
    0             draw
    plies - 100   it loses

Of two mirror images only one is there; positions that are won at once are not.
"""

from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from tablero.errors import DamagedTable
from tablero.jit import helper
from tablero.locale import _
from tablero.solve.connect4.board import Board, win_score

PACKAGE, ASSET = "bitbully_databases", "assets/book_12ply_distances.dat"
RECORD = np.dtype([("reversed_code", "<i4"), ("distance", "i1")])
"""Codes are written with the highest byte first, which kernels cannot read: see `code_in`."""

STONES, POSITIONS = 12, 4_200_899
FULL_MARK = 100


def is_installed() -> bool:
    return find_spec(PACKAGE) is not None


def records() -> Any:
    """The table as it is on disk: what nobody asks for is never read."""
    path = Path(str(files(PACKAGE).joinpath(ASSET)))
    if path.stat().st_size != POSITIONS * RECORD.itemsize:
        message = _("{path} is damaged; install {package} again")
        raise DamagedTable(message.format(path=path, package=PACKAGE))
    return np.memmap(path, RECORD, "r").view(np.ndarray)


@helper
def code_in(reversed_code: int) -> int:
    """The code whose four bytes these are, the other way round."""
    code = 0
    for shift in (0, 8, 16, 24):
        code = code << 8 | reversed_code >> shift & 0xFF
    return code - (1 << 32) if code >> 31 else code


@helper
def score_of(distance: int, board: Board) -> int:
    """The score that a distance of the table stands for."""
    if distance == 0:
        return 0
    score = win_score(board, STONES + FULL_MARK - abs(distance))
    return score if distance > 0 else -score


@helper
def code_of(first: int, full: int, board: Board) -> int:
    """The code of a position in which `first` are the first player's stones."""
    code, length = 0, 0
    for _column in range(board.columns):
        for row in range(board.stride - 1):
            if not full >> row & 1:
                break
            code = code << 2 | (2 if first >> row & 1 else 3)
            length += 2
        code <<= 1
        length += 1
        first >>= board.stride
        full >>= board.stride
    code <<= 32 - length
    return code - (1 << 32) if code >> 31 else code
