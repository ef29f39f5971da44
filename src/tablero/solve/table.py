"""A table of bounds that takes one int a position, and never mixes two positions up.

A key is mixed by a bijection, so that it can be had back. The low bits of the mixed key
are the place of the entry; the others are in it:

    mixed key without its low 16 bits | lower bound, 8 bits | upper bound, 8 bits

An entry is read and written whole: threads need no lock.
"""

from types import SimpleNamespace
from typing import Any

import numpy as np

from tablero.jit import INTERPRETED, helper
from tablero.jit.words import prefetch
from tablero.search.table import LOW_62_BITS, MIXER

BOUND_BITS, MOST_BITS = 16, 27
BUSY_BITS = 12
LOWEST, HIGHEST = -128, 127
"""Bounds of a position that the table does not know; both are zero in an entry."""


def new_memory(bits: int) -> Any:
    """What all threads share: a table of 2**bits entries, and who is busy.

    bits  -- BOUND_BITS to MOST_BITS: with fewer a key would not be whole, and a record with more
             is larger than there can be

    table -- empty entries
    busy  -- mixed keys of what threads are searching now
    """
    assert BOUND_BITS <= bits <= MOST_BITS, bits
    if INTERPRETED:
        return SimpleNamespace(table=[0] * (1 << bits), busy=[0] * (1 << BUSY_BITS))
    kind = [("table", np.int64, (1 << bits,)), ("busy", np.int64, (1 << BUSY_BITS,))]
    return np.zeros(1, kind).view(np.recarray)[0]


@helper
def mix(key: int) -> int:
    """Another key for every key of 62 bits."""
    key ^= key >> 31
    key = key * MIXER & LOW_62_BITS
    return key ^ key >> 31


@helper
def fetch_entry(table: Any, mixed: int) -> None:
    """Have the entry of a key that will be looked up fetched meanwhile."""
    prefetch(table, mixed & len(table) - 1)


@helper
def bounds_of(table: Any, mixed: int) -> tuple[int, int]:
    """(lower, upper) bound of the score."""
    entry = table[mixed & len(table) - 1]
    if (entry ^ mixed) >> BOUND_BITS:
        return LOWEST, HIGHEST
    return (entry >> 8 & 255) + LOWEST, HIGHEST - (entry & 255)


@helper
def keep(table: Any, mixed: int, lower: int, upper: int) -> None:
    """Put these bounds in the place of whatever was there."""
    entry = mixed >> BOUND_BITS << BOUND_BITS | (lower - LOWEST) << 8 | HIGHEST - upper
    table[mixed & len(table) - 1] = entry


@helper
def keep_answer(table: Any, mixed: int, lower: int, upper: int, alpha: int, answer: int) -> None:
    """Keep these bounds with what the answer to "more than alpha?" adds to them."""
    if answer > alpha:
        keep(table, mixed, max(lower, answer), upper)
    else:
        keep(table, mixed, lower, min(upper, answer))
