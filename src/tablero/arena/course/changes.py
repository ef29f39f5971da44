"""The file of a course that somebody changes while others work by it."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from tablero.arena.course.model import Course, TeacherTable
from tablero.arena.course.reading import COURSE_FILE, load_course
from tablero.errors import TableroError, system_reason


class CourseFile:
    """Read again whenever it has changed.

    tell -- hears of a file that cannot be read any more; what it said before still holds
    """

    def __init__(self, folder: Path, course: Course, tell: Callable[[str], None]) -> None:
        self.folder, self.tell = folder, tell
        self._course = course
        self._seen: tuple[int, ...] | None = None

    def look(self) -> Course:
        """What it says now."""
        seen = self._stamp()
        if seen != self._seen:
            self._seen = seen
            self._read()
        return self._course

    def _stamp(self) -> tuple[int, ...]:
        """Changes when the file does."""
        try:
            found = (self.folder / COURSE_FILE).stat()
        except OSError:
            return ()
        return found.st_mtime_ns, found.st_size, found.st_ino

    def _read(self) -> None:
        try:
            self._course = load_course(self.folder)
        except TableroError as error:
            self.tell(str(error))
        except OSError as error:
            self.tell(system_reason(error))


def without_people(course: Course) -> Course:
    """All that it says besides who belongs to it, and by which passwords."""
    return replace(course, pairs=(), teacher=TeacherTable())
