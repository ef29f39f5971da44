"""Null-window search of sowing games; exact margins are found by repeated calls."""

from typing import Any, NamedTuple

import numpy as np

from tablero.games.sowing.rows import seeds_in
from tablero.jit import helper, kernel
from tablero.jit.records import record
from tablero.position import ONGOING
from tablero.search.node import sign_of
from tablero.search.state import MAX_PLY, NO_LIMIT
from tablero.solve.kernel_solver import STOPPED
from tablero.solve.table import bounds_of, mix, store_result

NO_BOUND = 1 << 10
"""Larger than any gain."""

MOST_PITS = 62
MOVES_AGAIN, SEED_GAINED = 1 << 16, 4
"""Weights for move ordering: of an extra turn, and of a seed gained; a seed that is left to the
other side's row counts -1."""

LAST = -MOVES_AGAIN
"""The weight of a deferred move (ABDADA): the lowest."""


class SowingTask(NamedTuple):
    """What the kernel of one thread reads and writes.

    numbering: numbering of configurations (configurations.py).
    values: the endgame tablebase: values of configurations with low numbers (endgame.py).
    memory: transposition table shared by all threads (solve/table.py).
    state: search state of this thread, see STATE.
    """

    numbering: Any
    values: Any
    memory: Any
    state: Any


_BY_PLY = (MAX_PLY, 2 * MOST_PITS)

STATE = np.dtype(
    [
        ("nodes", np.int64),  # nodes visited
        ("budget", np.int64),  # limit of nodes
        ("threads", np.int64),  # number of search threads
        ("choices", np.int64, _BY_PLY),  # moves to search, in order
        ("numbers", np.int64, _BY_PLY),  # numbers of the configurations after these moves
        ("weights", np.int64, _BY_PLY),  # weights of these moves, in descending order
    ]
)


def new_state(threads: int) -> Any:
    """Return the state of a search that has not begun and has no node limit."""
    state = record(STATE)
    state.budget, state.threads = NO_LIMIT, threads
    return state


@kernel
def null_window_search(position: Any, number: int, ply: int, alpha: int, task: SowingTask) -> int:
    """Return a bound of s, the mover's future gain minus the other side's.

    result <= alpha  implies  s <= result
    result >  alpha  implies  s >= result

    Return STOPPED if the node limit or MAX_PLY is reached.
    """
    state, table, searching = task.state, task.memory.table, task.memory.searching
    state.nodes += 1
    if state.nodes > state.budget or ply == MAX_PLY:
        return STOPPED
    # Step 1. Look up the transposition table
    mixed = mix(number)
    lower, upper = bounds_of(table, mixed)
    if lower > alpha:
        return lower
    if upper <= alpha:
        return upper
    # Step 2. Try the known bounds of every child; put the moves they do not decide in order
    best, count = -NO_BOUND, 0
    for move in position.promising():
        child = position.play(move)
        after = task.numbering.number(child)
        gain, sign = gain_of(position, child), sign_of(position, child)
        low, high = known_of(child, after, task)
        least, most = (gain + low, gain + high) if sign > 0 else (gain - high, gain - low)
        if least > alpha:
            return least
        if most <= alpha:
            best = max(best, most)
        else:
            enter(state, ply, count, move, after, weight_of(child, gain, sign, task.numbering))
            count += 1
    # Step 3. Search; defer moves that another thread is searching (ABDADA)
    i, end = 0, count
    while i < end:
        move, after = state.choices[ply, i], state.numbers[ply, i]
        i += 1
        place = mix(after) & len(searching) - 1
        if state.threads > 1 and 1 < i <= count and searching[place] == after:
            enter(state, ply, end, move, after, LAST)
            end += 1
            continue
        child = position.play(move)
        gain, sign = gain_of(position, child), sign_of(position, child)
        question = alpha - gain if sign > 0 else gain - alpha - 1
        searching[place] = after
        score = null_window_search(child, after, ply + 1, question, task)
        searching[place] = 0
        if score == STOPPED:
            return STOPPED
        best = max(best, gain + sign * score)
        if best > alpha:
            break
    # Step 4. Store the result in the transposition table
    store_result(table, mixed, lower, upper, alpha, best)
    return best


@helper
def gain_of(position: Any, child: Any) -> int:
    """Return by how much the move to `child` raises the lead of the side that made it."""
    lead: int = child.store - child.their_store
    before: int = position.store - position.their_store
    return sign_of(position, child) * lead - before


@helper
def known_of(child: Any, number: int, task: SowingTask) -> tuple[int, int]:
    """Return known lower and upper bounds of the future gain of the side to move in `child`."""
    end, lead = child.outcome(), child.store - child.their_store
    if end != ONGOING:
        return end - lead, end - lead
    if number < len(task.values):
        gain = int(task.values[number])
        return gain, gain
    least, most = child.bounds()
    low, high = bounds_of(task.memory.table, mix(number))
    return max(low, least - lead), min(high, most - lead)


@helper
def weight_of(child: Any, gain: int, sign: int, numbering: Any) -> int:
    """Return the weight of a move for move ordering.

    Extra turns come first, then moves that gain more and leave fewer seeds in the other row.
    """
    theirs = child.theirs if sign > 0 else child.mine
    given = 0
    for pit in range(numbering.pits):
        given += seeds_in(theirs, pit, numbering.bits)
    return (MOVES_AGAIN if sign > 0 else 0) + gain * SEED_GAINED - given


@helper
def enter(state: Any, ply: int, count: int, move: int, number: int, weight: int) -> None:
    """Insert a move into the list of this ply, after those of the same weight."""
    i = count
    while i > 0 and state.weights[ply, i - 1] < weight:
        state.choices[ply, i] = state.choices[ply, i - 1]
        state.numbers[ply, i] = state.numbers[ply, i - 1]
        state.weights[ply, i] = state.weights[ply, i - 1]
        i -= 1
    state.choices[ply, i] = move
    state.numbers[ply, i] = number
    state.weights[ply, i] = weight
