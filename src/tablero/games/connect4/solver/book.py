"""Opening books: the exact scores of all positions with a fixed number of stones.

A book contains one of two mirror images, and omits positions that are won at once. Positions
with fewer stones are searched up to those of the book.
"""

from typing import Any, NamedTuple

import numpy as np

from tablero.games.connect4.solver.bitboards import NO_BOUND, Geometry, threats, win_score
from tablero.games.connect4.solver.bitbully import RECORD, STONES, code_in, code_of, score_of
from tablero.games.connect4.solver.kernel import key_of, mirrored, null_window_search
from tablero.jit import helper, kernel
from tablero.solve.kernel_solver import STOPPED
from tablero.solve.table import bounds_of, mix, store_result


class Book(NamedTuple):
    """An opening book in memory.

    stones: number of stones of every position.
    names: numbers of the positions, in ascending order.
    values: value of each position, for the side to move.
    coded: whether names and values are encoded as in bitbully.py. Otherwise a name is the
        smaller key of both mirror images, and a value is the score.
    """

    stones: int
    names: Any
    values: Any
    coded: bool


def empty_book(coded: bool) -> Book:
    """Return a book without positions, with the same types as one with positions."""
    if coded:
        return coded_book(np.zeros(0, RECORD))
    return Book(0, np.zeros(0, np.int64), np.zeros(0, np.int8), coded=False)


def coded_book(records: Any) -> Book:
    """Return a book with the records of bitbully.py."""
    records.flags.writeable = False
    return Book(STONES, records["reversed_code"], records["distance"], coded=True)


@helper
def find(book: Book, name: int) -> int:
    """Return the index of a name, or -1."""
    low, high = 0, len(book.names)
    while low < high:
        middle = (low + high) // 2
        found = int(book.names[middle])
        if book.coded:
            found = code_in(found)
        if found == name:
            return middle
        if found < name:
            low = middle + 1
        else:
            high = middle
    return -1


@helper
def book_score(mine: int, full: int, board: Geometry, book: Book) -> int:
    """Return the score of a position in the book; NO_BOUND if the book does not contain it."""
    other_mine, other_full = mirrored(mine, board), mirrored(full, board)
    if not book.coded:
        place = find(book, min(mine + full, other_mine + other_full))
        return NO_BOUND if place < 0 else int(book.values[place])
    place = find(book, code_of(mine, full, board))
    if place < 0:
        place = find(book, code_of(other_mine, other_full, board))
    return NO_BOUND if place < 0 else score_of(int(book.values[place]), board)


@kernel
def opening_search(mine: int, full: int, stones: int, alpha: int, task: Any, book: Book) -> int:
    """Return a bound like null_window_search, up to as many stones as the book has."""
    board = task.board()
    if threats(mine, full, board) & full + board.bottom:
        return win_score(board, stones + 1)
    if stones == book.stones:
        score = book_score(mine, full, board, book)
        return null_window_search(mine, full, stones, alpha, task) if score == NO_BOUND else score
    # Step 1. Look up the transposition table
    task.state.nodes += 1
    if task.state.nodes > task.state.budget:
        return STOPPED
    mixed = mix(key_of(mine, full, stones, board))
    lower, upper = bounds_of(task.memory.table, mixed)
    if lower > alpha:
        return lower
    if upper <= alpha:
        return upper
    # Step 2. Search
    playable = full + board.bottom & board.whole
    best = -NO_BOUND
    for rank in range(board.columns):
        move = playable & task.state.centre_first[rank]
        if move:
            score = opening_search(mine ^ full, full | move, stones + 1, -alpha - 1, task, book)
            if score == STOPPED:
                return STOPPED
            best = max(best, -score)
            if best > alpha:
                break
    # Step 3. Store the result in the transposition table
    store_result(task.memory.table, mixed, lower, upper, alpha, best)
    return best
