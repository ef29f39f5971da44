"""A course as its days go by: which rounds are due, and a round from its opening to its end.

Every step is written down before the next begins, and done again it changes nothing: whoever goes
on after a crash does the same as whoever was not disturbed. Time is handed in.
"""

import fcntl
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

from tablero.arena.check.terms import course_terms
from tablero.arena.course.calendar import Calendar, Phase
from tablero.arena.course.model import Course
from tablero.arena.handin.checks import Checks
from tablero.arena.handin.reviews import Reviews, Step
from tablero.arena.rounds import driver
from tablero.arena.rounds.meeting import Voided
from tablero.arena.sandbox.level import Level
from tablero.arena.sandbox.warden import Warden
from tablero.arena.season.beginning import new_deadline, new_round
from tablero.arena.season.notables import keep_notable
from tablero.arena.season.pace import Paces, time_command
from tablero.arena.season.pause import go_on, is_paused
from tablero.arena.season.rulings import TIME, rulings
from tablero.arena.season.tables import Listed, kept_row
from tablero.arena.season.terms import read_entrants, read_system, read_terms, reference_data
from tablero.arena.standings.counts import Counts, count
from tablero.arena.standings.ranking import standings
from tablero.arena.standings.regret import regrets
from tablero.arena.store.arrivals import wait_for_all
from tablero.arena.store.journal import StoreJournal, record_of
from tablero.arena.store.models import Entrant, Round, State, Upload, Verdict
from tablero.arena.store.store import SKIPPED, SYSTEM, Ruling, Store
from tablero.errors import OptionError
from tablero.locale import _
from tablero.teams.team import Team

LOCK_FILE = ".playing"


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
        """Days that have closed and whose rounds have not ended, the oldest first."""
        now = self.clock()
        begun = {each.day: each.state for each in self.store.rounds()}
        skipped = {date.fromisoformat(told["day"]) for told in self.store.told(SKIPPED)}
        done = {day for day, state in begun.items() if state == State.DONE}
        done |= skipped - begun.keys()
        closed = (day for day in self.calendar.rounds() if self.calendar.closing(day) <= now)
        return [day for day in closed if day not in done]

    def day_of_round(self, told: date | None) -> date:
        """The day whose round can be played now: this one, or the last that has closed. Raises
        OptionError if there is none."""
        now = self.clock()
        day = told or self.calendar.last_round(now)
        if day is None:
            coming = self.calendar.next_round(now)
            assert coming is not None, "a course has rounds"
            message = _("no day has closed yet; the first one, {day}, closes at {closes}")
            values = {"day": coming[0], "closes": self.local(coming[1])}
            raise OptionError(message.format(**values))
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

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Nobody else plays rounds of this course meanwhile. Raises OptionError if somebody
        does. The system frees the lock of whoever dies; his number in it means nothing then."""
        lock = os.open(self.folder / LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                message = _("another process plays a round of this course: process {pid}")
                raise OptionError(message.format(pid=os.pread(lock, 20, 0).decode())) from None
            os.ftruncate(lock, 0)
            os.pwrite(lock, str(os.getpid()).encode(), 0)
            yield
        finally:
            os.close(lock)

    def known(self, day: date) -> Round | None:
        """The round of this day, if it has begun."""
        phase = self.calendar.phase(day)
        found = (each for each in self.store.rounds() if (each.day, each.phase) == (day, phase))
        return next(found, None)

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
        self._check_level(self.calendar.phase(day), how, begun)
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
        begun, phase = self.known(day), self.calendar.phase(day)
        self._check_level(phase, how, begun)
        if begun is not None:
            return begun
        found = new_round(self, day, how, reviews)
        if found is None:
            go_on(self.folder)
        return found

    def _check_level(self, phase: Phase, how: Chosen, begun: Round | None) -> None:
        """A round that is over can be looked at anywhere."""
        if begun is not None and begun.state == State.DONE:
            return
        wanted = Level(self.course.rounds.sandbox.value)
        if phase is Phase.GRADED and not how.lower and not how.level.reaches(wanted):
            message = _(
                "a graded round of this course needs a sandbox of level {wanted}, here it is "
                "{level}; --level {level} plays it all the same"
            )
            raise OptionError(message.format(wanted=wanted.value, level=how.level.value))

    def play(
        self,
        round: Round,
        level: Level,
        team: Team | None = None,
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
            read_entrants(round, entered, self.store.kept(), level),
            read_system(round.terms["system"]),
            StoreJournal(self.store, round),
            team,
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
        records = [*map(record_of, self.store.games(round))]
        entered = self.store.entrants(round)
        uploads = {upload.id: upload for upload in self.store.kept()}
        counts = count([*map(Listed.of, entered)], records)
        found = [*rulings(round, entered, uploads, counts)]
        if round.state != State.DONE:
            found += self._slow(round, entered, uploads, counts, level)
            known = {*map(_key, self.store.verdicts())}
            for ruling, upload in found:
                if (upload.id, ruling.rule, ruling.command) not in known:
                    self.store.judge(ruling, upload, self.clock())
            banned = self.store.banned()
            staying = [
                Listed.of(each)
                for each in entered
                if each.upload is None or uploads[each.upload].pair not in banned
            ]
            table = standings(staying, records)
            keep_notable(self.store, round, table, self.clock())
            lost = regrets(table.counts, each=self.course.rounds.regret)
            rows = [kept_row(row, lost.get(row.id)) for row in table.rows]
            self.store.close_round(round, self.clock(), rows)
            go_on(self.folder)
        own = {(each.upload, TIME, time_command(round, each.player)) for each in entered}
        own |= {(upload.id, ruling.rule, ruling.command) for ruling, upload in found}
        return [each for each in self.store.verdicts() if _key(each) in own]

    def _slow(
        self,
        round: Round,
        entered: list[Entrant],
        uploads: dict[int, Upload],
        counts: Counts,
        level: Level | None,
    ) -> list[tuple[Ruling, Upload]]:
        """Verdicts against those who took too long in the games of the round."""
        versions = {each.player: uploads[each.upload] for each in entered if each.upload}
        if not versions:
            return []
        cells = level or Level(round.terms["level"])
        with Warden(cells, course_terms(self.course).cells) as warden:
            paces = Paces(self.course, round, counts, warden)
            return [*paces.slow(versions)]

    # What everybody may see

    def shown(self, unpublished: bool = False) -> list[Round]:
        """Rounds whose standings may be seen: those that are published, or all that are over."""
        over = [each for each in self.store.rounds() if each.state == State.DONE]
        return [each for each in over if unpublished or self.is_published(each)]

    def is_published(self, round: Round) -> bool:
        return round.state == State.DONE and self.calendar.publication(round.day) <= self.clock()


def _key(verdict: Verdict) -> tuple[int | None, str, str]:
    """What a verdict of a round is known by, in any language."""
    return verdict.upload, verdict.rule, verdict.command
