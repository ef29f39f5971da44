"""Which move the engine tries next: what the table, cuts and other threads tell.

Moves are tried in stages, within each as the game itself would try them.
"""

from typing import Any, NamedTuple

import numpy as np

from tablero.jit import INTERPRETED, helper
from tablero.position import Move, Position, Side
from tablero.search.notes import MAX_PLY, new_record
from tablero.search.table import MIXER, UNKNOWN, holds, mix, slot_of

NO_MOVE = -1
TOLD, KILLERS, OFTEN_GOOD, OTHERS, LATER = range(5)
"""The stages. In the last come those that another thread was trying when it was their turn."""

HISTORY_BITS = 12
OFTEN = 64
"""A move with so many points by history is tried before the others."""

MARKED = 62
"""Of so many moves of a position it is remembered whether they have been tried."""

BUSY_BITS = 12
SHARED = 4
"""With fewer plies left, threads do not ask whether another one is there."""

NOWHERE, TAKEN = -1, -2
"""No place among what threads are busy with: not announced; another thread is there."""

CUTS = np.dtype(
    [
        ("killers", np.int64, (MAX_PLY + 1, 2)),  # by ply: the last two moves that cut there
        ("history", np.int64, (2, 1 << HISTORY_BITS)),  # by side and move: points for cuts
    ]
)

BUSY = np.dtype(
    [
        ("threads", np.int64),
        ("keys", np.int64, (1 << BUSY_BITS,)),  # mixed, of what they are searching now
    ]
)


class Learned(NamedTuple):
    """cuts -- what they have taught a thread; busy -- shared by all threads."""

    cuts: Any
    busy: Any


def nothing_learned(threads: int, interpreted: bool = INTERPRETED) -> list[Learned]:
    """For each thread what it knows at first."""
    busy = new_record(BUSY, interpreted)
    busy.threads = threads
    minds = [Learned(new_record(CUTS, interpreted), busy) for _i in range(threads)]
    for mind in minds:
        mind.cuts.killers[:] = NO_MOVE
    return minds


@helper
def place_of(move: Move) -> int:
    """Where a move stands in the history; two moves may share a place."""
    return (move * MIXER & (1 << 62) - 1) >> 62 - HISTORY_BITS


@helper
def move_in_table(table: Any, position: Position) -> Move:
    """The best move that an entry of any depth tells, or NO_MOVE."""
    key = position.key()
    slot = slot_of(table, key, mix(key))
    entry = table[slot]
    return entry.move if entry.bound != UNKNOWN and holds(table, slot, key) else NO_MOVE


@helper
def is_due(
    move: Move, number: int, tried: int, stage: int, told: Move, side: Side, ply: int, cuts: Any
) -> bool:
    """Is it the turn of this move, the `number`-th of the position?"""
    if number < MARKED and tried >> number & 1:
        return False
    if stage == OFTEN_GOOD:
        return number < MARKED and cuts.history[side, place_of(move)] >= OFTEN
    if stage >= OTHERS and number < MARKED:
        return True
    if move == told:
        return stage == TOLD
    killer = move == cuts.killers[ply, 0] or move == cuts.killers[ply, 1]
    return stage == (KILLERS if killer else OTHERS)


@helper
def learn(move: Move, depth: int, ply: int, side: Side, cuts: Any) -> None:
    """`move` has cut."""
    if cuts.killers[ply, 0] != move:
        cuts.killers[ply, 1] = cuts.killers[ply, 0]
        cuts.killers[ply, 0] = move
    cuts.history[side, place_of(move)] += depth * depth


@helper
def claim(child: Position, depth: int, patient: bool, busy: Any) -> int:
    """Announce that `child` is searched: its place. TAKEN if another thread searches it, and
    we are patient enough to come back later."""
    if busy.threads == 1 or depth < SHARED:
        return NOWHERE
    mixed = mix(child.key())
    place = mixed & (1 << BUSY_BITS) - 1
    if patient and busy.keys[place] == mixed:
        return TAKEN
    busy.keys[place] = mixed
    return place


@helper
def release(place: int, busy: Any) -> None:
    if place != NOWHERE:
        busy.keys[place] = 0
