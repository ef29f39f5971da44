"""All that the teacher may ask for and do."""

import threading
from collections.abc import Callable
from typing import Any

from sqlalchemy import select

from tablero.arena.grades import report
from tablero.arena.store.models import Event
from tablero.arena.store.store import TEACHER
from tablero.locale import _
from tablero.web.arena.public import Public
from tablero.web.arena.roll import Roll
from tablero.web.arena.teacher import models
from tablero.web.arena.teacher.files import grades_json, gradescope_zip
from tablero.web.arena.teacher.pairs import Pairs
from tablero.web.arena.teacher.rounds import Rounds
from tablero.web.arena.teacher.secrets import renew
from tablero.web.refusals import NotHere

PAGE = 100
"""Events that are told at a time."""


class Teacher:
    """Any number of threads may ask.

    note -- remembers that somebody has done something
    """

    def __init__(self, public: Public, roll: Roll, note: Callable[..., None]) -> None:
        self.public, self.roll, self.note = public, roll, note
        self.rounds = Rounds(public, roll, public.playing)
        self._renewing = threading.Lock()

    def pairs(self) -> Pairs:
        """As they are now."""
        return Pairs(self.public, self.roll.course)

    def file(self, number: int) -> models.FileTold:
        """Raises NotHere."""
        found = self.pairs().file(number)
        text = (found.data or b"").decode(errors="backslashreplace")
        return models.FileTold(upload=number, name=found.name, text=text)

    def new_secret(self, id: str) -> models.SecretTold:
        """Raises NotHere."""
        known = self.roll.pair(id)
        if known is None:
            raise NotHere(_("there is nothing at this address"))
        with self._renewing:
            made = renew(self.rounds.folder, self.roll.course, known.group, known.pair)
        self.note(TEACHER, "new secret", pair=id)
        return models.SecretTold(pair=id, secret=made.secret, password=made.password)

    def start(self) -> None:
        """Raises OptionError."""
        day = self.rounds.start()
        if day is None:
            self.note(TEACHER, "pause ended")
        else:
            self.note(TEACHER, "round started from the page", day=day.isoformat())

    def pause(self) -> None:
        """Raises OptionError."""
        self.rounds.pause()
        self.note(TEACHER, "round paused")

    def grades(self, form: models.Form) -> bytes:
        pairs = self.pairs()
        given = pairs.grades()
        if form == "zip":
            return gradescope_zip(pairs.course, given)
        return (report.as_csv(given) if form == "csv" else grades_json(given)).encode()

    def events(self, before: int | None) -> models.EventsTold:
        """The last, or those before this one; the latest first."""
        wanted: Any = select(Event).order_by(Event.id.desc()).limit(PAGE + 1)
        if before is not None:
            wanted = wanted.where(Event.id < before)
        with self.public.store.read() as session:
            found = [*session.scalars(wanted)]
        return models.EventsTold(
            events=[
                models.EventSeen(
                    event=each.id, at=each.at, who=each.who, what=each.what, told=each.told
                )
                for each in found[:PAGE]
            ],
            more=len(found) > PAGE,
        )
