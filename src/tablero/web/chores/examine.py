"""A player's file, checked as the tournament would, in cells of this process's own."""

from contextlib import closing
from dataclasses import dataclass
from typing import ClassVar

from tablero.arena.check.findings import Verdict
from tablero.arena.course import Course
from tablero.arena.handin.checks import Checks
from tablero.errors import SearchStopped
from tablero.web.arena.examined import Scribe
from tablero.web.chores import Tell


@dataclass(frozen=True)
class Examination:
    """course -- without its people
    origin -- its directory, as it is written in commands; "": the file's writer has none
    name   -- of the file
    sure   -- is a process that was killed a fault of the file's? Else nothing is said of it
    """

    kind: ClassVar[str] = "examine"

    course: Course
    origin: str
    name: str
    data: bytes
    sure: bool


class Examining:
    """result -- the verdict"""

    result: Verdict | None = None

    def __init__(self, job: Examination) -> None:
        self.job, self.stopped = job, False

    def stop(self) -> None:
        self.stopped = True

    def run(self, tell: Tell) -> None:
        job = self.job
        scribe = Scribe(job.course.game.rules, job.data.decode(errors="replace"))
        tell(scribe.told)
        with closing(Checks(job.course, job.origin)) as checks:
            for news in checks.of(job.data, job.name, job.sure).run():
                if self.stopped:
                    raise SearchStopped
                if isinstance(news, Verdict):
                    self.result = news
                tell(scribe.write(news))
