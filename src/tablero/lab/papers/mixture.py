"""What two matches tell about a third that has some games of both."""

import math
from statistics import NormalDist
from typing import NamedTuple

from tablero.match.elo import DEVIATIONS, Estimate, elo_of, score_of

EVEN = Estimate(0.5, 0.0, 0.0, 0.0, 0.5)
"""Of a player against itself: the two games of a pair are the same game."""


class Share(NamedTuple):
    """Of all games; `doubt` is how far it may be off, either way."""

    value: float
    doubt: float = 0.0


def mixed(share: Share, some: Estimate, others: Estimate) -> Estimate:
    """Of a match with this share of `some` games, and of `others` for the rest; both have been
    played, independently of each other."""
    weights, apart = (share.value, 1 - share.value), (some.score or 0.0) - (others.score or 0.0)
    mean = (others.score or 0.0) + share.value * apart
    reaches = (w * _reach(e) for w, e in zip(weights, (some, others), strict=True))
    reach = math.hypot(*reaches, share.doubt * apart)
    sure = NormalDist().cdf(DEVIATIONS * (mean - 0.5) / reach) if reach else 0.5
    return Estimate(mean, elo_of(mean), elo_of(mean - reach), elo_of(mean + reach), sure)


def _reach(estimate: Estimate) -> float:
    """From the score to either end of its interval."""
    return (score_of(estimate.high) - score_of(estimate.low)) / 2
