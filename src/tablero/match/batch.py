"""A match: the games of a plan, played by a worker pool until all are over or a test decides."""

import threading
from collections.abc import Collection, Generator
from contextlib import closing
from itertools import chain
from typing import TypeAlias

from tablero.match.job import MatchJob
from tablero.match.journal import Journal
from tablero.match.plan import Plan
from tablero.match.referee import Played
from tablero.match.sprt import Sprt
from tablero.match.tally import Tally
from tablero.workers.in_process import IN_PROCESS
from tablero.workers.job import in_order, shrinking_tasks
from tablero.workers.pool import WorkerPool

Games: TypeAlias = Generator[tuple[int, Played], None, None]

MAX_TASK_WITH_TEST = 16
"""Upper limit of the games in a task if a test may end the match after any pair."""

MAX_TASK = 4096
"""Upper limit of the games in a task: a stop takes effect after the compiled games of a task."""


class Batch:
    """A match that is being played.

    The result depends on the plan and the test alone, not on the pool: a test takes the pairs in
    the order of their numbers, and games played beyond its decision are in the journal but not in
    the tally.

    tally: counts of the games so far.
    accepted: "H0" or "H1" once the test has decided, else None.
    """

    def __init__(
        self,
        plan: Plan,
        pool: WorkerPool = IN_PROCESS,
        journal: Journal | None = None,
        sprt: Sprt | None = None,
    ) -> None:
        self.plan, self.pool, self.journal, self.sprt = plan, pool, journal, sprt
        self.tally = Tally()
        self.accepted: str | None = None
        self._stop = threading.Event()

    def run(self) -> None:
        """Play the games that are not in the journal, and count all games."""
        known = self.journal.games if self.journal else {}
        with closing(self._played(known)) as fresh:
            games = chain(sorted(known.items()), fresh)
            for number, played in in_order(games, 1) if self.sprt else games:
                self.tally.add(number, played)
                if self.sprt and number % 2 == 0:
                    self.accepted = self.sprt.accepted(self.tally.pairs)
                if self.accepted:
                    break

    def stop(self) -> None:
        """Make `run` return soon; later games are neither counted nor written to the journal."""
        self._stop.set()

    def _played(self, known: Collection[int]) -> Games:
        total = self.plan.terms.games
        if len(known) == total:
            return
        missing = (number for number in range(1, total + 1) if number not in known)
        most = MAX_TASK_WITH_TEST if self.sprt else MAX_TASK
        tasks = shrinking_tasks(missing, total - len(known), self.pool.size, 2, most)
        job = MatchJob(self.plan.terms, parsed=self.plan)
        with closing(self.pool.results(job, tasks, self._stop)) as games:
            for number, played in games:
                if self._stop.is_set():
                    return
                if self.journal:
                    self.journal.write(number, played)
                yield number, played
