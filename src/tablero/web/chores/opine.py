"""What is said at once of a file that is handed in: its form, forbidden constructs, does it load.
Hostile files are read and loaded here, and not in the server."""

from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from tablero.arena.course import Course
from tablero.arena.handin.checks import Checks
from tablero.arena.handin.desk import Opinion
from tablero.web.chores import Tell


@dataclass(frozen=True)
class Reading:
    """course -- without its people
    origin -- its directory, as it is written in commands
    """

    kind: ClassVar[str] = "opine"

    course: Course
    origin: str
    text: str
    name: str


class Opining:
    """result -- the opinion. To stop it is the crew's affair: it takes a moment."""

    result: Opinion | None = None

    def __init__(self, job: Reading) -> None:
        self.job = job

    def stop(self) -> None:
        pass

    def run(self, tell: Tell) -> None:
        checks = _checks(self.job.course, self.job.origin)
        self.result = checks.quick(self.job.text, self.job.name)


@cache
def _checks(course: Course, origin: str) -> Checks:
    """A server has one course: its cells stay warm as long as the process lives."""
    return Checks(course, origin)
