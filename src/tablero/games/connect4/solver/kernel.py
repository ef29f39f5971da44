"""Null-window search of Connect-4; exact scores are found by repeated calls."""

from typing import Any, NamedTuple

import numpy as np

from tablero.games.connect4.game import Connect4Game
from tablero.games.connect4.rules import LARGEST
from tablero.games.connect4.solver.bitboards import (
    NO_BOUND,
    Geometry,
    follow_up,
    geometry_of,
    has_line,
    threats,
    win_score,
)
from tablero.games.variants import remake, variants
from tablero.jit import helper, kernel
from tablero.jit.records import record
from tablero.search.state import NO_LIMIT
from tablero.solve.kernel_solver import STOPPED
from tablero.solve.table import bounds_of, mix, prefetch_entry, store_result

MOST_CELLS, MOST_COLUMNS = LARGEST, LARGEST // 2

MIRRORED_UP_TO = 14
"""With fewer stones, a position and its mirror image share an entry of the table."""

LAST_LOOK_AHEAD = 8
"""Free cells up to which children are searched without a lookup in the transposition table."""

LAST_SHARED = 14
"""Free cells up to which threads do not defer moves that another thread is searching."""


@variants
def task_class(columns: int, rows: int, connect: int) -> type[Any]:
    """Return the class of the tasks for one size of board."""
    size = geometry_of(Connect4Game(columns, rows, connect))

    class Connect4Task(NamedTuple):
        """What the kernel of one thread reads and writes.

        memory: transposition table shared by all threads (solve/table.py).
        state: search state of this thread, see STATE.
        """

        memory: Any
        state: Any

        def board(self) -> Geometry:
            return size

    return Connect4Task


__getattr__ = remake(Connect4Task=task_class)


STATE = np.dtype(
    [
        ("nodes", np.int64),  # nodes visited
        ("budget", np.int64),  # limit of nodes
        ("threads", np.int64),  # number of search threads
        ("centre_first", np.int64, (MOST_COLUMNS,)),  # the columns, as masks of cells
        ("choices", np.int64, (MOST_CELLS, 2 * MOST_COLUMNS)),  # moves by stones, best first
        ("weights", np.int64, (MOST_CELLS, MOST_COLUMNS)),  # weights of these moves
    ]
)


def new_state(columns: list[int], threads: int) -> Any:
    """Return the state of a search that has not begun and has no node limit."""
    state = record(STATE)
    state.budget, state.threads = NO_LIMIT, threads
    state.centre_first[: len(columns)] = columns
    return state


@helper
def key_of(mine: int, full: int, stones: int, board: Geometry) -> int:
    """Return the key of a position; early in a game mirror images have the same key."""
    key = mine + full
    if stones >= MIRRORED_UP_TO:
        return key
    return min(key, mirrored(key, board))


@helper
def mirrored(bits: int, board: Geometry) -> int:
    """Return the mirror image of a bitboard, or of each in an array."""
    column = (1 << board.stride) - 1
    image = 0
    for _i in range(board.columns):
        image = image << board.stride | bits & column
        bits = bits >> board.stride
    return image


@kernel
def null_window_search(mine: int, full: int, stones: int, alpha: int, task: Any) -> int:
    """Return a bound of s, the score of the side to move, which cannot win at once.

    result <= alpha  implies  s <= result
    result >  alpha  implies  s >= result

    Return STOPPED if the node limit is reached.
    """
    board, state, table = task.board(), task.state, task.memory.table
    state.nodes += 1
    if state.nodes > state.budget:
        return STOPPED
    # Step 1. Find the moves that do not lose at once
    theirs = mine ^ full
    danger = threats(theirs, full, board)
    playable = full + board.bottom & board.whole
    forced = danger & playable
    allowed = (forced or playable) & ~(danger >> 1)
    if allowed == 0 or forced & forced - 1:
        return -win_score(board, stones + 2)
    if stones >= board.cells - 2:
        return 0
    # Step 2. Try the bounds that the number of stones implies
    lower, upper = -win_score(board, stones + 4), win_score(board, stones + 3)
    if lower > alpha:
        return lower
    if upper <= alpha:
        return upper
    # Step 3. Return if the bound of a move causes a cutoff; else put the moves in order
    mixed = mix(key_of(mine, full, stones, board))
    prefetch_entry(table, mixed)
    best, count = put_in_order(allowed, mine, full, stones, alpha, task)
    if best > alpha:
        return best
    if forced:
        score = null_window_search(theirs, full | forced, stones + 1, -alpha - 1, task)
        return STOPPED if score == STOPPED else -score
    # Step 4. Return a draw if the side that needs a win has no open line left
    hopeful = mine if alpha >= 0 else theirs
    if not has_line(hopeful | board.whole ^ full, board):
        return 0
    # Step 5. Look up this position and its children in the transposition table
    known_lower, known_upper = bounds_of(table, mixed)
    lower, upper = max(lower, known_lower), min(upper, known_upper)
    if lower > alpha:
        return lower
    if upper <= alpha:
        return upper
    if stones < board.cells - LAST_LOOK_AHEAD:
        best, count = look_ahead(count, theirs, full, stones, alpha, task)
        if best > alpha:
            return best
    # Step 6. Search; defer moves that another thread is searching (ABDADA)
    choices, searching = state.choices, task.memory.searching
    shared = state.threads > 1 and stones < board.cells - LAST_SHARED
    i, end = 0, count
    while i < end:
        after = full | choices[stones, i]
        i += 1
        child = theirs + after
        place = mix(child) & len(searching) - 1
        if shared and 1 < i <= count and searching[place] == child:
            choices[stones, end] = after ^ full
            end += 1
            continue
        if shared:
            searching[place] = child
        score = null_window_search(theirs, after, stones + 1, -alpha - 1, task)
        if shared:
            searching[place] = 0
        if score == STOPPED:
            return STOPPED
        best = max(best, -score)
        if best > alpha:
            break
    # Step 7. Store the result in the transposition table
    store_result(table, mixed, lower, upper, alpha, best)
    return best


@helper
def put_in_order(
    allowed: int, mine: int, full: int, stones: int, alpha: int, task: Any
) -> tuple[int, int]:
    """Return (lower bound of the score, 0) for a cutoff, else (-NO_BOUND, number of choices).

    Moves with many threats come first, even earlier if one must be answered at once; moves
    below a threat of the mover come late.
    """
    board, choices, weights = task.board(), task.state.choices, task.state.weights
    table, theirs, own = task.memory.table, mine ^ full, threats(mine, full, board)
    count = 0
    for rank in range(board.columns):
        move = allowed & task.state.centre_first[rank]
        if move == 0:
            continue
        after = full | move
        if stones < board.cells - LAST_LOOK_AHEAD:
            prefetch_entry(table, mix(key_of(theirs, after, stones + 1, board)))
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
    count: int, theirs: int, full: int, stones: int, alpha: int, task: Any
) -> tuple[int, int]:
    """Return (best score in the transposition table, number of choices left to search)."""
    choices, best, left = task.state.choices, -NO_BOUND, 0
    for i in range(count):
        move = choices[stones, i]
        child = mix(key_of(theirs, full | move, stones + 1, task.board()))
        lower, upper = bounds_of(task.memory.table, child)
        if -upper > alpha:
            return -upper, 0
        if -lower > alpha:
            choices[stones, left] = move
            left += 1
        else:
            best = max(best, -lower)
    return best, left
