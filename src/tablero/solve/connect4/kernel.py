"""Is a Connect-4 position worth more than this? The question behind every exact score."""

from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from tablero.games.connect4 import LARGEST
from tablero.jit import INTERPRETED, helper, kernel, prefetch
from tablero.solve.connect4.board import (
    NO_BOUND,
    Board,
    follow_up,
    has_line,
    threats,
    win_score,
)
from tablero.solve.connect4.table import bounds_of, keep_answer, mix

MOST_CELLS, MOST_COLUMNS = LARGEST, LARGEST // 2
NO_LIMIT = 1 << 62

STOPPED = 1 << 10
"""No answer: the budget was spent."""

MIRRORED_UP_TO = 14
"""With fewer stones a position and its mirror image share an entry."""

LAST_LOOK_AHEAD = 8
"""With fewer free cells, children are not looked up before they are searched."""


LAST_SHARED = 14
"""With fewer free cells, threads do not ask whether another one is there."""


class Room(NamedTuple):
    """What a thread works with.

    table -- bounds (table.py), shared by all threads
    busy  -- mixed keys of what they are searching now; of no length if there is only one
    notes -- its own record, see NOTES
    """

    board: Board
    table: Any
    busy: Any
    notes: Any


NOTES = np.dtype(
    [
        ("nodes", np.int64),  # visited
        ("budget", np.int64),  # no more may be
        ("centre_first", np.int64, (MOST_COLUMNS,)),  # the columns, as masks of cells
        ("choices", np.int64, (MOST_CELLS, MOST_COLUMNS)),  # moves by stones, best first
        ("weights", np.int64, (MOST_CELLS, MOST_COLUMNS)),  # what makes them so
    ]
)


def new_notes(columns: list[int]) -> Any:
    """Empty notes that know the columns and no limit."""
    if INTERPRETED:
        shape = MOST_CELLS, MOST_COLUMNS
        arrays = {"choices": np.zeros(shape, object), "weights": np.zeros(shape, object)}
        return SimpleNamespace(nodes=0, budget=NO_LIMIT, centre_first=columns, **arrays)
    notes = np.zeros(1, NOTES).view(np.recarray)[0]
    notes.budget = NO_LIMIT
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
def is_more(mine: int, full: int, stones: int, alpha: int, room: Room) -> int:
    """Let s be the score of the side to move, who cannot win at once:

    result <= alpha  implies  s <= result
    result >  alpha  implies  s >= result
    """
    board = room.board
    room.notes.nodes += 1
    if room.notes.nodes > room.notes.budget:
        return STOPPED
    theirs = mine ^ full
    sign = 1
    # Step 1. Play the moves that there is no choice about
    while True:
        playable = full + board.bottom & board.whole
        danger = threats(theirs, full, board)
        forced = danger & playable
        allowed = playable & ~(danger >> 1)
        if forced:
            allowed &= forced
        if allowed == 0 or forced & forced - 1:
            return sign * -win_score(board, stones + 2)
        if stones >= board.cells - 2:
            return 0
        if not forced:
            break
        mine, theirs, full = theirs, mine | forced, full | forced
        stones, sign, alpha = stones + 1, -sign, -alpha - 1
        most = win_score(board, stones + 3)
        if most <= alpha:
            return sign * most
    # Step 2. Is the answer in the number of stones left?
    lower, upper = -win_score(board, stones + 4), win_score(board, stones + 3)
    if lower > alpha:
        return sign * lower
    if upper <= alpha:
        return sign * upper
    # Step 3. Does a move win by two threats at once, or make the own pairs safe?
    choices, weights, count = room.notes.choices, room.notes.weights, 0
    own = threats(mine, full, board)
    looking_ahead = stones < board.cells - LAST_LOOK_AHEAD
    for rank in range(board.columns):
        column = room.notes.centre_first[rank]
        move = allowed & column
        if move == 0:
            continue
        after = full | move
        if looking_ahead:
            prefetch(
                room.table, mix(key_of(theirs, after, stones + 1, board)) & len(room.table) - 1
            )
        created = threats(mine | move, after, board)
        now = created & after + board.bottom
        if now & now - 1 or created & now << 1:
            return sign * upper
        bound = follow_up(theirs, mine | move, stones + 1, created, -alpha - 1, board)
        if bound != NO_BOUND:
            return sign * -bound
        # Step 4. Order: threats made; not below an own threat
        weight = 4 * created.bit_count() - (5 if move << 1 & own else 0)
        i = count
        while i > 0 and weights[stones, i - 1] < weight:
            choices[stones, i] = choices[stones, i - 1]
            weights[stones, i] = weights[stones, i - 1]
            i -= 1
        choices[stones, i] = move
        weights[stones, i] = weight
        count += 1
    # Step 5. Can the side that would have to win still do so?
    free = board.whole ^ full
    if alpha >= 0 and not has_line(mine | free, board):
        return 0
    if alpha < 0 and not has_line(theirs | free, board):
        return 0
    # Step 6. Does the table know, of this position or of one after it?
    mixed = mix(key_of(mine, full, stones, board))
    known_lower, known_upper = bounds_of(room.table, mixed)
    lower, upper = max(lower, known_lower), min(upper, known_upper)
    if lower > alpha:
        return sign * lower
    if upper <= alpha:
        return sign * upper
    if looking_ahead:
        for i in range(count):
            child = key_of(theirs, full | choices[stones, i], stones + 1, board)
            _lower, child_upper = bounds_of(room.table, mix(child))
            if -child_upper > alpha:
                return sign * -child_upper
    # Step 7. Search; what another thread is searching now comes later
    shared = len(room.busy) > 0 and stones < board.cells - LAST_SHARED
    best, later = -NO_BOUND, 0
    for turn in range(2 * count):
        i = turn % count
        if turn >= count and not later >> i & 1:
            continue
        after = full | choices[stones, i]
        place, child = 0, 0
        if shared:
            child = mix(theirs + after)
            place = child & len(room.busy) - 1
            if 0 < turn < count and room.busy[place] == child:
                later |= 1 << i
                continue
            room.busy[place] = child
        score = is_more(theirs, after, stones + 1, -alpha - 1, room)
        if shared:
            room.busy[place] = 0
        if score == STOPPED:
            return STOPPED
        best = max(best, -score)
        if best > alpha:
            break
    # Step 8. Remember
    keep_answer(room.table, mixed, lower, upper, alpha, best)
    return sign * best
