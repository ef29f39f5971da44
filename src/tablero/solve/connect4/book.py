"""The opening table: exact scores of all positions of twelve stones on the usual board.

The numbers are those of the package bitbully-databases. A position is a code of 32 bits:
column by column from the left, stone by stone from the bottom, 10 is a stone of the first
player, 11 one of the second, and 0 ends a column; one more 0 fills it up. Codes stand in
ascending order as signed numbers, each with a byte that tells the distance:

    100 - plies   the side to move wins after so many
    0             draw
    plies - 100   it loses

Of two mirror images only one is there; positions that are won at once are not.
"""

from importlib.resources import files
from importlib.util import find_spec
from typing import Any, NamedTuple

import numpy as np

from tablero.games.connect4 import Connect4Game
from tablero.jit import helper, kernel
from tablero.solve.connect4.board import NO_BOUND, Board, threats, win_score
from tablero.solve.connect4.kernel import STOPPED, is_more, key_of, mirrored
from tablero.solve.connect4.table import bounds_of, keep_answer, mix

PACKAGE, ASSET = "bitbully_databases", "assets/book_12ply_distances.dat"
RECORD = np.dtype([("code", ">i4"), ("distance", "i1")])
STONES = 12
FULL_MARK = 100
USUAL_BOARD = (7, 6, 4)


class Book(NamedTuple):
    """Codes in ascending order, and the distance of each."""

    codes: Any
    distances: Any


def load_book(game: Connect4Game) -> Book | None:
    """The table, if it is installed and `game` is played on the usual board."""
    if (game.columns, game.rows, game.connect) != USUAL_BOARD or find_spec(PACKAGE) is None:
        return None
    records = np.frombuffer(files(PACKAGE).joinpath(ASSET).read_bytes(), RECORD)
    return Book(records["code"].astype(np.int64), records["distance"].astype(np.int64))


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


@helper
def find(codes: Any, code: int) -> int:
    """The place of a code, or -1."""
    low, high = 0, len(codes)
    while low < high:
        middle = (low + high) // 2
        if codes[middle] < code:
            low = middle + 1
        else:
            high = middle
    return low if low < len(codes) and codes[low] == code else -1


@helper
def book_score(mine: int, full: int, board: Board, book: Book) -> int:
    """The score of a position of STONES stones; NO_BOUND if the table does not know it."""
    place = find(book.codes, code_of(mine, full, board))
    if place < 0:
        place = find(book.codes, code_of(mirrored(mine, board), mirrored(full, board), board))
    if place < 0:
        return NO_BOUND
    distance = book.distances[place]
    if distance > 0:
        return win_score(board, STONES + FULL_MARK - distance)
    if distance < 0:
        return -win_score(board, STONES + FULL_MARK + distance)
    return 0


@kernel
def is_more_in_opening(
    mine: int, full: int, stones: int, alpha: int, room: Any, book: Book
) -> int:
    """The promise of is_more, for positions of STONES stones or fewer."""
    board = room.board()
    if threats(mine, full, board) & full + board.bottom:
        return win_score(board, stones + 1)
    if stones == STONES:
        score = book_score(mine, full, board, book)
        return is_more(mine, full, stones, alpha, room) if score == NO_BOUND else score
    # Step 1. Does the table know?
    room.notes.nodes += 1
    mixed = mix(key_of(mine, full, stones, board))
    lower, upper = bounds_of(room.memory.table, mixed)
    if lower > alpha:
        return lower
    if upper <= alpha:
        return upper
    # Step 2. Search
    playable = full + board.bottom & board.whole
    best = -NO_BOUND
    for rank in range(board.columns):
        move = playable & room.notes.centre_first[rank]
        if move:
            score = is_more_in_opening(
                mine ^ full, full | move, stones + 1, -alpha - 1, room, book
            )
            if score == STOPPED:
                return STOPPED
            best = max(best, -score)
            if best > alpha:
                break
    # Step 3. Remember
    keep_answer(room.memory.table, mixed, lower, upper, alpha, best)
    return best
