"""The generalized sequential probability ratio test (SPRT) of two hypotheses.

The match goes on until the ratio of the likelihoods of both hypotheses reaches a bound. A
hypothesis is a strength in Elo. Its likelihood is that of the distribution of results under which
the counts are likeliest, among all distributions of that strength.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tablero.errors import OptionError
from tablero.locale import _
from tablero.match.elo import POINTS_PER_NAT, moments, score_of, shares

UNSEEN = 1e-3
"""The count that replaces 0, as the result may still occur."""

MOST = 200
"""Upper limit of a hypothesis, in Elo: distributions of greater strength are all at one end."""

ROUNDS = 60
"""Upper limit of the iterations, by which bisections and distributions have converged."""

SETTLED = 1e-10
"""Change of a probability below which a distribution has converged."""

Distribution = list[float]


@dataclass(frozen=True)
class Sprt:
    """The options of a test, and its decision.

    elo0, elo1: the two hypotheses, in Elo.
    alpha: probability of accepting elo1 if elo0 is true.
    beta: probability of accepting elo0 if elo1 is true.
    model: "normalized" measures Elo by the mean in units of the standard deviation of a game, so
        that the length of a test does not depend on the share of draws; "logistic" measures it by
        the mean alone.
    """

    elo0: float = 0.0
    elo1: float = 5.0
    alpha: float = 0.05
    beta: float = 0.05
    model: Literal["normalized", "logistic"] = "normalized"

    def __post_init__(self) -> None:
        if not -MOST <= self.elo0 < self.elo1 <= MOST:
            message = _(
                "elo0 must be less than elo1, both within ±{most}; not {elo0:g} and {elo1:g}"
            )
            raise OptionError(message.format(most=MOST, elo0=self.elo0, elo1=self.elo1))
        for name, value in {"alpha": self.alpha, "beta": self.beta}.items():
            if not 0 < value < 0.5:
                message = _("{name} must be between 0 and 0.5, not {value:g}")
                raise OptionError(message.format(name=name, value=value))

    @property
    def lower(self) -> float:
        """Return the log-likelihood ratio at or below which elo0 is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """Return the log-likelihood ratio at or above which elo1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def accepted(self, counts: Sequence[int]) -> str | None:
        """Return "H0" or "H1", the accepted hypothesis, or None if the match goes on."""
        ratio = self.llr(counts)
        return "H0" if ratio <= self.lower else "H1" if ratio >= self.upper else None

    def llr(self, counts: Sequence[int]) -> float:
        """Return the log-likelihood ratio; above 0, elo1 is the likelier hypothesis."""
        if not any(counts):
            return 0.0
        weights = [count or UNSEEN for count in counts]
        total = math.fsum(weights)
        seen = [weight / total for weight in weights]
        low, high = (self._likeliest(seen, elo) for elo in (self.elo0, self.elo1))
        ratios = (p * math.log(b / a) for p, a, b in zip(seen, low, high, strict=True))
        return total * math.fsum(ratios)

    def _likeliest(self, seen: Distribution, elo: float) -> Distribution:
        if self.model == "logistic":
            score = score_of(elo)
            return balanced(seen, [share - score for share in shares(seen)])
        games = (len(seen) - 1) / 2
        return with_signal(seen, math.sqrt(games) * elo / (2 * POINTS_PER_NAT))


def with_signal(seen: Distribution, signal: float) -> Distribution:
    """Return the likeliest of all distributions with (mean - 1/2) / deviation = signal.

    The condition is not linear. Near a distribution with a given mean and deviation it is close
    to the linear condition of `balanced`; so each iteration passes its mean and deviation on to
    the next.
    """
    likeliest = [1 / len(seen)] * len(seen)
    for _round in range(ROUNDS):
        _number, mean, variance = moments(shares(seen), likeliest)
        deviation = math.sqrt(variance)
        tilts = [
            share - 0.5 - signal * deviation / 2 * (1 + ((share - mean) / deviation) ** 2)
            for share in shares(seen)
        ]
        before, likeliest = likeliest, balanced(seen, tilts)
        if max(abs(a - b) for a, b in zip(before, likeliest, strict=True)) < SETTLED:
            break
    return likeliest


def balanced(seen: Distribution, tilts: Sequence[float]) -> Distribution:
    """Return the likeliest of all distributions for which the mean of `tilts` is 0.

    By Lagrange it is seen / (1 + x * tilt). The sum that must be 0 falls as x grows. No
    probability is above 1, which bounds x from both sides.
    """
    pairs = [*zip(seen, tilts, strict=True)]
    low = max((p - 1) / tilt for p, tilt in pairs if tilt > 0)
    high = min((p - 1) / tilt for p, tilt in pairs if tilt < 0)
    for _round in range(ROUNDS):
        x = (low + high) / 2
        mean = sum([p * tilt / (1 + x * tilt) for p, tilt in pairs])
        low, high = (x, high) if mean > 0 else (low, x)
    return [p / (1 + x * tilt) for p, tilt in pairs]
