"""Is a Connect-4 position worth more than this? The question behind every exact score."""

from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from tablero.games.connect4 import LARGEST, Connect4Game
from tablero.games.variants import remake, variants
from tablero.jit import INTERPRETED, helper, kernel
from tablero.search.notes import NO_LIMIT
from tablero.solve.asking import STOPPED
from tablero.solve.connect4.board import (
    NO_BOUND,
    Board,
    board_of,
    follow_up,
    has_line,
    threats,
    win_score,
)
from tablero.solve.table import bounds_of, fetch_entry, keep_answer, mix

MOST_CELLS, MOST_COLUMNS = LARGEST, LARGEST // 2

MIRRORED_UP_TO = 14
"""With fewer stones a position and its mirror image share an entry."""

LAST_LOOK_AHEAD = 8
"""With fewer free cells, children are not looked up before they are searched."""

LAST_SHARED = 14
"""With fewer free cells, threads do not ask whether another one is there."""


@variants
def room_class(columns: int, rows: int, connect: int) -> type[Any]:
    """What a thread works with, on one size of board."""
    size = board_of(Connect4Game(columns, rows, connect))

    class Room(NamedTuple):
        """memory -- what it shares with all threads, see table.py; notes -- its own, see NOTES."""

        memory: Any
        notes: Any

        def board(self) -> Board:
            return size

    return Room


__getattr__ = remake(Room=room_class)


NOTES = np.dtype(
    [
        ("nodes", np.int64),  # visited
        ("budget", np.int64),  # no more may be
        ("threads", np.int64),  # at work
        ("centre_first", np.int64, (MOST_COLUMNS,)),  # the columns, as masks of cells
        ("choices", np.int64, (MOST_CELLS, 2 * MOST_COLUMNS)),  # moves by stones, best first
        ("weights", np.int64, (MOST_CELLS, MOST_COLUMNS)),  # what makes them so
    ]
)


def new_notes(columns: list[int], threads: int) -> Any:
    """Empty notes that know the columns and no limit."""
    if INTERPRETED:
        arrays = {name: np.zeros(NOTES[name].shape, object) for name in ("choices", "weights")}
        values = {"nodes": 0, "budget": NO_LIMIT, "threads": threads, "centre_first": columns}
        return SimpleNamespace(**values, **arrays)
    notes = np.zeros(1, NOTES).view(np.recarray)[0]
    notes.budget, notes.threads = NO_LIMIT, threads
    notes.centre_first[: len(columns)] = columns
    return notes


@helper
def key_of(mine: int, full: int, stones: int, board: Board) -> int:
    """A number for every position; one for both mirror images early on."""
    key = mine + full
    if stones >= MIRRORED_UP_TO:
        return key
    return min(key, mirrored(key, board))


@helper
def mirrored(bits: int, board: Board) -> int:
    column = (1 << board.stride) - 1
    image = 0
    for _i in range(board.columns):
        image = image << board.stride | bits & column
        bits >>= board.stride
    return image


