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

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from tablero.match.dice import generator
from tablero.match.elo import POINTS_PER_NAT, SURE
from tablero.match.equations import solve
from tablero.match.groups import Array, Groups

RESAMPLES, BLOCK = 1000, 100
"""How often pairs are weighed anew for an interval; so often at once, for want of memory."""

ROUNDS, LONGEST_STEP, SETTLED = 200, 1.0, 1e-10
"""Of Newton's method: more are never needed; no step is longer; shorter ones change nothing."""

NO_ANCHORS: Mapping[int, float] = {}

LEAST_FREE = 0.5
"""Share of the pairs that are not used up by what is fitted: weights vary by that much more, as
the residuals of a fit are smaller than the errors. It is taken for this if there are few."""

LEAST_WEIGHT = 1e-9
"""Of a pair: with less, numbers of 64 bits could not tell a rating from an infinite one."""

UNSEEN = 0.5
"""Of a pair that may have been missed (see Groups), for the likeliest ratings. A whole one would
make a single pair that was won as good as none; half of one is what statistics usually adds to
what was never seen. Intervals take the whole one."""

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
    """players -- by their numbers; the mean of the main group is 0 (see Groups), or that of the
               anchors what it is called
    seat    -- what it is worth to start
    fixed   -- those by whose mean the scale is fixed
    """

    players: list[Interval]
    seat: Interval
    fixed: list[int]
    _differences: list[list[Interval]]

    def difference(self, one: int, other: int) -> Interval:
        """How much stronger the one is than the other."""
        return self._differences[one][other]

    def told_apart(self, one: int, other: int) -> bool:
        """Is it clear who is the stronger one?"""
        found = self.difference(one, other)
        return found.low > 0 or found.high < 0

    def order(self, shares: Sequence[float] = ()) -> list[int]:
        """The players, the strongest first; of equal ones, who has the larger share of the points
        in his games, if they are told, then who is beneath the fewest without a known end."""
        numbers = range(len(self.players))

        def place(one: int) -> tuple[float, float, int]:
            beneath = sum(self.difference(one, other).low == -np.inf for other in numbers)
            share = shares[one] if shares else 0.0
            return -round(self.players[one].elo, DECIMALS), -share, beneath

        return sorted(numbers, key=place)


def rate(
    results: Any,
    seed: int,
    resamples: int = RESAMPLES,
    anchors: Mapping[int, float] = NO_ANCHORS,
    at: float = 0.0,
) -> Ratings:
    """Of all players at once.

    results[i, j, a, b] -- so many pairs of games between i and j in which i got `a` half points
                           when he started, and `b` when j did
    anchors             -- players by whom the scale is fixed, and what each is rated: the scale
                           is moved so that this is so on average
    at                  -- what the mean of the main group is called if there are none
    """
    groups = Groups(*_sums(np.asarray(results, float)))
    unseen = groups.unseen()
    whole = results + unseen
    free = max(LEAST_FREE, 1 - len(whole) / max(1, whole.sum()))
    dice = generator(seed)
    best = fit(*_sums((results + UNSEEN * unseen)[np.newaxis]), groups)
    shapes, drawn = free * (whole + groups.imagined()), [best]
    for some in _blocks(resamples):
        sums = _weighed(shapes, whole > 0, dice, some)
        equals = 2 * dice.standard_gamma(free / 2, (2, some))
        drawn.append(fit(*sums, groups, best[0], equals))
    fixed = groups.fixed([*anchors])
    called = np.mean([anchors.get(place, at) for place in np.flatnonzero(fixed).tolist()])
    return _summary(np.concatenate(drawn), groups, fixed, float(called))


def _weighed(shapes: Array, seen: Array, dice: Any, some: int) -> tuple[Array, Array]:
    """Some sets of results: every pair that was seen or imagined has another weight in each."""
    size = len(shapes)
    cells = np.flatnonzero(shapes)
    weights = dice.standard_gamma(shapes.flat[cells], (some, len(cells)))
    weights = np.maximum(weights, LEAST_WEIGHT * seen.flat[cells])
    pairs, results = np.divmod(cells, len(PER_RESULT))
    places, begins = np.unique(pairs, return_index=True)
    sums = np.zeros((len(PER_RESULT[0]), some, size * size))
    for told, worth in zip(sums, PER_RESULT[results].T, strict=True):
        told[:, places] = np.add.reduceat(weights * worth, begins, axis=1) if some else 0
    return _seated(*sums.reshape(-1, some, size, size))


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
    step = solve(bend, slope)
    longest: Array = np.abs(step).max(axis=1, keepdims=True)
    return step * np.minimum(1, LONGEST_STEP / longest.clip(SETTLED))


def _sums(results: Array) -> tuple[Array, Array]:
    """[…, i, j]: the games that i started against j, and the points that he got in them."""
    flat = results.reshape(*results.shape[:-2], len(PER_RESULT)) @ PER_RESULT
    return _seated(*np.moveaxis(flat, -1, 0))


def _seated(pairs: Array, started: Array, answered: Array) -> tuple[Array, Array]:
    """The same, from what PER_RESULT tells of the pairs between i and j."""
    return pairs + pairs.swapaxes(-2, -1), started + answered.swapaxes(-2, -1)


def _share(nats: Any) -> Any:
    return 0.5 * (1 + np.tanh(nats / 2))


def _gradient(missing: Array, seat: Array) -> Array:
    """Of the likelihood's logarithm. `missing` are points beyond those that were expected."""
    players = missing.sum(axis=2) - missing.sum(axis=1)
    seat = missing.sum(axis=(1, 2)) + seat
    return np.concatenate([players, seat[:, None]], axis=1)


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


def _summary(drawn: Array, groups: Groups, fixed: Array, at: float) -> Ratings:
    """drawn -- sets of ratings; the first one is the best
    at    -- what the mean of those who are fixed is called
    """
    size, endless = len(fixed), groups.endless
    ratings = drawn[:, :size] - drawn[:, :size][:, fixed].mean(axis=1, keepdims=True)
    anchor = int(fixed.argmax())
    players = _intervals(ratings + at / POINTS_PER_NAT, endless[:, anchor], endless[anchor])
    differences = [
        _intervals(ratings[:, i, None] - ratings, endless[i], endless[:, i]) for i in range(size)
    ]
    (seat,) = _intervals(drawn[:, size:], np.array([False]), np.array([False]))
    return Ratings(players, seat, np.flatnonzero(fixed).tolist(), differences)


def _intervals(drawn: Array, no_top: Array, no_bottom: Array) -> list[Interval]:
    """In Elo, a column each; the first row is the best. Where one end is open, all doubt is about
    the other."""
    one_sided, doubt = no_top | no_bottom, 1 - SURE
    best = drawn[0]
    lows, highs = np.quantile(drawn[1:], [[doubt / 2, doubt], [1 - doubt / 2, 1 - doubt]], axis=0)
    low = np.where(no_bottom, -np.inf, np.minimum(np.where(one_sided, lows[1], lows[0]), best))
    high = np.where(no_top, np.inf, np.maximum(np.where(one_sided, highs[1], highs[0]), best))
    return [Interval(*row) for row in (np.stack([best, low, high], 1) * POINTS_PER_NAT).tolist()]
