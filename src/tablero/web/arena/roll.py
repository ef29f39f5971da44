"""Who belongs to a course, as its file says now: what is changed there holds at once."""

import threading
from collections.abc import Callable
from pathlib import Path

from tablero.arena.course import COURSE_FILE, Course, load_course
from tablero.arena.course.model import Pair
from tablero.errors import TableroError, system_reason
from tablero.web.arena.sessions import TEACHER


class Roll:
    """Any number of threads may ask.

    folder -- of the course; None: it stays as it is
    tell   -- hears of a file that cannot be read any more; what it said before still holds
    """

    def __init__(self, course: Course, folder: Path | None, tell: Callable[[str], None]) -> None:
        self._course, self.folder, self.tell = course, folder, tell
        self._lock = threading.Lock()
        self._seen = self._stamp()

    @property
    def course(self) -> Course:
        with self._lock:
            seen = self._stamp()
            if seen != self._seen:
                self._seen = seen
                self._read()
            return self._course

    def pair(self, id: str) -> Pair | None:
        return next((pair for pair in self.course.pairs if pair.id == id), None)

    def key_of(self, who: str) -> str:
        """The hash of the password of a pair, by its id, or of the teacher; "": there is none."""
        if who == TEACHER:
            return self.course.teacher.password
        pair = self.pair(who)
        return pair.key if pair else ""

    def _stamp(self) -> tuple[int, ...]:
        """Changes when the file does."""
        if self.folder is None:
            return ()
        try:
            found = (self.folder / COURSE_FILE).stat()
        except OSError:
            return ()
        return found.st_mtime_ns, found.st_size, found.st_ino

    def _read(self) -> None:
        assert self.folder is not None, "a file that has changed"
        try:
            self._course = load_course(self.folder)
        except TableroError as error:
            self.tell(str(error))
        except OSError as error:
            self.tell(system_reason(error))
