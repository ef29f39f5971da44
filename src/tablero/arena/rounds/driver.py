"""A round, driven to its end: stage by stage, every game once, whatever dies on the way."""

import threading
from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Protocol

import tablero.games as games
from tablero.arena.rounds.entrants import Entrant, check_entrants
from tablero.arena.rounds.job import RoundJob
from tablero.arena.rounds.keys import GameKey, Outcome, System, key_of, outcome_of
from tablero.arena.rounds.meeting import News, Terms, Voided
from tablero.errors import OptionError, WorkerDied
from tablero.locale import _
from tablero.match.record import Record
from tablero.workers.in_process import IN_PROCESS
from tablero.workers.job import LostKey, TaskQueue
from tablero.workers.pool import WorkerPool

MOST_VOID = 5
"""So often in a row the same game may be spoilt by something of ours."""


class Journal(Protocol):
    """Where the games of one round are written down, and stay."""

    def known(self) -> Mapping[GameKey, Outcome]:
        """All games that are there."""

    def write(self, key: GameKey, record: Record) -> None:
        """Keep a game, at once and for good; one that is there already stays as it is."""


@dataclass(frozen=True)
class Progress:
    """last -- the game that has just ended; None before the first"""

    done: int
    total: int
    last: Record | None


class Round:
    """voided -- games that were spoilt and played again, one entry each time"""

    def __init__(
        self,
        terms: Terms,
        entrants: Sequence[Entrant],
        system: System,
        journal: Journal,
        pool: WorkerPool = IN_PROCESS,
        tell: Callable[[Progress], None] = lambda progress: None,
    ) -> None:
        """Raises TableroError if such a round cannot be played."""
        check_entrants(games.load(terms.game), entrants)
        for number in range(1, system.most_openings + 1):
            if number not in terms.openings:
                message = _("the round needs {wanted} openings, there are {count}")
                values = {"wanted": system.most_openings, "count": len(terms.openings)}
                raise OptionError(message.format(**values))
        self.terms, self.entrants, self.system = terms, entrants, system
        self.journal, self.pool, self.tell = journal, pool, tell
        self.voided: list[Voided] = []
        self.stop = threading.Event()
        self._void: Counter[GameKey] = Counter()
        self._given_up: list[Voided] = []

    def run(self) -> bool:
        """Play what is missing. Is the round over? It is not if somebody has set `stop`."""
        ids = [entrant.id for entrant in self.entrants]
        results = dict(self.journal.known())
        expected = self.system.expected(len(ids))
        while not self.stop.is_set():
            meetings = self.system.meetings(ids, results)
            missing = [[key for key in each.games() if key not in results] for each in meetings]
            tasks = [keys for keys in missing if keys]
            if not tasks:
                return True
            total = max(expected, len(results) + sum(map(len, tasks)))
            self.tell(Progress(len(results), total, None))
            with closing(self._play(TaskQueue(tasks))) as played:
                for record in played:
                    key = key_of(record)
                    self.journal.write(key, record)
                    results[key] = outcome_of(record)
                    self.tell(Progress(len(results), total, record))
        return False

    def _play(self, tasks: TaskQueue[GameKey]) -> Generator[Record, None, None]:
        """Every game of these tasks, once; those that are void again and again, but not for
        ever. Raises WorkerDied for these, after the others."""
        with closing(self._news(tasks)) as news:
            for each in news:
                if isinstance(each, Voided):
                    if self._again(each):
                        tasks.put_first([each.key])
                else:
                    self._void.pop(key_of(each), None)
                    yield each
        if self._given_up and not self.stop.is_set():
            raise self._hopeless()

    def _news(self, tasks: TaskQueue[GameKey]) -> Generator[News, None, None]:
        """A game in whose midst a worker has died is void."""
        job = RoundJob(self.terms, self.entrants)
        with closing(self.pool.events(job, tasks, self.stop)) as events:
            for each in events:
                yield Voided(each.key, each.why) if isinstance(each, LostKey) else each[1]

    def _again(self, voided: Voided) -> bool:
        """Is this game to be tried again? Raises WorkerDied if games are hopeless that cannot all
        be due to the same player: then something is wrong that concerns everybody."""
        self.voided.append(voided)
        self._void[voided.key] += 1
        if self._void[voided.key] < MOST_VOID:
            return True
        self._given_up.append(voided)
        suspects = ({each.seat} if each.seat else {*each.key[:2]} for each in self._given_up)
        if not set.intersection(*suspects):
            raise self._hopeless()
        return False

    def _hopeless(self) -> WorkerDied:
        last = self._given_up[-1]
        aliases = {entrant.id: entrant.alias for entrant in self.entrants}
        message = _(
            "{games} games cannot be played, each was broken off {times} times; the last one is "
            "opening {opening}, {first} against {second}, at the turn of {seat}: {why}; all other "
            "games are kept, and the same command tries again"
        )
        names = {"first": aliases[last.key.first], "second": aliases[last.key.second]}
        seat = "-" if last.seat is None else aliases[last.seat]
        facts = {"games": len(self._given_up), "times": MOST_VOID, "opening": last.key.opening}
        return WorkerDied(message.format(**names, **facts, seat=seat, why=last.why))
