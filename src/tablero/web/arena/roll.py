"""Who belongs to a course, as its file says now: what is changed there holds at once. Whatever
else it says holds for the page as it was when the server began."""

import threading
from collections.abc import Callable
from pathlib import Path

from tablero.arena.course import Course
from tablero.arena.course.changes import CourseFile, without_people
from tablero.arena.course.model import Pair
from tablero.web.arena.sessions import TEACHER


class Roll:
    """Any number of threads may ask.

    folder -- of the course; None: it stays as it is
    tell   -- hears of a file that cannot be read any more; what it said before still holds
    """

    def __init__(self, course: Course, folder: Path | None, tell: Callable[[str], None]) -> None:
        self._first, self._lock = course, threading.Lock()
        self._file = None if folder is None else CourseFile(folder, course, tell)

    @property
    def course(self) -> Course:
        with self._lock:
            return self._first if self._file is None else self._file.look()

    @property
    def is_outdated(self) -> bool:
        """Does the file say anything else than it did when the server began, besides who belongs
        to the course?"""
        return without_people(self.course) != without_people(self._first)

    def pair(self, id: str) -> Pair | None:
        return next((pair for pair in self.course.pairs if pair.id == id), None)

    def key_of(self, who: str) -> str:
        """The hash of the password of a pair, by its id, or of the teacher; "": there is none."""
        course = self.course
        if who == TEACHER:
            return course.teacher.password
        return next((course.key_of(pair) for pair in course.pairs if pair.id == who), "")
