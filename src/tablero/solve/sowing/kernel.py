"""Is a position of a sowing game worth more than this? The question behind every margin."""

from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from tablero.games.sowing import seeds_in
from tablero.jit import INTERPRETED, helper, kernel
from tablero.position import ONGOING
from tablero.search.node import sign_of
from tablero.search.notes import MAX_PLY, NO_LIMIT
from tablero.solve.asking import STOPPED
from tablero.solve.table import bounds_of, keep_answer, mix

NO_BOUND = 1 << 10
"""More than anybody can gain."""

MOST_PITS = 62
MOVES_AGAIN, SEED_GAINED = 1 << 16, 4
"""Weights of a move: to move again, and a seed gained against a seed that is given away."""

LAST = -MOVES_AGAIN
"""The weight of a move that is put off."""


class Room(NamedTuple):
    """What a thread works with.

    field  -- its numbers (field.py)
    values -- of the fields whose numbers are low enough (endgame.py)
    memory -- bounds of other fields, shared by all threads (solve/table.py)
    notes  -- its own record, see NOTES
    """

    field: Any
    values: Any
    memory: Any
    notes: Any


_LISTS, _SHAPE = ("choices", "numbers", "weights"), (MAX_PLY, 2 * MOST_PITS)

NOTES = np.dtype(
    [
        ("nodes", np.int64),  # visited
        ("budget", np.int64),  # no more may be
        ("threads", np.int64),  # at work
        *((name, np.int64, _SHAPE) for name in _LISTS),
    ]
)
"""By ply: the moves to be searched, best guess first, the numbers they lead to, their weights."""


def new_notes(threads: int) -> Any:
    """Empty notes that know no limit."""
    if INTERPRETED:
        lists = {name: np.zeros(_SHAPE, object) for name in _LISTS}
        return SimpleNamespace(nodes=0, budget=NO_LIMIT, threads=threads, **lists)
    notes = np.zeros(1, NOTES).view(np.recarray)[0]
    notes.budget, notes.threads = NO_LIMIT, threads
    return notes


@kernel
def is_more(position: Any, number: int, ply: int, alpha: int, room: Room) -> int:
    """Let s be what the mover still gains, less what the other does:

    result <= alpha  implies  s <= result
    result >  alpha  implies  s >= result
    """
    notes, table, busy = room.notes, room.memory.table, room.memory.busy
    notes.nodes += 1
    if notes.nodes > notes.budget or ply == MAX_PLY:
        return STOPPED
    # Step 1. Does the table know?
    mixed = mix(number)
    lower, upper = bounds_of(table, mixed)
    if lower > alpha:
        return lower
    if upper <= alpha:
        return upper
    # Step 2. Do a move's own bounds settle the matter? The others are searched
    best, count = -NO_BOUND, 0
    for move in position.promising():
        child = position.play(move)
        after = room.field.number(child)
        gain, sign = gain_of(position, child), sign_of(position, child)
        low, high = known_of(child, after, room)
        least, most = (gain + low, gain + high) if sign > 0 else (gain - high, gain - low)
        if least > alpha:
            return least
        if most <= alpha:
            best = max(best, most)
        else:
            enter(notes, ply, count, move, after, weight_of(child, gain, sign, room.field))
            count += 1
    # Step 3. Search; what another thread is searching now comes later
    i, end = 0, count
    while i < end:
        move, after = notes.choices[ply, i], notes.numbers[ply, i]
        i += 1
        place = mix(after) & len(busy) - 1
        if notes.threads > 1 and 1 < i <= count and busy[place] == after:
            enter(notes, ply, end, move, after, LAST)
            end += 1
            continue
        child = position.play(move)
        gain, sign = gain_of(position, child), sign_of(position, child)
        question = alpha - gain if sign > 0 else gain - alpha - 1
        busy[place] = after
        score = is_more(child, after, ply + 1, question, room)
        busy[place] = 0
        if score == STOPPED:
            return STOPPED
        best = max(best, gain + sign * score)
        if best > alpha:
            break
    # Step 4. Remember
    keep_answer(table, mixed, lower, upper, alpha, best)
    return best


@helper
def gain_of(position: Any, child: Any) -> int:
    """By how much the move to `child` has raised the lead of whoever made it."""
    lead: int = child.store - child.their_store
    before: int = position.store - position.their_store
    return sign_of(position, child) * lead - before


@helper
def known_of(child: Any, number: int, room: Room) -> tuple[int, int]:
    """(least, most) that the side to move in `child` still gains, as far as is known."""
    end, lead = child.outcome(), child.store - child.their_store
    if end != ONGOING:
        return end - lead, end - lead
    if number < len(room.values):
        gain = int(room.values[number])
        return gain, gain
    least, most = child.bounds()
    low, high = bounds_of(room.memory.table, mix(number))
    return max(low, least - lead), min(high, most - lead)


@helper
def weight_of(child: Any, gain: int, sign: int, field: Any) -> int:
    """How early a move is tried: again; more gained, and fewer seeds in the other row."""
    theirs = child.theirs if sign > 0 else child.mine
    given = 0
    for pit in range(field.pits):
        given += seeds_in(theirs, pit, field.bits)
    return (MOVES_AGAIN if sign > 0 else 0) + gain * SEED_GAINED - given


@helper
def enter(notes: Any, ply: int, count: int, move: int, number: int, weight: int) -> None:
    """Put a move into the list of this ply, behind those of the same weight."""
    i = count
    while i > 0 and notes.weights[ply, i - 1] < weight:
        notes.choices[ply, i] = notes.choices[ply, i - 1]
        notes.numbers[ply, i] = notes.numbers[ply, i - 1]
        notes.weights[ply, i] = notes.weights[ply, i - 1]
        i -= 1
    notes.choices[ply, i] = move
    notes.numbers[ply, i] = number
    notes.weights[ply, i] = weight
