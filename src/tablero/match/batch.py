"""A match: all the games of a plan, whoever plays them, to the end or to a verdict."""

import threading
from collections.abc import Collection, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from itertools import chain, islice
from typing import TypeAlias

from tablero.match.job import MatchJob
from tablero.match.journal import Journal
from tablero.match.plan import Plan
from tablero.match.referee import Played
from tablero.match.sprt import Sprt
from tablero.match.tally import Tally
from tablero.teams.alone import Alone
from tablero.teams.team import Team

Games: TypeAlias = Generator[tuple[int, Played], None, None]

FEW = 16
"""Games of a block when a test may end the match at any pair."""

MANY = 4096
"""Games of a block at most: what a stop may have to wait for where games are compiled."""

PORTIONS = 4
"""Blocks that each hand could still have."""


class Batch:
    """A match that is being played.

    The result depends on the plan and the test alone, not on the team: a test looks at the pairs
    in the order of their numbers, and what was played beyond its verdict is in the journal but
    not in the tally.

    tally    -- of the games so far
    accepted -- H0 or H1, once the test has come to a verdict
    """

    def __init__(
        self,
        plan: Plan,
        team: Team | None = None,
        journal: Journal | None = None,
        sprt: Sprt | None = None,
    ) -> None:
        self.plan, self.team, self.journal, self.sprt = plan, team or Alone(), journal, sprt
        self.tally = Tally()
        self.accepted: str | None = None
        self._stop = threading.Event()

    def run(self) -> None:
        """Play what is missing, and count all."""
        known = self.journal.games if self.journal else {}
        with closing(self._played(known)) as fresh:
            games = chain(sorted(known.items()), fresh)
            for number, played in in_order(games) if self.sprt else games:
                self.tally.add(number, played)
                if self.sprt and number % 2 == 0:
                    self.accepted = self.sprt.accepted(self.tally.pairs)
                if self.accepted:
                    break

    def stop(self) -> None:
        """End soon: no game is counted or kept any more."""
        self._stop.set()

    def _played(self, known: Collection[int]) -> Games:
        total = self.plan.terms.games
        if len(known) == total:
            return
        missing = (number for number in range(1, total + 1) if number not in known)
        most = FEW if self.sprt else MANY
        portions = blocks(missing, total - len(known), self.team.hands, most)
        job = MatchJob(self.plan.terms)
        with closing(self.team.results(job, portions, self._stop)) as games:
            for number, played in games:
                if self._stop.is_set():
                    return
                if self.journal:
                    self.journal.write(number, played)
                yield number, played


def blocks(numbers: Iterator[int], left: int, hands: int, most: int) -> Iterator[Sequence[int]]:
    """So many numbers in order, in blocks that get smaller, so that all hands end together."""
    while left > 0:
        size = min(most, max(2, left // (PORTIONS * hands)))
        yield list(islice(numbers, size))
        left -= size


def in_order(games: Iterable[tuple[int, Played]]) -> Games:
    """Games 1, 2, 3 …, each as soon as it and all before it are there."""
    waiting: dict[int, Played] = {}
    number = 1
    for place, played in games:
        waiting[place] = played
        while number in waiting:
            yield number, waiting.pop(number)
            number += 1
