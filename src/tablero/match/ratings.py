"""Ratings of many players: how strong each is, and how sure that is.

The model is that of Bradley and Terry. Who starts against another gets this share of the points,
where all is measured in nats:

    1 / (1 + exp(-(rating - other's rating + seat)))

A draw is half a point. The ratings under which the results are likeliest are found by Newton's
method, for many sets of results at once. Two games from the same opening with swapped seats are
one result: intervals weigh the pairs anew, each by a number of the exponential distribution, as
the Bayesian bootstrap does. No weight is 0, so whoever can be rated can be rated every time. What
was never seen has no weight there; so one pair more is imagined for every player, half won and
half lost. Else few results that are alike would be taken for a law.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from tablero.match.dice import generator
from tablero.match.elo import POINTS_PER_NAT, SURE

Array = np.ndarray[Any, Any]

RESAMPLES, BLOCK = 1000, 100
"""How often pairs are weighed anew for an interval; so often at once, for want of memory."""

ROUNDS, LONGEST_STEP, SETTLED = 200, 1.0, 1e-10
"""Of Newton's method: more are never needed; no step is longer; shorter ones change nothing."""

LEAST_FREE = 0.5
"""Share of the pairs that are not used up by what is fitted: weights vary by that much more, as
the residuals of a fit are smaller than the errors. It is taken for this if there are few."""

LEAST_WEIGHT = 1e-9
"""Of a pair: with less, numbers of 64 bits could not tell a rating from an infinite one."""

DECIMALS = 6
"""Of a rating that tell players apart; the rest is how the machine rounds."""

PER_RESULT = np.array([(1, a / 2, 1 - b / 2) for a in range(3) for b in range(3)])
"""Of a pair: 1, the points of who is named first in the game that he started, and those of the
other in the game that the other started."""


class Interval(NamedTuple):
    """A number in Elo; the true one lies between low and high as often as SURE says."""

    elo: float
    low: float
    high: float


@dataclass(frozen=True)
class Ratings:
    """players -- by their numbers; the mean of the main group is 0 (see Groups)
    seat    -- what it is worth to start
    """

    players: list[Interval]
    seat: Interval
    _differences: list[list[Interval]]

    def difference(self, one: int, other: int) -> Interval:
        """How much stronger the one is than the other."""
        return self._differences[one][other]

    def told_apart(self, one: int, other: int) -> bool:
        """Is it clear who is the stronger one?"""
        found = self.difference(one, other)
        return found.low > 0 or found.high < 0

    def order(self) -> list[int]:
        """The players, the strongest first; of equal ones, who is beneath the fewest without a
        known end."""
        numbers = range(len(self.players))

        def place(one: int) -> tuple[float, int]:
            beneath = sum(self.difference(one, other).low == -np.inf for other in numbers)
            return -round(self.players[one].elo, DECIMALS), beneath

        return sorted(numbers, key=place)


class Groups:
    """Who can be compared with whom.

    Likelihood can place two players only if points have gone both ways between them, directly or
    through others: those are a group. A group that has given no point to another is above it,
    nobody knows how far.

    endless[i, j] -- nothing shows that i is not better than j by any number of Elo
    main          -- the largest group, and of equal ones the highest
    """

    def __init__(self, games: Array, points: Array) -> None:
        took = points + (games - points).T > 0
        self.met = games + games.T > 0
        reach = _closure(took)
        self.same = reach & reach.T
        self.linked = _closure(self.met)
        self.above = reach & ~reach.T
        self.endless = ~reach.T
        self.label = self.same.argmax(axis=1)
        self.main = self.same[np.lexsort((-self.endless.sum(axis=1), -self.same.sum(axis=1)))[0]]

    def unseen(self) -> Array:
        """One pair more between every two groups that have met, shared out among those who
        have: the lower one wins it. It may have been missed."""
        beaten = self.met & self.above
        size = len(beaten)
        counts = np.zeros((size, size))
        np.add.at(counts, (self.label[:, None], self.label[None, :]), beaten)
        shares = beaten / np.maximum(1, counts[self.label][:, self.label])
        pairs = np.zeros((size, size, 3, 3))
        pairs[:, :, 0, 0] = shares
        return pairs

    def imagined(self) -> Array:
        """Half a pair more that each player wins, and half a pair that he loses, shared out among
        those of his group whom he has met."""
        met = self.met & self.same
        others = met.sum(axis=1)
        pairs = np.zeros((*met.shape, 3, 3))
        half = 0.5 * np.triu(met) / np.minimum.outer(others, others).clip(1)
        pairs[:, :, 0, 0] = pairs[:, :, 2, 2] = half
        return pairs


def _closure(joined: Any) -> Any:
    """Who is reached by steps between players who are joined; each reaches himself."""
    reach = joined | np.eye(len(joined), dtype=bool)
    for through in range(len(reach)):
        reach |= reach[:, through, None] & reach[through]
    return reach


