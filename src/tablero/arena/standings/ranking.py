"""Who stands where: scores, ratings, and how sure they are.

Ratings are those of `match.ratings`: all games at once, pairs as units, anchored on the
references. The scale is moved so that the mean of the references has its number; it is not bent to
meet numbers that the games do not bear out.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablero.arena.standings.counts import Counts, Entered, Score, count
from tablero.match.ratings import Interval, Ratings, rate
from tablero.match.record import Record

SEED = 1
"""Of the weights that intervals come from: the same games have the same intervals."""

RESAMPLES = 500
"""How often pairs are weighed anew."""

LEVEL = 1000.0
"""What the mean of the references is called, unless somebody says otherwise."""

UNKNOWN = Interval(0.0, -math.inf, math.inf)

DECIMALS = 1
"""Of a rating that programs are told."""


@dataclass(frozen=True)
class Row:
    """One player's line.

    rating    -- in Elo; low and high are infinite where nothing shows an end
    same_as   -- aliases of those from whom he cannot be told apart yet, the best first
    reference -- one of the teachers'; nobody is told
    """

    rank: int
    id: str
    alias: str
    reference: bool
    score: Score
    rating: Interval
    same_as: tuple[str, ...]

    def record(self) -> dict[str, Any]:
        """What programs are told, and pages may show; unknown ends are null."""
        told = zip(("rating", "low", "high"), self.rating, strict=True)
        score = self.score
        return {
            "rank": self.rank,
            "alias": self.alias,
            "games": score.games,
            "wins": score.wins,
            "draws": score.draws,
            "losses": score.losses,
            **{name: round(elo, DECIMALS) if math.isfinite(elo) else None for name, elo in told},
            "same_as": list(self.same_as),
        }


@dataclass(frozen=True)
class Standings:
    """rows -- the best first
    seat -- what it is worth to start, in Elo
    """

    rows: list[Row]
    seat: Interval
    counts: Counts

    def records(self) -> list[dict[str, Any]]:
        return [row.record() for row in self.rows]


def standings(
    players: Sequence[Entered],
    games: Iterable[Record],
    level: float = LEVEL,
    levels: Mapping[str, float] | None = None,
    resamples: int = RESAMPLES,
) -> Standings:
    """Of these players, by the games between them.

    level  -- what the mean of the references is called; without references, that of all who
              can be compared
    levels -- what single references are called, by their ids: met on average
    """
    counts = count(players, games)
    if not players:
        return Standings([], UNKNOWN, counts)
    known = levels or {}
    anchors = {
        place: known.get(player.id, level)
        for place, player in enumerate(counts.players)
        if player.reference
    }
    ratings = rate(counts.pairs(), SEED, resamples, anchors, level)
    totals = [counts.total(player.id) for player in counts.players]
    order = _order(ratings, totals)
    rows = [
        _row(rank, place, order, ratings, counts, totals[place])
        for rank, place in enumerate(order, 1)
    ]
    return Standings(rows, ratings.first_move, counts)


def _order(ratings: Ratings, totals: Sequence[Score]) -> list[int]:
    """By rating; who has not played comes last."""
    order = ratings.order([score.points / max(1, score.games) for score in totals])
    return sorted(order, key=lambda place: not totals[place].games)


def _row(
    rank: int,
    place: int,
    order: Sequence[int],
    ratings: Ratings,
    counts: Counts,
    score: Score,
) -> Row:
    player = counts.players[place]
    same = [
        counts.players[other].alias
        for other in order
        if other != place and not ratings.differ_significantly(place, other)
    ]
    rating = ratings.players[place]
    if not score.games:
        rating = Interval(rating.elo, -math.inf, math.inf)
    return Row(rank, player.id, player.alias, player.reference, score, rating, tuple(same))
