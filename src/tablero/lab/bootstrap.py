"""Bootstrap confidence intervals of statistics measured on several positions."""

from collections.abc import Callable
from typing import Any

import numpy as np

from tablero.agents.random_generator import numpy_generator
from tablero.match.elo import SURE

RESAMPLES = 2000


def interval(statistic: Callable[[Any], Any], figures: Any, seed: int) -> tuple[Any, Any] | None:
    """Return the bootstrap confidence interval (low, high) of a statistic over positions.

    Positions are the last axis of `figures`; they are resampled with replacement RESAMPLES times,
    and the share SURE of the resampled statistics lies in the interval. Return None for a single
    position.
    """
    count = figures.shape[-1]
    if count == 1:
        return None
    generator = numpy_generator(seed)
    draws = generator.integers(count, size=(RESAMPLES, count))
    drawn = [statistic(figures[..., row]) for row in draws]
    low, high = np.quantile(drawn, [(1 - SURE) / 2, (1 + SURE) / 2], axis=0)
    return low, high
