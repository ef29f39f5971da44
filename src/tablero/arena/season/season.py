"""A course as its days go by: which rounds are due, and a round from its opening to its end.

Every step is written down before the next begins, and done again it changes nothing: whoever goes
on after a crash does the same as whoever was not disturbed. Time is handed in.
"""

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

from tablero.arena.course.calendar import Calendar, Phase
from tablero.arena.course.model import Course
from tablero.arena.handin.checks import Checks
from tablero.arena.handin.reviews import Reviews, Step
from tablero.arena.rounds import driver
from tablero.arena.rounds.meeting import Voided
from tablero.arena.sandbox.level import Level
from tablero.arena.season.beginning import new_deadline, new_round
from tablero.arena.season.ending import end_round
from tablero.arena.season.pause import go_on, is_paused
from tablero.arena.season.terms import read_entrants, read_system, read_terms, reference_data
from tablero.arena.store.arrivals import wait_for_all
from tablero.arena.store.journal import StoreJournal
from tablero.arena.store.lock import alone
from tablero.arena.store.models import Round, State, Verdict
from tablero.arena.store.store import SKIPPED, SYSTEM, Store
from tablero.errors import OptionError
from tablero.locale import _
from tablero.workers.in_process import IN_PROCESS
from tablero.workers.pool import WorkerPool


@dataclass(frozen=True)
class Chosen:
    """How a round is played that begins now.

    level    -- of the sandbox
    openings -- so many; None: as the course says
    lower    -- may a graded round have a weaker sandbox than the course asks for?
    """

    level: Level
    openings: int | None = None
    lower: bool = False


