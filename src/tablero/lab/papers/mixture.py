"""Estimate of a match whose games are a mixture of those of two other matches."""

import math
from statistics import NormalDist
from typing import NamedTuple

from tablero.match.elo import DEVIATIONS, Estimate, elo_of, score_of

EVEN = Estimate(0.5, 0.0, 0.0, 0.0, 0.5)
"""Estimate of a player against itself: the two games of a pair are the same game."""


class Share(NamedTuple):
    """A share of all games; `error` is its possible error in either direction."""

    value: float
    error: float = 0.0


def mixed(share: Share, some: Estimate, others: Estimate) -> Estimate:
    """Return the estimate of a match whose games are partly as in `some`, the rest as in `others`.

    share: share of the games as in `some`. The two matches are independent.
    """
    weights, apart = (share.value, 1 - share.value), (some.score or 0.0) - (others.score or 0.0)
    mean = (others.score or 0.0) + share.value * apart
    reaches = (w * _reach(e) for w, e in zip(weights, (some, others), strict=True))
    reach = math.hypot(*reaches, share.error * apart)
    sure = NormalDist().cdf(DEVIATIONS * (mean - 0.5) / reach) if reach else 0.5
    return Estimate(mean, elo_of(mean), elo_of(mean - reach), elo_of(mean + reach), sure)


def _reach(estimate: Estimate) -> float:
    """Return half the width of the score's interval."""
    return (score_of(estimate.high) - score_of(estimate.low)) / 2
