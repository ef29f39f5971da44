"""What two matches tell about a third that has some games of both."""

import math
from statistics import NormalDist

from tablero.match.elo import DEVIATIONS, Estimate, elo_of, score_of

EVEN = Estimate(0.5, 0.0, 0.0, 0.0, 0.5)
"""Of a player against itself: the two games of a pair are the same game."""


def mixed(share: float, some: Estimate, others: Estimate) -> Estimate:
    """Of a match with this share of `some` games, and of `others` for the rest; both have been
    played, independently of each other."""
    weights = share, 1 - share
    mean = sum(w * (e.score or 0.0) for w, e in zip(weights, (some, others), strict=True))
    reach = math.hypot(*(w * _reach(e) for w, e in zip(weights, (some, others), strict=True)))
    sure = NormalDist().cdf(DEVIATIONS * (mean - 0.5) / reach) if reach else 0.5
    return Estimate(mean, elo_of(mean), elo_of(mean - reach), elo_of(mean + reach), sure)


def _reach(estimate: Estimate) -> float:
    """From the score to either end of its interval."""
    return (score_of(estimate.high) - score_of(estimate.low)) / 2
