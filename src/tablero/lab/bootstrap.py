"""How sure a figure is that was measured on several positions: they are drawn anew, many times."""

from collections.abc import Callable
from typing import Any

import numpy as np

from tablero.match.dice import generator
from tablero.match.elo import SURE

RESAMPLES = 2000


def interval(statistic: Callable[[Any], Any], figures: Any, seed: int) -> tuple[Any, Any] | None:
    """(low, high) of a statistic over positions, the last axis of `figures`: the truth lies
    between as often as SURE says. One position alone cannot tell: None."""
    count = figures.shape[-1]
    if count == 1:
        return None
    dice = generator(seed)
    draws = dice.integers(count, size=(RESAMPLES, count))
    drawn = [statistic(figures[..., row]) for row in draws]
    low, high = np.quantile(drawn, [(1 - SURE) / 2, (1 + SURE) / 2], axis=0)
    return low, high
