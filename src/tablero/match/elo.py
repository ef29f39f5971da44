"""How much stronger: what the counts of a match tell, and how sure that is.

Counts are those of single games, (lost, drawn, won), or of pairs of games, by the points of both
together, (0, 1/2, 1, 3/2, 2). Seen as shares of all points, both are steps from 0 to 1.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import NamedTuple

SURE = 0.95
"""How often the interval is right."""

DEVIATIONS = NormalDist().inv_cdf((1 + SURE) / 2)

POINTS_PER_NAT = 400 / math.log(10)
"""Elo of a player whose odds to win are e to 1."""


class Moments(NamedTuple):
    """Of shares of the points: how many there are, their mean and their variance."""

    number: float
    mean: float
    variance: float


@dataclass(frozen=True)
class Estimate:
    """score     -- share of all points; None: nothing was played
    elo       -- the difference that this score stands for; infinite at 0 and 1
    low, high -- the true one lies between them, as often as SURE says
    los       -- likelihood of superiority: of being the stronger one
    """

    score: float | None
    elo: float
    low: float
    high: float
    los: float


def shares(counts: Sequence[float]) -> list[float]:
    """The share of the points that each count stands for."""
    return [place / (len(counts) - 1) for place in range(len(counts))]


def moments(values: Iterable[float], weights: Sequence[float]) -> Moments:
    """The moments of values that have been seen so often."""
    values, number = list(values), math.fsum(weights)
    mean = math.fsum(w * v for w, v in zip(weights, values, strict=True)) / number
    squares = (w * (v - mean) ** 2 for w, v in zip(weights, values, strict=True))
    return Moments(number, mean, math.fsum(squares) / number)


def estimate(counts: Sequence[int]) -> Estimate:
    """What these counts tell; those of pairs if the games of a pair had the same opening."""
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
    """All results were the same, which tells nothing about their variance.

    If others come with a probability p, none was seen with (1 - p)**number. The interval holds
    all p with which that is as likely as 1 - SURE, whatever those others may be. The likelihood
    of superiority is that of a coin that always fell on one side: who wins more often than not?
    """
    others = 1 - (1 - SURE) ** (1 / seen.number)
    low, high = seen.mean * (1 - others), seen.mean + (1 - seen.mean) * others
    doubt = 0.5 ** (seen.number + 1)
    los = 0.5 if seen.mean == 0.5 else doubt if seen.mean < 0.5 else 1 - doubt
    return Estimate(seen.mean, elo_of(seen.mean), elo_of(low), elo_of(high), los)


def elo_of(score: float) -> float:
    """The difference in Elo at which this share of the points is expected."""
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return POINTS_PER_NAT * math.log(score / (1 - score))


def score_of(elo: float) -> float:
    """The share of the points that is expected at this difference."""
    return 0.5 * (1 + math.tanh(elo / (2 * POINTS_PER_NAT)))