class Season:
    def __init__(
        self, folder: Path, course: Course, store: Store, clock: Callable[[], datetime]
    ) -> None:
        self.folder, self.course, self.store, self.clock = folder, course, store, clock
        self.calendar = Calendar(course.calendar)

    # Which rounds

    def due(self) -> list[date]:
        """Days that have closed, or whose rounds have begun by an earlier calendar, and whose
        rounds have not ended; the oldest first."""
        now = self.clock()
        begun = {each.day: each.state for each in self.store.rounds()}
        skipped = {date.fromisoformat(told["day"]) for told in self.store.told(SKIPPED)}
        done = {day for day, state in begun.items() if state == State.DONE}
        done |= skipped - begun.keys()
        closed = {day for day in self.calendar.rounds() if self.calendar.closing(day) <= now}
        return sorted((closed | begun.keys()) - done)

    def day_of_round(self, told: date | None) -> date:
        """The day whose round can be played now: this one, or the last that has closed. Raises
        OptionError if there is none. A round that has begun can, whatever the calendar says."""
        now = self.clock()
        day = told or self.calendar.last_round(now)
        if day is None:
            coming = self.calendar.next_round(now)
            assert coming is not None, "a course has rounds"
            message = _("no day has closed yet; the first one, {day}, closes at {closes}")
            values = {"day": coming[0], "closes": self.local(coming[1])}
            raise OptionError(message.format(**values))
        if self.known(day) is not None:
            return day
        if self.calendar.phase(day) not in (Phase.TRAINING, Phase.GRADED):
            raise OptionError(_("{day} has no round by the calendar").format(day=day))
        closes = self.calendar.closing(day)
        if now < closes:
            message = _("{day} has not closed yet: that is at {closes}")
            raise OptionError(message.format(day=day, closes=self.local(closes)))
        return day

    def local(self, at: datetime) -> str:
        """A time as the course's clocks show it."""
        return f"{at.astimezone(self.calendar.zone):%Y-%m-%d %H:%M}"

    # One round

    def alone(self) -> AbstractContextManager[None]:
        """Nobody else plays rounds of this course meanwhile, on this machine or another. Raises
        OptionError if somebody does."""
        return alone(self.store.engine)

    def known(self, day: date) -> Round | None:
        """The round of this day, if it has begun; its phase is the one that the day had then."""
        found = [each for each in self.store.rounds() if each.day == day]
        return min(found, key=lambda each: each.state == State.DONE, default=None)

    def review(
        self,
        day: date,
        how: Chosen,
        tell: Callable[[Step], None] = lambda step: None,
        stop: threading.Event | None = None,
    ) -> Reviews | None:
        """Check everything that waits for the round of a day that has closed, in cells as the
        round will have: who fails has his verdict before anybody is paired. None: that round has
        begun, with those who were in, or we were stopped, or the teacher has paused it. Raises
        OptionError if the sandbox is too weak or a reference does not load, WorkerDied if a file
        cannot be checked."""
        begun = self.known(day)
        self._check_level(day, how, begun)
        if begun is not None or is_paused(self.folder):
            return None

        def heed(step: Step) -> None:
            tell(step)
            if is_paused(self.folder):
                reviews.stop.set()

        with closing(Checks(self.course, self.folder.name, how.level)) as checks:
            reviews = Reviews(checks, self.store, self.clock, heed)
            wait_for_all(self.store, self.calendar.closing(day), new_deadline())
            if stop is not None:
                reviews.stop = stop
            over = reviews.all(self.calendar.closing(day))
            for _id, reference in self.course.reference_ids() if over else ():
                if reference.file:
                    data = reference_data(self.folder, reference)
                    checks.check_reference(data, reference.file)
        return reviews if over else None

    def turned_away(self, day: date) -> list[Verdict]:
        """Verdicts that kept files of this day, which came since the round before, out of its
        round."""
        closes = self.calendar.closing(day)
        before = [self.calendar.closing(each) for each in self.calendar.rounds() if each < day]
        begun = self.known(day)
        entered = {each.upload for each in self.store.entrants(begun)} if begun else {None}
        away = {
            upload.id
            for upload in self.store.newest(closes).values()
            if upload.id not in entered and (not before or before[-1] <= upload.at)
        }
        found = (each for each in self.store.verdicts() if each.lifted_at is None)
        return [each for each in found if each.upload in away]

    def open(self, day: date, how: Chosen, reviews: Reviews | None = None) -> Round | None:
        """The round of a day that has closed: the one that has begun, or a new one, with all
        that came before the closing hour. None: there are not two players; that is remembered.
        Raises OptionError if the sandbox is too weak.

        reviews -- what was checked before it: Unchecked is raised if a file has come to wait for
                   that meanwhile; None: whoever is in plays
        """
        begun = self.known(day)
        self._check_level(day, how, begun)
        if begun is not None:
            return begun
        found = new_round(self, day, how, reviews)
        if found is None:
            go_on(self.folder)
        return found

    def _check_level(self, day: date, how: Chosen, begun: Round | None) -> None:
        """A round that is over can be looked at anywhere."""
        if begun is not None and begun.state == State.DONE:
            return
        phase = self.calendar.phase(day) if begun is None else begun.phase
        wanted = Level(self.course.rounds.sandbox.value)
        if phase == Phase.GRADED and not how.lower and not how.level.reaches(wanted):
            message = _(
                "a graded round of this course needs a sandbox of level {wanted}, here it is "
                "{level}; --level {level} plays it all the same"
            )
            raise OptionError(message.format(wanted=wanted.value, level=how.level.value))

    def play(
        self,
        round: Round,
        level: Level,
        pool: WorkerPool = IN_PROCESS,
        tell: Callable[[driver.Progress], None] = lambda progress: None,
        stop: threading.Event | None = None,
    ) -> tuple[bool, list[Voided]]:
        """Play what is missing: is the round over, and what was spoilt and played again. It is not
        over if somebody has set `stop`, or the teacher has paused it.

        level -- of the sandbox, if it is not the one that the round began with
        """
        if round.state == State.DONE:
            return True, []
        if is_paused(self.folder):
            return False, []
        if level.value != round.terms["level"]:
            told = {"round": round.number, "level": level.value}
            self.store.note(self.clock(), SYSTEM, "another level", **told)
        entered = self.store.entrants(round)

        def heed(progress: driver.Progress) -> None:
            tell(progress)
            if is_paused(self.folder):
                playing.stop.set()

        playing = driver.Round(
            read_terms(round),
            read_entrants(round, entered, self.store.files_of(entered), level),
            read_system(round.terms["system"]),
            StoreJournal(self.store, round),
            pool,
            heed,
        )
        if stop is not None:
            playing.stop = stop
        return playing.run(), playing.voided

    def close(self, round: Round, level: Level | None = None) -> list[Verdict]:
        """Give verdicts for what players have done, and keep the standings; the verdicts of the
        round. Whose pair is banned leaves the table, and takes his games with him.

        level -- of the sandbox, if it is not the one that the round began with
        """
        return end_round(self, round, level or Level(round.terms["level"]))

    # What everybody may see

    def shown(self, unpublished: bool = False) -> list[Round]:
        """Rounds whose standings may be seen: those that are published, or all that are over."""
        over = [each for each in self.store.rounds() if each.state == State.DONE]
        return [each for each in over if unpublished or self.is_published(each)]

    def is_published(self, round: Round) -> bool:
        return round.state == State.DONE and self.calendar.publication(round.day) <= self.clock()
