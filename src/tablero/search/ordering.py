"""The engine's move ordering: hash move, killer moves, history, deferred moves.

Moves are tried in stages; within a stage, in the order in which the game itself would try them.
Threads that search the same position share the work as in ABDADA: a move that another thread is
searching is deferred to the last stage, by which time its score is usually in the table.
"""

from typing import Any, NamedTuple

import numpy as np

from tablero.jit import INTERPRETED, helper
from tablero.jit.records import record
from tablero.position import Move, Position, Side, position_key
from tablero.search.node import NO_MOVE
from tablero.search.state import MAX_PLY
from tablero.search.table import MIXER, UNKNOWN, holds, mix, slot_of

HASH_MOVE, KILLERS, OFTEN_GOOD, OTHERS, DEFERRED = range(5)
"""The stages."""

HISTORY_BITS = 12
OFTEN = 64
"""History points from which a move is tried before the others."""

MARKED = 62
"""Number of moves of a position for which a bit records whether they have been tried."""

SEARCHING_BITS = 12
LEAST_SHARED_DEPTH = 4
"""Smallest remaining depth, in plies, at which children are announced to other threads."""

NO_SLOT, DEFER = -1, -2
"""The child is not announced to other threads; another thread is searching it."""

CUTOFFS = np.dtype(
    [
        ("killers", np.int64, (MAX_PLY + 1, 2)),  # by ply: the last two cutoff moves
        ("history", np.int64, (2, 1 << HISTORY_BITS)),  # by side and move: points for cutoffs
    ]
)

SEARCHING = np.dtype(
    [
        ("threads", np.int64),
        ("keys", np.int64, (1 << SEARCHING_BITS,)),  # mixed keys of the children being searched
    ]
)


class OrderingState(NamedTuple):
    """The state of the move ordering of one thread.

    cutoffs: a record CUTOFFS, killers and history of this thread.
    searching: a record SEARCHING, shared by all threads.
    """

    cutoffs: Any
    searching: Any


def new_ordering_states(threads: int, interpreted: bool = INTERPRETED) -> list[OrderingState]:
    """Return an empty state of the move ordering for each thread."""
    searching = record(SEARCHING, interpreted)
    searching.threads = threads
    states = [OrderingState(record(CUTOFFS, interpreted), searching) for _i in range(threads)]
    for each in states:
        each.cutoffs.killers[:] = NO_MOVE
    return states


@helper
def history_slot(move: Move) -> int:
    """Return the place of a move in the history; two moves may share a place."""
    return (move * MIXER & (1 << 62) - 1) >> 62 - HISTORY_BITS


@helper
def move_in_table(table: Any, position: Position) -> Move:
    """Return the hash move: the best move of an entry of any depth, or NO_MOVE."""
    key = position_key(position)
    slot = slot_of(table, key, mix(key))
    entry = table[slot]
    return entry.move if entry.bound != UNKNOWN and holds(table, slot, key) else NO_MOVE


@helper
def is_due(
    move: Move,
    number: int,
    tried: int,
    stage: int,
    hash_move: Move,
    side: Side,
    ply: int,
    cutoffs: Any,
) -> bool:
    """Return whether this move, the `number`-th of the position, is tried in this stage."""
    if number < MARKED and tried >> number & 1:
        return False
    if stage == OFTEN_GOOD:
        return number < MARKED and cutoffs.history[side, history_slot(move)] >= OFTEN
    if stage >= OTHERS and number < MARKED:
        return True
    if move == hash_move:
        return stage == HASH_MOVE
    killer = move == cutoffs.killers[ply, 0] or move == cutoffs.killers[ply, 1]
    return stage == (KILLERS if killer else OTHERS)


@helper
def learn(move: Move, depth: int, ply: int, side: Side, cutoffs: Any) -> None:
    """Add a move that caused a cutoff to the killers, and give it history points."""
    if cutoffs.killers[ply, 0] != move:
        cutoffs.killers[ply, 1] = cutoffs.killers[ply, 0]
        cutoffs.killers[ply, 0] = move
    cutoffs.history[side, history_slot(move)] += depth * depth


@helper
def announce(child: Position, depth: int, may_defer: bool, searching: Any) -> int:
    """Announce to the other threads that `child` is searched, and return its slot.

    Return DEFER if another thread is searching it and the move may be deferred.
    """
    if searching.threads == 1 or depth < LEAST_SHARED_DEPTH:
        return NO_SLOT
    mixed = mix(position_key(child))
    slot = mixed & (1 << SEARCHING_BITS) - 1
    if may_defer and searching.keys[slot] == mixed:
        return DEFER
    searching.keys[slot] = mixed
    return slot


@helper
def withdraw(slot: int, searching: Any) -> None:
    """Withdraw the announcement of a child whose search has ended."""
    if slot != NO_SLOT:
        searching.keys[slot] = 0
