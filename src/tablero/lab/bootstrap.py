"""How sure a figure is that was measured on several positions: they are drawn anew, many times."""

from collections.abc import Callable
from typing import Any

import numpy as np

from tablero.match.dice import generator
from tablero.match.elo import SURE

RESAMPLES = 2000


def interval(
    statistic: Callable[[Any], Any], figures: Any, seed: int, sure: float = SURE
) -> tuple[Any, Any] | None:
    """(low, high) of a statistic over positions, the last axis of `figures`: so many of those of
    positions drawn anew lie between, and of many positions the truth as often. One position alone
    cannot tell: None."""
    count = figures.shape[-1]
    if count == 1:
        return None
    dice = generator(seed)
    draws = dice.integers(count, size=(RESAMPLES, count))
    drawn = [statistic(figures[..., row]) for row in draws]
    low, high = np.quantile(drawn, [(1 - sure) / 2, (1 + sure) / 2], axis=0)
    return low, high
