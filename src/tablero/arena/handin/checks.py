"""The checks of files that are handed in.

What can be said at once is said at once: alias and form, forbidden constructs, does it load. The
file is kept then, whatever comes. Probes, time and games take seconds; they are run when there is
time, and at the latest before the round. A file that has not been through them is still waiting,
also after a crash, and whoever checks next finds it.
"""

import threading
from collections.abc import Sequence
from datetime import datetime
from functools import cached_property

from sqlalchemy import select

from tablero.arena.check.examiner import Examiner
from tablero.arena.check.findings import Finding, Kind, Verdict
from tablero.arena.check.terms import course_terms
from tablero.arena.course.model import Course
from tablero.arena.handin.desk import Opinion
from tablero.arena.sandbox.level import level_found
from tablero.arena.sandbox.warden import Warden
from tablero.arena.store import models
from tablero.arena.store.database import retry
from tablero.arena.store.models import Event, Upload
from tablero.arena.store.store import SYSTEM, Ruling, Store, new_verdict, note
from tablero.errors import OptionError, WorkerDied
from tablero.locale import _

CHECKED = "checked"
"""The event of a file that has been through everything."""

MOST_RULINGS = 10


class Checks:
    """Of one course; any number of threads may ask. Cells are started when they are needed, and
    only at the level that the course wants: below it nothing is run.

    origin -- the directory of the course, as it is written in commands; "": they name none
    """

    def __init__(self, course: Course, origin: str) -> None:
        self.course, self.terms = course, course_terms(course)
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
        return Opinion(verdict.alias, track, rulings(verdict.findings, name))

    def of(self, data: bytes, name: str) -> Examiner:
        """Everything about a file; where it cannot be run, what is seen without."""
        return Examiner(data, name, self.terms, self._warden, self.asked)

    def examiner(self, upload: Upload) -> Examiner:
        """Everything about a file that was kept. Raises OptionError where it cannot be run."""
        if not self.runs:
            message = _("the sandbox does not reach level {level} here: files are not run")
            raise OptionError(message.format(level=self.terms.level.value))
        assert upload.data is not None, "a file that was kept"
        return self.of(upload.data, upload.name)

    @property
    def runs(self) -> bool:
        """Is there a sandbox as strong as the course wants?"""
        return self._warden is not None

    def close(self) -> None:
        if "_warden" in vars(self) and self._warden:
            self._warden.close()

    @cached_property
    def _warden(self) -> Warden | None:
        try:
            level = level_found()
        except OptionError:
            return None
        return Warden(level, self.terms.cells) if level.reaches(self.terms.level) else None


def rulings(findings: Sequence[Finding], name: str) -> tuple[Ruling, ...]:
    """Verdicts that are kept: the first of every rule, bans before others."""
    first = {(each.kind, each.rule): each for each in reversed(findings)}
    found = sorted(first.values(), key=lambda each: (each.kind != Kind.BANNED, each.line))
    return tuple(_ruling(each, name) for each in found[:MOST_RULINGS])


def _ruling(finding: Finding, name: str) -> Ruling:
    place = name
    if finding.line:
        place = _("{file}, line {line}").format(file=name, line=finding.line)
    evidence = finding.what
    if finding.position:
        evidence += "; " + _("position {text}").format(text=finding.position)
    kind = models.Kind(finding.kind.value)
    return Ruling(kind, finding.rule, place, evidence, finding.command)


def waiting(store: Store, until: datetime | None = None) -> list[Upload]:
    """Last versions that came before `until`, are in so far, and have not been through
    everything yet."""
    done = {event.told["upload"] for event in store.events() if event.what == CHECKED}
    return [upload for upload in store.still_in(until).values() if upload.id not in done]


def record(store: Store, upload: Upload, verdict: Verdict, at: datetime) -> None:
    """Keep what was found, once: whoever was quicker has said the same."""

    def write() -> None:
        with store.write() as session:
            known = session.scalars(select(Event).where(Event.what == CHECKED))
            if any(event.told["upload"] == upload.id for event in known):
                return
            for ruling in rulings(verdict.findings, upload.name):
                new_verdict(session, ruling, upload, at, SYSTEM, "")
            told = {"upload": upload.id, "verdict": verdict.kind.value, "level": verdict.level}
            note(session, at, SYSTEM, CHECKED, **told)

    retry(write)


def review(checks: Checks, store: Store, upload: Upload, at: datetime) -> Verdict:
    """Everything about a file, without anybody who looks on; what was found is kept."""
    *_news, verdict = checks.examiner(upload).run()
    assert isinstance(verdict, Verdict)
    record(store, upload, verdict, at)
    return verdict
