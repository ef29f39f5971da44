"""The difference in Elo between two players, estimated from the counts of a match.

Counts are those of single games, (lost, drawn, won), or of pairs of games, by the points of both
together, (0, 1/2, 1, 3/2, 2). As shares of all points, both are equal steps from 0 to 1.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import NamedTuple

SURE = 0.95
"""Confidence level of the intervals."""

DEVIATIONS = NormalDist().inv_cdf((1 + SURE) / 2)
"""Standard errors between the estimate and either end of its interval."""

POINTS_PER_NAT = 400 / math.log(10)
"""Elo of one nat: the difference at which the odds to win are e to 1."""


class Moments(NamedTuple):
    """The number, mean and variance of results, which are shares of the points."""

    number: float
    mean: float
    variance: float


@dataclass(frozen=True)
class Estimate:
    """The estimated difference in strength between two players.

    score: share of all points; None if no game was played.
    elo: the difference in Elo at which this score is expected; infinite at 0 and 1.
    low, high: confidence interval of `elo`, of the level SURE.
    los: likelihood of superiority, the probability of being the stronger player.
    """

    score: float | None
    elo: float
    low: float
    high: float
    los: float


def shares(counts: Sequence[float]) -> list[float]:
    """Return the share of the points that each count stands for."""
    return [place / (len(counts) - 1) for place in range(len(counts))]


def moments(values: Iterable[float], weights: Sequence[float]) -> Moments:
    """Return the moments of values with these weights."""
    values, number = list(values), math.fsum(weights)
    mean = math.fsum(w * v for w, v in zip(weights, values, strict=True)) / number
    squares = (w * (v - mean) ** 2 for w, v in zip(weights, values, strict=True))
    return Moments(number, mean, math.fsum(squares) / number)


def estimate(counts: Sequence[int]) -> Estimate:
    """Return the estimate from these counts.

    Pass the counts of pairs if the games of a pair had the same opening.
    """
    if not any(counts):
        return Estimate(None, 0.0, -math.inf, math.inf, 0.5)
    seen = moments(shares(counts), counts)
    if not seen.variance:
        return _all_alike(seen)
    error = math.sqrt(seen.variance / seen.number)
    low, high = seen.mean - DEVIATIONS * error, seen.mean + DEVIATIONS * error
    los = NormalDist().cdf((seen.mean - 0.5) / error)
    return Estimate(seen.mean, elo_of(seen.mean), elo_of(low), elo_of(high), los)


def _all_alike(seen: Moments) -> Estimate:
    """Return the estimate if all results were the same, so that their variance is not known.

    If other results have a probability p, none occurs with probability (1 - p)**number. The
    interval holds all p for which that is at least 1 - SURE, whatever the other results may be.
    The likelihood of superiority is the probability that a coin which fell on the same side every
    time favours that side.
    """
    others = 1 - (1 - SURE) ** (1 / seen.number)
    low, high = seen.mean * (1 - others), seen.mean + (1 - seen.mean) * others
    doubt = 0.5 ** (seen.number + 1)
    los = 0.5 if seen.mean == 0.5 else doubt if seen.mean < 0.5 else 1 - doubt
    return Estimate(seen.mean, elo_of(seen.mean), elo_of(low), elo_of(high), los)


def elo_of(score: float) -> float:
    """Return the difference in Elo at which this share of the points is expected."""
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return POINTS_PER_NAT * math.log(score / (1 - score))


def score_of(elo: float) -> float:
    """Return the share of the points that is expected at this difference in Elo."""
    return 0.5 * (1 + math.tanh(elo / (2 * POINTS_PER_NAT)))
