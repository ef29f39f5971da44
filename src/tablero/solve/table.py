"""A table of bounds of scores, one int per position, in which a hit is never another position.

A key is hashed by a bijection, so that different keys have different hashes. The low bits of the
mixed key are the index of the entry; the other bits are stored in it:

    mixed key without its low 16 bits | lower bound, 8 bits | upper bound, 8 bits

An entry is read and written as one word, so threads need no lock.
"""

from typing import Any

import numpy as np

from tablero.jit import helper
from tablero.jit.extensions import prefetch
from tablero.jit.records import record
from tablero.search.table import LOW_62_BITS, MIXER

BOUND_BITS, MOST_BITS = 16, 27
"""Bits of both bounds in an entry; upper limit of the binary logarithm of a table's entries."""

SEARCHING_BITS = 12
"""Binary logarithm of the number of slots for keys being searched."""

LOWEST, HIGHEST = -128, 127
"""Bounds of a position that is not in the table; both are stored as zero in an entry."""


def new_memory(bits: int) -> Any:
    """Return the memory shared by all threads: an empty table, and the keys being searched.

    bits: the table has 2**bits entries, BOUND_BITS <= bits <= MOST_BITS. With fewer bits an entry
        could not hold the whole key; with more the record would exceed NumPy's limit.
    """
    assert BOUND_BITS <= bits <= MOST_BITS, bits
    shared = np.dtype(
        [
            ("table", np.int64, (1 << bits,)),
            ("searching", np.int64, (1 << SEARCHING_BITS,)),  # mixed keys being searched now
        ]
    )
    return record(shared)


@helper
def mix(key: int) -> int:
    """Return the hash of a key of 62 bits, a bijection."""
    key ^= key >> 31
    key = key * MIXER & LOW_62_BITS
    return key ^ key >> 31


@helper
def prefetch_entry(table: Any, mixed: int) -> None:
    """Prefetch the entry of a key that will be read soon."""
    prefetch(table, mixed & len(table) - 1)


@helper
def bounds_of(table: Any, mixed: int) -> tuple[int, int]:
    """Return the (lower, upper) bounds of the score."""
    entry = table[mixed & len(table) - 1]
    if (entry ^ mixed) >> BOUND_BITS:
        return LOWEST, HIGHEST
    return (entry >> 8 & 255) + LOWEST, HIGHEST - (entry & 255)


@helper
def store_bounds(table: Any, mixed: int, lower: int, upper: int) -> None:
    """Store these bounds, replacing the previous entry."""
    entry = mixed >> BOUND_BITS << BOUND_BITS | (lower - LOWEST) << 8 | HIGHEST - upper
    table[mixed & len(table) - 1] = entry


@helper
def store_result(table: Any, mixed: int, lower: int, upper: int, alpha: int, score: int) -> None:
    """Store these bounds, improved by the result of a null-window search above alpha."""
    if score > alpha:
        store_bounds(table, mixed, max(lower, score), upper)
    else:
        store_bounds(table, mixed, lower, min(upper, score))
