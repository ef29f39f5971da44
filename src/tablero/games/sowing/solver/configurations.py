"""Numbers of pit configurations: the margin still to be won depends on a configuration alone.

Every distribution of seeds over n pits has a number. Let s(i) be the seeds in the first i pits,
the mover's first; the number is the sum of C(s(i) + i - 1, i) over all i. Configurations of
fewer seeds come first, and those of at most k seeds have the numbers below C(k + n, n).

A game may have further configurations that depend on more than the seeds; their numbers are
above these.
"""

from math import comb
from typing import Any

import numpy as np

from tablero.games.sowing.rows import pack, seeds_in
from tablero.jit import helper


def configurations_up_to(pits: int, seeds: int) -> int:
    """Return the number of configurations of at most `seeds` seeds."""
    return comb(seeds + 2 * pits, 2 * pits)


def number_terms(pits: int, seeds: int) -> Any:
    """Return the terms of a configuration's number, by pit and by seeds up to and with it."""
    sums = range(seeds + 1)
    return np.array([[comb(s + i, i + 1) for s in sums] for i in range(2 * pits)], np.int64)


@helper
def number_of(position: Any, terms: Any, pits: int, bits: int) -> int:
    """Return the number of a position's pit configuration.

    terms: the terms that `number_terms` returns.
    """
    seeds, number = 0, 0
    for pit in range(pits):
        seeds += seeds_in(position.mine, pit, bits)
        number += int(terms[pit, seeds])
    for pit in range(pits):
        seeds += seeds_in(position.theirs, pit, bits)
        number += int(terms[pits + pit, seeds])
    return number


def rows_of_number(number: int, pits: int, bits: int) -> tuple[int, int]:
    """Return both rows of the configuration that has this number."""
    sums = []
    for i in range(2 * pits, 0, -1):
        seeds = 0
        while comb(seeds + i, i) <= number:
            seeds += 1
        number -= comb(seeds + i - 1, i)
        sums.append(seeds)
    counts = [after - before for before, after in zip([0, *sums[:0:-1]], sums[::-1], strict=True)]
    return pack(counts[:pits], bits), pack(counts[pits:], bits)


@helper
def next_rows(mine: int, theirs: int, numbering: Any) -> tuple[int, int]:
    """Return the rows of the next number, which must have the same number of seeds.

    The first pit after the leftmost one that is not empty gives a seed to the pit before it,
    and the seeds of the leftmost pit move there too.
    """
    pits, bits = numbering.pits, numbering.bits
    moving = seeds_in(mine, 0, bits) + 1
    mine -= moving - 1
    pit = 1
    while pit < pits and not seeds_in(mine, pit, bits):
        pit += 1
    if pit < pits:
        return mine - (1 << pit * bits) + (moving << (pit - 1) * bits), theirs
    pit = 0
    while not seeds_in(theirs, pit, bits):
        pit += 1
    theirs -= 1 << pit * bits
    if pit == 0:
        return mine + (moving << (pits - 1) * bits), theirs
    return mine, theirs + (moving << (pit - 1) * bits)
