"""A match: the games of a plan, played by a worker pool until all are over or a test decides."""

import threading
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing

from tablero.match.journal import MatchJournal
from tablero.match.plan import Plan
from tablero.match.players import MatchJob
from tablero.match.referee import Played
from tablero.match.sprt import Sprt
from tablero.match.tally import Tally
from tablero.workers.in_process import IN_PROCESS
from tablero.workers.job import shrinking_tasks
from tablero.workers.pool import WorkerPool

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
        journal: MatchJournal | None = None,
        sprt: Sprt | None = None,
    ) -> None:
        self.plan, self.pool, self.journal, self.sprt = plan, pool, journal, sprt
        self.tally = Tally()
        self.accepted: str | None = None
        self._stop = threading.Event()
        self._early: dict[int, Played] = {}

    def run(self) -> None:
        """Play the games that are not in the journal, and count all games."""
        known = self.journal.games if self.journal else {}
        for number, played in sorted(known.items()):
            self._count(number, played)
        if self.accepted or len(known) == self.plan.terms.games:
            return
        job, tasks = MatchJob(self.plan.terms, parsed=self.plan), self._tasks(known)
        with closing(self.pool.results(job, tasks, self._stop)) as games:
            for number, played in games:
                if self._stop.is_set():
                    return
                if self.journal:
                    self.journal.write(number, played)
                self._count(number, played)
                if self.accepted:
                    return

    def stop(self) -> None:
        """Make `run` return soon; later games are neither counted nor written to the journal."""
        self._stop.set()

    def _tasks(self, known: Collection[int]) -> Iterator[Sequence[int]]:
        """Divide the numbers of the games that are not known into tasks."""
        total = self.plan.terms.games
        missing = (number for number in range(1, total + 1) if number not in known)
        most = MAX_TASK_WITH_TEST if self.sprt else MAX_TASK
        return shrinking_tasks(missing, total - len(known), self.pool.size, 2, most)

    def _count(self, number: int, played: Played) -> None:
        """Add a game to the tally; for a test, once all games before it are counted."""
        if self.sprt is None:
            self.tally.add(number, played)
            return
        self._early[number] = played
        while not self.accepted and (following := self.tally.played + 1) in self._early:
            self.tally.add(following, self._early.pop(following))
            if following % 2 == 0:
                self.accepted = self.sprt.accepted(self.tally.pairs)
