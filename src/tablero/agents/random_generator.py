"""A reproducible random generator: the same numbers from the same seed, compiled or not."""

from typing import Any

import numpy as np

from tablero.jit import helper
from tablero.jit.records import int_array
from tablero.search.table import LOW_62_BITS, MIXER

INCREMENT = 0x2545_F491_4F6C_DD1D
"""Increment of the state; odd, so that the state visits every number of 62 bits."""


def new_generator(seed: int) -> Any:
    """Return a random generator: its state, one number that kernels can change."""
    generator = int_array(1)
    generator[0] = seed & LOW_62_BITS
    return generator


@helper
def random_below(generator: Any, limit: int) -> int:
    """Return a random number from 0 to limit - 1, all equally likely."""
    state = int(generator[0]) + INCREMENT & LOW_62_BITS
    generator[0] = state
    return hash62(state) % limit


@helper
def hash62(number: int) -> int:
    """Return a hash of 62 bits, so that consecutive numbers give seemingly unrelated ones."""
    number ^= number >> 32
    number = number * MIXER & LOW_62_BITS
    number ^= number >> 29
    number = number * MIXER & LOW_62_BITS
    return number ^ number >> 32


def derive(seed: Any, *path: Any) -> Any:
    """Return a different seed for every path from a seed; for an array of seeds, an array."""
    for step in path:
        seed = hash62(seed + INCREMENT * (step + 1) & LOW_62_BITS)
    return seed


def numpy_generator(seed: int) -> np.random.Generator:
    """Return NumPy's random generator for a seed: any integer, as in Python's `random`."""
    return np.random.default_rng(seed % (1 << 64))
