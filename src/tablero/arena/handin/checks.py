"""The checks of files that are handed in.

What can be said at once is said at once: alias and form, forbidden constructs, does it load. The
file is kept then, whatever comes. Probes, time and games take seconds; they are run when there is
time, and at the latest before the round (`handin.reviews`). A file that has not been through them
is still waiting, also after a crash, and whoever checks next finds it.
"""

import shlex
import threading
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cached_property

from sqlalchemy.orm import Session

from tablero.arena.check.examiner import Examiner
from tablero.arena.check.findings import Finding, Kind, Stage, Verdict
from tablero.arena.check.terms import course_terms
from tablero.arena.course.model import Course, Pair, player_id
from tablero.arena.course.names import MASK
from tablero.arena.handin.desk import Opinion
from tablero.arena.player.forms import Track
from tablero.arena.sandbox.level import Level, level_found
from tablero.arena.sandbox.warden import Warden
from tablero.arena.store import models
from tablero.arena.store.database import retry
from tablero.arena.store.events import told_of
from tablero.arena.store.models import Upload
from tablero.arena.store.store import SYSTEM, Ruling, Store, new_verdict, note
from tablero.errors import OptionError, WorkerDied
from tablero.locale import _

CHECKED = "checked"
"""The event of a file that has been through everything."""

MOST_RULINGS = 10


class Checks:
    """Of one course; any number of threads may ask. Cells are started when they are needed, and
    only at the level that the course wants: below it nothing is run, unless a level is told.

    origin -- the directory of the course, as it is written in commands; "": they name none
    level  -- of the cells, for whoever will run the files in such cells anyway
    """

    def __init__(self, course: Course, origin: str, level: Level | None = None) -> None:
        self.course, self.terms, self.level = course, course_terms(course), level
        self.asked = ("--course", origin) if origin else ()
        self._lock = threading.Lock()

    def quick(self, text: str, name: str) -> Opinion:
        """What a desk says at once. If our own sandbox fails, that is nobody's fault: whether the
        file loads is seen later."""
        with self._lock:
            examiner = Examiner(text, name, self.terms, self._warden, self.asked)
            try:
                verdict = examiner.quick()
            except WorkerDied:
                verdict = examiner.verdict()
        track = verdict.track or self.course.game.tracks[0]
        found = rulings(verdict.findings, name, verdict.alias or self._player(name))
        return Opinion(verdict.alias, track, found)

    def _player(self, name: str) -> str:
        """The id of the player whose file is called so, without its secret."""
        told = self.course.names.pattern.read(name.replace(MASK, "0"))
        return player_id(Pair(told.group, told.pair).id, told.player)

    def of(self, data: bytes, name: str, sure: bool = True) -> Examiner:
        """Everything about a file; where it cannot be run, what is seen without.

        sure -- is a process that was killed a fault of the file's? Else it is WorkerDied
        """
        return Examiner(data, name, self.terms, self._warden, self.asked, sure=sure)

    def examiner(self, upload: Upload, sure: bool = True) -> Examiner:
        """The same of a file that was kept. Raises OptionError where it cannot be run."""
        self._check_runs()
        assert upload.data is not None, "a file that was kept"
        return self.of(upload.data, upload.name, sure)

    def check_reference(self, text: bytes, name: str) -> None:
        """A file of the teachers' is not judged, but it must load, or it would lose every game.
        Raises OptionError."""
        self._check_runs()
        terms = replace(self.terms, tracks=tuple(Track))
        *_news, verdict = Examiner(text, name, terms, self._warden).run((Stage.FORM, Stage.LOADS))
        assert isinstance(verdict, Verdict)
        for finding in verdict.findings:
            message = _("the reference {file} cannot play: {reason}")
            raise OptionError(message.format(file=name, reason=finding.what))

    def _check_runs(self) -> None:
        if not self.runs:
            message = _("the sandbox does not reach level {level} here: files are not run")
            raise OptionError(message.format(level=self.terms.level.value))

    @property
    def runs(self) -> bool:
        """Is there a sandbox as strong as the course wants?"""
        return self._warden is not None

    @property
    def counts(self) -> Level:
        """The level that a check has to have reached: the course's, or that of our own cells if
        they are weaker. What was checked below it is checked again."""
        ours = self._warden.level if self._warden else self.terms.level
        return self.terms.level if ours.reaches(self.terms.level) else ours

    def close(self) -> None:
        if "_warden" in vars(self) and self._warden:
            self._warden.close()

    @cached_property
    def _warden(self) -> Warden | None:
        if self.level is not None:
            return Warden(self.level, self.terms.cells)
        try:
            level = level_found()
        except OptionError:
            return None
        return Warden(level, self.terms.cells) if level.reaches(self.terms.level) else None


def rulings(findings: Sequence[Finding], name: str, player: str) -> tuple[Ruling, ...]:
    """Verdicts that are kept: the first of every rule, bans before others. The file is in the
    store alone, so what shows it again is a command for the version of this player, who is named
    by alias or id."""
    first = {(each.kind, each.rule): each for each in reversed(findings)}
    found = sorted(first.values(), key=lambda each: (each.kind != Kind.BANNED, each.line))
    command = shlex.join(["tablero", "arena", "check", "DIR", player])
    return tuple(_ruling(each, name, command) for each in found[:MOST_RULINGS])


def _ruling(finding: Finding, name: str, command: str) -> Ruling:
    place = name
    if finding.line:
        place = _("{file}, line {line}").format(file=name, line=finding.line)
    evidence = finding.what
    if finding.position:
        evidence += "; " + _("position {text}").format(text=finding.position)
    kind = models.Kind(finding.kind.value)
    return Ruling(kind, finding.rule, place, evidence, command)


def waiting(
    store: Store, until: datetime | None = None, level: Level = Level.NONE
) -> list[Upload]:
    """Last versions that came before `until`, are in so far, and have not been through
    everything yet, in cells of this level or a stronger one."""
    found = store.still_in(until).values()
    with store.read() as session:
        done = checked(session, {upload.id for upload in found}, level)
    return [upload for upload in found if upload.id not in done]


def checked(session: Session, uploads: Collection[int], level: Level = Level.NONE) -> set[int]:
    """Those of these uploads that have been through everything, in cells of this level or a
    stronger one."""
    known = told_of(session, CHECKED, uploads)
    return {told["upload"] for told in known if Level(told["level"]).reaches(level)}


def record(store: Store, upload: Upload, verdict: Verdict, at: datetime) -> None:
    """Keep what was found, once: whoever was quicker has said the same."""

    def write() -> None:
        with store.write() as session:
            if checked(session, {upload.id}, Level(verdict.level)):
                return
            player = upload.alias or player_id(upload.pair or "", upload.player or 0)
            for ruling in rulings(verdict.findings, upload.name, player):
                new_verdict(session, ruling, upload, at, SYSTEM, "")
            told = {"upload": upload.id, "verdict": verdict.kind.value, "level": verdict.level}
            note(session, at, SYSTEM, CHECKED, **told)

    retry(write)