def rate(results: Any, seed: int, resamples: int = RESAMPLES) -> Ratings:
    """Of all players at once.

    results[i, j, a, b] -- so many pairs of games between i and j in which i got `a` half points
                           when he started, and `b` when j did
    """
    groups = Groups(*_sums(np.asarray(results, float)))
    whole = results + groups.unseen()
    free = max(LEAST_FREE, 1 - len(whole) / max(1, whole.sum()))
    dice = generator(seed)
    best = fit(*_sums(whole[np.newaxis]), groups)[0]
    shapes, drawn = free * (whole + groups.imagined()), []
    for some in _blocks(resamples):
        weights = dice.standard_gamma(shapes, (some, *whole.shape))
        sums = _sums(np.maximum(weights, LEAST_WEIGHT * (whole > 0)))
        equals = 2 * dice.standard_gamma(free / 2, (2, some))
        drawn.append(fit(*sums, groups, best, equals))
    return _summary(best, np.concatenate(drawn), groups)


def _blocks(number: int) -> list[int]:
    """The parts of a number that are worked on at once."""
    return [min(BLOCK, number - done) for done in range(0, number, BLOCK)]


def fit(
    games: Array, points: Array, groups: Groups, start: Any = 0.0, equals: Any = ((1.0,), (1.0,))
) -> Array:
    """[set, player]: the likeliest ratings for each set of results, and in the last column what
    the seat is worth. All in nats.

    games[set, i, j]  -- those that i started against j
    points[set, i, j] -- what i got in them
    start             -- ratings to begin with
    equals[:, set]    -- so many games more between equals, won and lost by who starts: they keep
                         the seat finite
    """
    size = games.shape[-1]
    found: Array = np.zeros((len(games), size + 1)) + start
    equals = np.broadcast_to(equals, (2, len(games)))
    moving = np.arange(len(games))
    for _round in range(ROUNDS):
        some = equals[:, moving]
        step = _newton(found[moving], games[moving], points[moving], groups, some)
        found[moving] += step
        moving = moving[np.abs(step).max(axis=1) > SETTLED]
        if not len(moving):
            break
    found[:, :size] -= found[:, :size][:, groups.main].mean(axis=1, keepdims=True)
    return found


def _newton(found: Array, games: Array, points: Array, groups: Groups, equals: Array) -> Array:
    """A step towards likelier ratings, for every set."""
    ratings, seat = found[:, :-1], found[:, -1]
    share = _share(ratings[:, :, None] - ratings[:, None, :] + seat[:, None, None])
    even, number = _share(seat), equals.sum(axis=0)
    slope = _gradient(points - games * share, equals[0] - number * even)
    bend = _curvature(games * share * (1 - share), number * even * (1 - even), groups)
    step: Array = np.linalg.solve(bend, slope)[:, :, 0]
    longest: Array = np.abs(step).max(axis=1, keepdims=True)
    return step * np.minimum(1, LONGEST_STEP / longest.clip(SETTLED))


def _sums(results: Array) -> tuple[Array, Array]:
    """[…, i, j]: the games that i started against j, and the points that he got in them."""
    flat = results.reshape(*results.shape[:-2], len(PER_RESULT)) @ PER_RESULT
    pairs, started, answered = np.moveaxis(flat, -1, 0)
    return pairs + pairs.swapaxes(-2, -1), started + answered.swapaxes(-2, -1)


def _share(nats: Any) -> Any:
    return 0.5 * (1 + np.tanh(nats / 2))


def _gradient(missing: Array, seat: Array) -> Array:
    """Of the likelihood's logarithm. `missing` are points beyond those that were expected."""
    players = missing.sum(axis=2) - missing.sum(axis=1)
    seat = missing.sum(axis=(1, 2)) + seat
    return np.concatenate([players, seat[:, None]], axis=1)[:, :, None]


def _curvature(weights: Array, seat: Array, groups: Groups) -> Array:
    """Minus the second derivatives. Ones among all that are linked fix where the scale begins,
    which nothing else does."""
    size = weights.shape[-1]
    both = weights + weights.swapaxes(1, 2)
    whole = np.empty((len(weights), size + 1, size + 1))
    whole[:, :size, :size] = groups.linked - both
    whole[:, range(size), range(size)] += both.sum(axis=2)
    whole[:, size, :size] = whole[:, :size, size] = weights.sum(axis=2) - weights.sum(axis=1)
    whole[:, size, size] = weights.sum(axis=(1, 2)) + seat
    return whole


def _summary(best: Array, drawn: Array, groups: Groups) -> Ratings:
    size, main = len(best) - 1, int(groups.main.argmax())
    endless = groups.endless
    players = [
        _interval(best[i], drawn[:, i], endless[i, main], endless[main, i]) for i in range(size)
    ]
    differences = [
        [
            _interval(best[i] - best[j], drawn[:, i] - drawn[:, j], endless[i, j], endless[j, i])
            for j in range(size)
        ]
        for i in range(size)
    ]
    seat = _interval(best[size], drawn[:, size], no_top=False, no_bottom=False)
    return Ratings(players, seat, differences)


def _interval(best: float, drawn: Array, no_top: bool, no_bottom: bool) -> Interval:
    """In Elo, around the best. Where one end is open, all doubt is about the other."""
    doubt = (1 - SURE) / (1 if no_top or no_bottom else 2)
    low, high = np.quantile(drawn, [doubt, 1 - doubt])
    low = -np.inf if no_bottom else min(low, best)
    high = np.inf if no_top else max(high, best)
    return Interval(*(float(nats * POINTS_PER_NAT) for nats in (best, low, high)))
