"""Ratings of many players, with confidence intervals.

The model is that of Bradley and Terry. The player that starts is expected to get this share of
the points, where all is measured in nats and `first_move` is the advantage of the first move:

    1 / (1 + exp(-(rating - other's rating + first_move)))

A draw is half a point. The ratings under which the results are likeliest are found by Newton's
method, for many sets of results at once. One thread solves their equations: BLAS would divide each
of thousands of small matrices among its threads, and wait for these most of the time.

Two games from the same opening with swapped sides are one result. For the intervals, each pair is
weighted by a random number of the exponential distribution, as in the Bayesian bootstrap. No
weight is 0, so a player that can be rated can be rated in every resample. Results that did not
occur have no weight in a bootstrap; therefore one pair is added for every player, half won and
half lost. Without it, the intervals of few equal results would be too narrow.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from threadpoolctl import threadpool_limits

from tablero.agents.random_generator import numpy_generator
from tablero.match.components import Array, Components
from tablero.match.elo import POINTS_PER_NAT, SURE

RESAMPLES, BLOCK = 1000, 100
"""Number of resamples for an interval; number of them computed at once, to limit memory."""

ROUNDS, LONGEST_STEP, SETTLED = 200, 1.0, 1e-10
"""Newton's method: upper limit of the iterations; longest step, in nats; length of a step, in
nats, at which the ratings have converged."""

NO_ANCHORS: Mapping[int, float] = {}

LEAST_FREE = 0.5
"""Lower limit of the share of the pairs that remain as degrees of freedom. The weights vary more
the smaller this share is, as the residuals of a fit are smaller than the errors."""

LEAST_WEIGHT = 1e-9
"""Smallest weight of a pair: with less, a rating could not be distinguished from an infinite one
in 64-bit numbers."""

UNSEEN = 0.5
"""Weight of a pair that may have been missed (see Components), for the likeliest ratings. A whole
pair would cancel a single pair that was won; half an observation is the usual correction for a
count of 0. Intervals use the whole pair."""

DECIMALS = 6
"""Decimals of a rating, in Elo, that decide the order of players; others are rounding errors."""

PER_RESULT = np.array([(1, a / 2, 1 - b / 2) for a in range(3) for b in range(3)])
"""By result of a pair: 1, the points of the first-named player in the game that it started, and
the points of the other player in the game that the other started."""


class Interval(NamedTuple):
    """An estimate in Elo with its confidence interval, low to high, of the level SURE."""

    elo: float
    low: float
    high: float


@dataclass(frozen=True)
class Ratings:
    """The ratings of all players.

    players: the ratings by number of the player. The scale is fixed by the mean of the anchors, or
        without anchors by that of the main group (see Components).
    first_move: the advantage of the first move.
    fixed: the players whose mean fixes the scale.
    """

    players: list[Interval]
    first_move: Interval
    fixed: list[int]
    _differences: list[list[Interval]]

    def difference(self, one: int, other: int) -> Interval:
        """Return by how much `one` is stronger than `other`."""
        return self._differences[one][other]

    def differ_significantly(self, one: int, other: int) -> bool:
        """Return whether the two players are significantly different."""
        found = self.difference(one, other)
        return found.low > 0 or found.high < 0

    def order(self, shares: Sequence[float] = ()) -> list[int]:
        """Return the players, the strongest first.

        Among equal ones, the player with the larger share of the points comes first, if `shares`
        is given; then the one whose difference is without a lower bound to the fewest players.
        """
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
    """Return the ratings of all players.

    results[i, j, a, b]: number of pairs of games between i and j in which i got `a` half points
        when i started, and `b` when j started.
    anchors: players that fix the scale, with the rating of each. The scale is moved so that their
        mean is the mean of these ratings.
    at: the mean rating of the main group if there are no anchors.
    """
    components = Components(*_sums(np.asarray(results, float)))
    unseen = components.unseen()
    whole = results + unseen
    free = max(LEAST_FREE, 1 - len(whole) / max(1, whole.sum()))
    rng = numpy_generator(seed)
    with threadpool_limits(1, "blas"):
        best = fit(*_sums((results + UNSEEN * unseen)[np.newaxis]), components)
        shapes, drawn = free * (whole + components.imagined()), [best]
        for some in _blocks(resamples):
            sums = _weighed(shapes, whole > 0, rng, some)
            equals = 2 * rng.standard_gamma(free / 2, (2, some))
            drawn.append(fit(*sums, components, best[0], equals))
    fixed = components.fixed([*anchors])
    called = np.mean([anchors.get(place, at) for place in np.flatnonzero(fixed).tolist()])
    return _summary(np.concatenate(drawn), components, fixed, float(called))


def _weighed(shapes: Array, seen: Array, rng: Any, some: int) -> tuple[Array, Array]:
    """Return `some` sets of results with random weights of all pairs, played or added."""
    size = len(shapes)
    cells = np.flatnonzero(shapes)
    weights = rng.standard_gamma(shapes.flat[cells], (some, len(cells)))
    weights = np.maximum(weights, LEAST_WEIGHT * seen.flat[cells])
    pairs, results = np.divmod(cells, len(PER_RESULT))
    places, begins = np.unique(pairs, return_index=True)
    sums = np.zeros((len(PER_RESULT[0]), some, size * size))
    for total, worth in zip(sums, PER_RESULT[results].T, strict=True):
        total[:, places] = np.add.reduceat(weights * worth, begins, axis=1) if some else 0
    return _by_starter(*sums.reshape(-1, some, size, size))


def _blocks(number: int) -> list[int]:
    """Return the sizes of the blocks into which a number of resamples is divided."""
    return [min(BLOCK, number - done) for done in range(0, number, BLOCK)]


def fit(
    games: Array,
    points: Array,
    components: Components,
    start: Any = 0.0,
    equals: Any = ((1.0,), (1.0,)),
) -> Array:
    """Return [set, player]: the maximum likelihood ratings for each set of results, in nats.

    The last column is the advantage of the first move.

    games[set, i, j]: number of games that i started against j.
    points[set, i, j]: points of i in these games.
    start: initial ratings.
    equals[:, set]: number of added games between equal players, won and lost by the player that
        starts; they keep the advantage of the first move finite.
    """
    size = games.shape[-1]
    found: Array = np.zeros((len(games), size + 1)) + start
    equals = np.broadcast_to(equals, (2, len(games)))
    moving = np.arange(len(games))
    for _round in range(ROUNDS):
        some = equals[:, moving]
        step = _newton(found[moving], games[moving], points[moving], components, some)
        found[moving] += step
        moving = moving[np.abs(step).max(axis=1) > SETTLED]
        if not len(moving):
            break
    found[:, :size] -= found[:, :size][:, components.main].mean(axis=1, keepdims=True)
    return found


def _newton(
    found: Array, games: Array, points: Array, components: Components, equals: Array
) -> Array:
    """Return a Newton step towards likelier ratings, for every set."""
    ratings, first_move = found[:, :-1], found[:, -1]
    share = _share(ratings[:, :, None] - ratings[:, None, :] + first_move[:, None, None])
    even, number = _share(first_move), equals.sum(axis=0)
    slope = _gradient(points - games * share, equals[0] - number * even)
    bend = _curvature(games * share * (1 - share), number * even * (1 - even), components)
    step: Array = np.linalg.solve(bend, slope[:, :, np.newaxis])[:, :, 0]
    longest: Array = np.abs(step).max(axis=1, keepdims=True)
    return step * np.minimum(1, LONGEST_STEP / longest.clip(SETTLED))


def _sums(results: Array) -> tuple[Array, Array]:
    """Return [..., i, j]: the games that i started against j, and the points of i in them."""
    flat = results.reshape(*results.shape[:-2], len(PER_RESULT)) @ PER_RESULT
    return _by_starter(*np.moveaxis(flat, -1, 0))


def _by_starter(pairs: Array, started: Array, answered: Array) -> tuple[Array, Array]:
    """Return the same as `_sums`, from the columns of PER_RESULT for the pairs of i and j."""
    return pairs + pairs.swapaxes(-2, -1), started + answered.swapaxes(-2, -1)


def _share(nats: Any) -> Any:
    return 0.5 * (1 + np.tanh(nats / 2))


def _gradient(missing: Array, first_move: Array) -> Array:
    """Return the gradient of the log-likelihood. `missing`: points minus expected points."""
    players = missing.sum(axis=2) - missing.sum(axis=1)
    first_move = missing.sum(axis=(1, 2)) + first_move
    return np.concatenate([players, first_move[:, None]], axis=1)


def _curvature(weights: Array, first_move: Array, components: Components) -> Array:
    """Return the negative second derivatives of the log-likelihood.

    Adding 1 for all players that are linked by games fixes the origin of the scale, which the
    likelihood leaves open.
    """
    size = weights.shape[-1]
    both = weights + weights.swapaxes(1, 2)
    whole = np.empty((len(weights), size + 1, size + 1))
    whole[:, :size, :size] = components.linked - both
    whole[:, range(size), range(size)] += both.sum(axis=2)
    whole[:, size, :size] = whole[:, :size, size] = weights.sum(axis=2) - weights.sum(axis=1)
    whole[:, size, size] = weights.sum(axis=(1, 2)) + first_move
    return whole


def _summary(drawn: Array, components: Components, fixed: Array, at: float) -> Ratings:
    """Return the ratings with their intervals.

    drawn: sets of ratings, the likeliest first, then the resamples.
    at: the mean rating of the players that fix the scale.
    """
    size, endless = len(fixed), components.endless
    ratings = drawn[:, :size] - drawn[:, :size][:, fixed].mean(axis=1, keepdims=True)
    anchor = int(fixed.argmax())
    players = _intervals(ratings + at / POINTS_PER_NAT, endless[:, anchor], endless[anchor])
    differences = [
        _intervals(ratings[:, i, None] - ratings, endless[i], endless[:, i]) for i in range(size)
    ]
    (first_move,) = _intervals(drawn[:, size:], np.array([False]), np.array([False]))
    return Ratings(players, first_move, np.flatnonzero(fixed).tolist(), differences)


def _intervals(drawn: Array, no_top: Array, no_bottom: Array) -> list[Interval]:
    """Return an interval in Elo for each column; the first row holds the estimates.

    Where one end is infinite, the interval is one-sided, of the same level.
    """
    one_sided, doubt = no_top | no_bottom, 1 - SURE
    best = drawn[0]
    lows, highs = np.quantile(drawn[1:], [[doubt / 2, doubt], [1 - doubt / 2, 1 - doubt]], axis=0)
    low = np.where(no_bottom, -np.inf, np.minimum(np.where(one_sided, lows[1], lows[0]), best))
    high = np.where(no_top, np.inf, np.maximum(np.where(one_sided, highs[1], highs[0]), best))
    return [Interval(*row) for row in (np.stack([best, low, high], 1) * POINTS_PER_NAT).tolist()]
