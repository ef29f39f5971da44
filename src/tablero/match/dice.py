"""Chance for numbers by the thousand."""

import numpy as np


def generator(seed: int) -> np.random.Generator:
    """Any whole number is a seed, as it is for Python's own dice."""
    return np.random.default_rng(seed % (1 << 64))
