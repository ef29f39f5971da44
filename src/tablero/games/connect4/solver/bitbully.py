"""The opening book of the package bitbully-databases: twelve stones on the default board.

A position is a code of 32 bits: column by column from the left, stone by stone from the
bottom, 10 is a stone of the first player, 11 one of the second, and 0 ends a column; one
more 0 fills it up. Codes are in ascending order as signed numbers, each with a byte for
the distance:

    100 - plies   the side to move wins after this number of plies
    0             draw
    plies - 100   it loses

The book contains one of two mirror images, and omits positions that are won at once.
"""

from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from tablero.errors import DamagedTable
from tablero.games.connect4.solver.bitboards import Geometry, win_score
from tablero.jit import helper
from tablero.locale import _

PACKAGE, ASSET = "bitbully_databases", "assets/book_12ply_distances.dat"
RECORD = np.dtype([("reversed_code", "<i4"), ("distance", "i1")])
"""A record of the file. Codes are big-endian, which kernels cannot read: see `code_in`."""

STONES, POSITIONS = 12, 4_200_899
"""Number of stones of every position, and number of positions in the file."""

FULL_MARK = 100
"""The sum of plies and absolute distance in a won or lost position."""


def is_installed() -> bool:
    return find_spec(PACKAGE) is not None


def records() -> Any:
    """Return the records as a memory-mapped array: pages are read from disk when accessed.

    Raise DamagedTable if the file has the wrong size.
    """
    path = Path(str(files(PACKAGE).joinpath(ASSET)))
    if path.stat().st_size != POSITIONS * RECORD.itemsize:
        message = _("{path} is damaged; install {package} again")
        raise DamagedTable(message.format(path=path, package=PACKAGE))
    return np.memmap(path, RECORD, "r").view(np.ndarray)


@helper
def code_in(reversed_code: int) -> int:
    """Return the code with its four bytes in reverse order."""
    code = 0
    for shift in (0, 8, 16, 24):
        code = code << 8 | reversed_code >> shift & 0xFF
    return code - (1 << 32) if code >> 31 else code


@helper
def score_of(distance: int, board: Geometry) -> int:
    """Return the score of a distance in the book."""
    if distance == 0:
        return 0
    score = win_score(board, STONES + FULL_MARK - abs(distance))
    return score if distance > 0 else -score


@helper
def code_of(first: int, full: int, board: Geometry) -> int:
    """Return the code of a position in which `first` are the first player's stones."""
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
