"""The table of positions already valued.

An entry holds for every search of `least` to `most` plies. A value that met the
horizon holds for its own depth alone. A value whose whole tree ended in finished
games holds for any depth at which that tree fits.

    key    whole key: a hit is never another position
    score  seen by the side to move
    move   the best one found
    bound  UNKNOWN (empty), LOWER, EXACT or UPPER
    least, most
"""

from types import SimpleNamespace
from typing import Any

import numpy as np

from tablero.jit import INTERPRETED, helper
from tablero.position import Position
from tablero.search.notes import MAX_PLY

UNKNOWN, LOWER, EXACT, UPPER = range(4)
PROBES = 4
MOST_BYTES = 1 << 30
MIXER, LOW_62_BITS = 0x1E37_79B9_7F4A_7C15, (1 << 62) - 1


class PlainTable(dict[int, SimpleNamespace]):
    """The table of interpreted searches: an entry is made when it is first looked at."""

    def __init__(self, size: int, key_length: int) -> None:
        self.size = size
        self.empty = {"move": 0, "score": 0, "least": 0, "most": 0, "bound": UNKNOWN}
        self.key_length = key_length

    def __missing__(self, slot: int) -> SimpleNamespace:
        self[slot] = SimpleNamespace(key=[0] * self.key_length, **self.empty)
        return self[slot]

    def __len__(self) -> int:
        return self.size


def new_table(bits: int, key_length: int) -> Any:
    """An empty table of 2**bits entries, fewer if they are too large for that."""
    kind = np.dtype(
        [
            ("key", np.int64, (key_length,)),
            ("move", np.int64),
            ("score", np.int32),
            ("least", np.int16),
            ("most", np.int16),
            ("bound", np.int64),
        ]
    )
    while kind.itemsize << bits > MOST_BYTES:
        bits -= 1
    if INTERPRETED:
        return PlainTable(1 << bits, key_length)
    return np.zeros(1 << bits, kind).view(np.recarray)


@helper
def slot_of(table: Any, key: tuple[int, ...]) -> int:
    """Where `key` is, or where it would go: an empty slot among PROBES, else the first."""
    mixed = 0
    for i in range(len(key)):
        mixed = (mixed ^ key[i]) * MIXER & LOW_62_BITS
        mixed ^= mixed >> 31
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
    table: Any, position: Position, depth: int, ply: int, alpha: int, beta: int, notes: Any
) -> tuple[bool, int]:
    """(found, score): an entry that answers for the window alpha..beta at this depth."""
    if table is None or ply == 0:
        return False, 0
    key = position.key()
    slot = slot_of(table, key)
    entry = table[slot]
    score = entry.score
    usable = (
        entry.bound == EXACT
        or (entry.bound == LOWER and score >= beta)
        or (entry.bound == UPPER and score <= alpha)
    )
    if usable and entry.least <= depth <= entry.most and holds(table, slot, key):
        notes.cache_hits += 1
        if entry.most == MAX_PLY:
            notes.reach = max(notes.reach, ply + entry.least)
        else:
            notes.horizon += 1
        return True, score
    return False, 0


@helper
def begin(table: Any, ply: int, notes: Any) -> tuple[int, int]:
    """What `store` has to know of the moment before the children are searched."""
    notes.depth = max(notes.depth, ply + 1)
    if table is None:
        return 0, 0
    before = notes.reach, notes.horizon
    notes.reach = ply + 1
    return before


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
    before: tuple[int, int],
    notes: Any,
) -> None:
    """Remember `score`, which a search with the window alpha..beta has found."""
    if table is None:
        return
    reach, horizon = before
    whole = notes.horizon == horizon
    key = position.key()
    entry = table[slot_of(table, key)]
    notes.distinct += entry.bound == UNKNOWN
    for i in range(len(key)):
        entry.key[i] = key[i]
    entry.move = move
    entry.score = score
    entry.least = notes.reach - ply if whole else depth
    entry.most = MAX_PLY if whole else depth
    entry.bound = UPPER if score <= alpha else LOWER if score >= beta else EXACT
    notes.reach = max(reach, notes.reach)
