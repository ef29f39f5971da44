"""Chance that can be had again: the same numbers from the same seed, at both speeds."""

from typing import Any

import numpy as np

from tablero.jit import INTERPRETED, helper
from tablero.search.table import LOW_62_BITS, MIXER

STEP = 0x2545_F491_4F6C_DD1D
"""Odd, so that the state visits every number of 62 bits."""


def new_dice(seed: int) -> Any:
    """One number that kernels can change."""
    dice = [seed & LOW_62_BITS]
    return dice if INTERPRETED else np.array(dice, np.int64)


@helper
def roll(dice: Any, sides: int) -> int:
    """One of 0 … sides - 1, each as likely as the others."""
    state = int(dice[0]) + STEP & LOW_62_BITS
    dice[0] = state
    return scrambled(state) % sides


@helper
def scrambled(number: int) -> int:
    """Numbers that follow one another become numbers that seem to have nothing in common."""
    number ^= number >> 32
    number = number * MIXER & LOW_62_BITS
    number ^= number >> 29
    number = number * MIXER & LOW_62_BITS
    return number ^ number >> 32


def derive(seed: Any, *path: Any) -> Any:
    """Another seed for every path from a seed; of arrays, an array of them."""
    for step in path:
        seed = scrambled(seed + STEP * (step + 1) & LOW_62_BITS)
    return seed
