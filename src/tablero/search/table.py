"""The transposition table, which several threads may share.

A score that rests on the horizon holds for its own depth alone. A score whose whole tree ended in
finished games holds for any depth at which that tree fits. The fields of an entry:

    key    the whole key, so that a hit is never another position
    move   the best move found
    check  a checksum of all other fields
    score  for the side to move
    least  the depth, in plies, for which the score holds
    bound  UNKNOWN (empty), LOWER, EXACT or UPPER
    whole  1 if the score holds for greater depths too

There is no lock. An entry that two threads have written at the same time, or that one reads while
another writes, does not match its checksum and counts as missing: for certain if a single word of
it comes from the other thread; otherwise it is taken for valid with a probability of 1 in 2**62.
"""

from types import SimpleNamespace
from typing import Any

import numpy as np

from tablero.jit import INTERPRETED, helper
from tablero.position import Position, position_key
from tablero.search.state import NO_NODE

UNKNOWN, LOWER, EXACT, UPPER = range(4)
PROBES = 4
"""Slots in which a key may be stored."""

MOST_BYTES = 1 << 30
"""Upper limit of the size of a table, in bytes."""

MIXER, LOW_62_BITS = 0x1E37_79B9_7F4A_7C15, (1 << 62) - 1


class PlainTable(dict[int, SimpleNamespace]):
    """The table of interpreted searches: a dict that makes an entry when it is first read."""

    def __init__(self, size: int, key_length: int) -> None:
        self.size = size
        self.key_length = key_length

    def __missing__(self, slot: int) -> SimpleNamespace:
        numbers = dict.fromkeys(("move", "check", "score", "least", "bound", "whole"), 0)
        self[slot] = SimpleNamespace(key=[0] * self.key_length, **numbers)
        return self[slot]

    def __len__(self) -> int:
        return self.size


def new_table(bits: int, key_length: int, interpreted: bool = INTERPRETED) -> Any:
    """Return an empty table of 2**bits entries, or fewer if it would exceed MOST_BYTES."""
    kind = np.dtype(
        [
            ("key", np.int64, (key_length,)),
            ("move", np.int64),
            ("check", np.int64),
            ("score", np.int32),
            ("least", np.int16),
            ("bound", np.int8),
            ("whole", np.int8),
        ]
    )
    while kind.itemsize << bits > MOST_BYTES:
        bits -= 1
    if interpreted:
        return PlainTable(1 << bits, key_length)
    return np.zeros(1 << bits, kind).view(np.recarray)


@helper
def blend(mixed: int, word: int) -> int:
    """Return a hash of two numbers of 62 bits: a bijection of either while the other is fixed."""
    mixed = (mixed ^ word) * MIXER & LOW_62_BITS
    return mixed ^ mixed >> 31


@helper
def mix(key: tuple[int, ...]) -> int:
    mixed = 0
    for i in range(len(key)):
        mixed = blend(mixed, key[i])
    return mixed


@helper
def check_of(mixed: int, move: int, score: int, least: int, bound: int, whole: int) -> int:
    """Return the checksum of an entry whose key has the hash `mixed`."""
    return blend(blend(mixed, move), ((score << 16 | least) << 2 | bound) << 1 | whole)


@helper
def slot_of(table: Any, key: tuple[int, ...], mixed: int) -> int:
    """Return the slot of `key`, or the one to store it in.

    That is an empty slot among PROBES slots, else the first of them.
    """
    first = mixed & (len(table) - 1)
    for probe in range(PROBES):
        slot = (first + probe) & (len(table) - 1)
        if table[slot].bound == UNKNOWN or holds(table, slot, key):
            return slot
    return first


@helper
def holds(table: Any, slot: int, key: tuple[int, ...]) -> bool:
    for i in range(len(key)):
        if table[slot].key[i] != key[i]:
            return False
    return True


@helper
def recall(
    table: Any, position: Position, depth: int, ply: int, alpha: int, beta: int, state: Any
) -> tuple[bool, int]:
    """Return (found, score): whether an entry decides the window alpha..beta at this depth."""
    if table is None or ply == 0:
        return False, 0
    key = position_key(position)
    mixed = mix(key)
    slot = slot_of(table, key, mixed)
    entry = table[slot]
    score, least, bound, whole = entry.score, entry.least, entry.bound, entry.whole
    usable = (
        bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha)
    )
    fitting = least == depth or (whole == 1 and least <= depth)
    if not usable or not fitting or not holds(table, slot, key):
        return False, 0
    if entry.check != check_of(mixed, entry.move, score, least, bound, whole):
        return False, 0
    state.cache_hits += 1
    if whole:
        state.reach = max(state.reach, ply + least)
    else:
        state.horizon += 1
    return True, score


@helper
def open_entry(table: Any, ply: int, state: Any) -> None:
    """Save the state before the children are searched, which `store` needs."""
    state.depth = max(state.depth, ply + 1)
    if table is not None:
        state.reach_before[ply], state.horizon_before[ply] = state.reach, state.horizon
        state.reach = ply + 1


@helper
def store(
    table: Any,
    position: Position,
    depth: int,
    ply: int,
    alpha: int,
    beta: int,
    score: int,
    move: int,
    state: Any,
) -> None:
    """Store the score that a search with the window alpha..beta has found.

    A search that was stopped stores nothing.
    """
    if table is None or state.budget == NO_NODE:
        return
    key = position_key(position)
    mixed = mix(key)
    entry = table[slot_of(table, key, mixed)]
    state.distinct += entry.bound == UNKNOWN
    whole = 1 if state.horizon == state.horizon_before[ply] else 0
    least = state.reach - ply if whole else depth
    bound = UPPER if score <= alpha else LOWER if score >= beta else EXACT
    for i in range(len(key)):
        entry.key[i] = key[i]
    entry.move = move
    entry.score = score
    entry.least = least
    entry.bound = bound
    entry.whole = whole
    entry.check = check_of(mixed, move, score, least, bound, whole)
    state.reach = max(state.reach_before[ply], state.reach)
