"""Who of two judges scores better, asked of many pairs at once: of this process, or of a team."""

import threading
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple, TypeAlias

from tablero import evals, games
from tablero.lab.tuning.practice import Practice
from tablero.teams.parcel import Parcel, Unpacked, pack
from tablero.teams.team import Team

Pair: TypeAlias = tuple[Any, Any]
"""Two judges of one kind: ours, and the other."""

SHARE = 25
"""Pairs of games that a worker is given at once."""


class Duel(NamedTuple):
    """Two judges by their weights, and from which opening on they play how many."""

    ours: tuple[int, ...]
    other: tuple[int, ...]
    first: int
    pairs: int


@dataclass(frozen=True)
class DuelJob:
    """Duels in, our points out."""

    whole: ClassVar[bool] = False

    game: str
    evaluation: str
    depth: int
    plies: int
    kept: int
    seed: int
    parcel: Parcel = Parcel()

    def open(self) -> "Ground":
        return Ground(self)

    def packed(self) -> "DuelJob":
        return replace(self, parcel=pack(self.game, self.evaluation))

    def practice(self) -> Practice:
        return Practice(games.load(self.game), self.depth, self.plies, self.kept, self.seed)


class Ground:
    """Where duels take place."""

    def __init__(self, job: DuelJob) -> None:
        self.files = Unpacked(job.parcel)
        try:
            with self.files.telling():
                here = replace(job, game=self.files.here(job.game))
                self.practice = here.practice()
                text = self.files.here(job.evaluation)
                self.judge = evals.load(text, self.practice.game)
        except BaseException:
            self.files.close()
            raise

    def work(self, order: Sequence[Duel]) -> Iterator[tuple[Duel, float]]:
        for duel in order:
            ours, other = (self.judge._make(weights) for weights in (duel.ours, duel.other))
            openings = self.practice.openings(duel.first, duel.pairs)
            yield duel, self.practice.points(ours, other, openings)

    def close(self) -> None:
        self.files.close()


class Arbiter:
    """team -- None: this process, with the practice that it has"""

    def __init__(self, job: DuelJob, practice: Practice, team: Team | None = None) -> None:
        self.job, self.practice, self.team = job, practice, team

    def scores(self, judges: Sequence[Pair], first: int, pairs: int) -> list[float]:
        """Our share of the points in every one of these, from so many openings after `first`."""
        if self.team is None:
            openings = self.practice.openings(first, pairs)
            return [self.practice.duel(*each, openings) for each in judges]
        ends = [*range(first, first + pairs, SHARE), first + pairs]
        parts = [(begin, end - begin) for begin, end in zip(ends, ends[1:], strict=False)]
        orders = [[Duel(tuple(a), tuple(b), *part)] for a, b in {*judges} for part in parts]
        points: defaultdict[tuple[Any, ...], float] = defaultdict(float)
        with closing(self.team.results(self.job, orders, threading.Event())) as results:
            for duel, found in results:
                points[duel.ours, duel.other] += found
        return [points[tuple(ours), tuple(other)] / (2 * pairs) for ours, other in judges]