@kernel
def is_more(mine: int, full: int, stones: int, alpha: int, room: Any) -> int:
    """Let s be the score of the side to move, who cannot win at once:

    result <= alpha  implies  s <= result
    result >  alpha  implies  s >= result
    """
    board, notes, table = room.board(), room.notes, room.memory.table
    notes.nodes += 1
    if notes.nodes > notes.budget:
        return STOPPED
    # Step 1. Which moves do not lose at once?
    theirs = mine ^ full
    danger = threats(theirs, full, board)
    playable = full + board.bottom & board.whole
    forced = danger & playable
    allowed = (forced or playable) & ~(danger >> 1)
    if allowed == 0 or forced & forced - 1:
        return -win_score(board, stones + 2)
    if stones >= board.cells - 2:
        return 0
    # Step 2. Is the answer in the number of stones left?
    lower, upper = -win_score(board, stones + 4), win_score(board, stones + 3)
    if lower > alpha:
        return lower
    if upper <= alpha:
        return upper
    # Step 3. Does a move settle it? If none does, they are put in order
    mixed = mix(key_of(mine, full, stones, board))
    fetch_entry(table, mixed)
    best, count = put_in_order(allowed, mine, full, stones, alpha, room)
    if best > alpha:
        return best
    if forced:
        score = is_more(theirs, full | forced, stones + 1, -alpha - 1, room)
        return STOPPED if score == STOPPED else -score
    # Step 4. Can the side that would have to win still do so?
    hopeful = mine if alpha >= 0 else theirs
    if not has_line(hopeful | board.whole ^ full, board):
        return 0
    # Step 5. Does the table know, of this position or of those after it?
    known_lower, known_upper = bounds_of(table, mixed)
    lower, upper = max(lower, known_lower), min(upper, known_upper)
    if lower > alpha:
        return lower
    if upper <= alpha:
        return upper
    if stones < board.cells - LAST_LOOK_AHEAD:
        best, count = look_ahead(count, theirs, full, stones, alpha, room)
        if best > alpha:
            return best
    # Step 6. Search; what another thread is searching now comes later
    choices, busy = notes.choices, room.memory.busy
    shared = notes.threads > 1 and stones < board.cells - LAST_SHARED
    i, end = 0, count
    while i < end:
        after = full | choices[stones, i]
        i += 1
        child = theirs + after
        place = mix(child) & len(busy) - 1
        if shared and 1 < i <= count and busy[place] == child:
            choices[stones, end] = after ^ full
            end += 1
            continue
        if shared:
            busy[place] = child
        score = is_more(theirs, after, stones + 1, -alpha - 1, room)
        if shared:
            busy[place] = 0
        if score == STOPPED:
            return STOPPED
        best = max(best, -score)
        if best > alpha:
            break
    # Step 7. Remember
    keep_answer(table, mixed, lower, upper, alpha, best)
    return best


@helper
def put_in_order(
    allowed: int, mine: int, full: int, stones: int, alpha: int, room: Any
) -> tuple[int, int]:
    """(a lower bound of the score, number of choices): only one of them is of use.

    Many threats first, most of all if one must be answered; not below an own threat.
    """
    board, choices, weights = room.board(), room.notes.choices, room.notes.weights
    table, theirs, own = room.memory.table, mine ^ full, threats(mine, full, board)
    count = 0
    for rank in range(board.columns):
        move = allowed & room.notes.centre_first[rank]
        if move == 0:
            continue
        after = full | move
        if stones < board.cells - LAST_LOOK_AHEAD:
            fetch_entry(table, mix(key_of(theirs, after, stones + 1, board)))
        created = threats(mine | move, after, board)
        now = created & after + board.bottom
        if now & now - 1 or created & now << 1:
            return win_score(board, stones + 3), 0
        bound = follow_up(theirs, mine | move, stones + 1, created, -alpha - 1, board)
        if bound != NO_BOUND:
            return -bound, 0
        weight = 4 * created.bit_count() + (3 if now else 0) - (5 if move << 1 & own else 0)
        i = count
        while i > 0 and weights[stones, i - 1] < weight:
            choices[stones, i] = choices[stones, i - 1]
            weights[stones, i] = weights[stones, i - 1]
            i -= 1
        choices[stones, i] = move
        weights[stones, i] = weight
        count += 1
    return -NO_BOUND, count


@helper
def look_ahead(
    count: int, theirs: int, full: int, stones: int, alpha: int, room: Any
) -> tuple[int, int]:
    """(the best score that the table knows of, number of choices that it does not settle)"""
    choices, best, left = room.notes.choices, -NO_BOUND, 0
    for i in range(count):
        move = choices[stones, i]
        child = mix(key_of(theirs, full | move, stones + 1, room.board()))
        lower, upper = bounds_of(room.memory.table, child)
        if -upper > alpha:
            return -upper, 0
        if -lower > alpha:
            choices[stones, left] = move
            left += 1
        else:
            best = max(best, -lower)
    return best, left
