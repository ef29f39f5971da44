"""What `tablero arena run` works with, made anew when the file of the course has changed."""

from pathlib import Path
from typing import TYPE_CHECKING

from tablero.cli import complain
from tablero.locale import _

if TYPE_CHECKING:
    from tablero.arena.handin.folder import Folder
    from tablero.arena.handin.reviews import Reviews
    from tablero.arena.season.season import Season


class Tools:
    """All that goes by the file of a course, as long as the context lasts.

    season  -- its days
    reviews -- the long checks
    watched -- the folder whose files are handed in, if there is one
    """

    season: "Season"
    reviews: "Reviews"
    watched: "Folder | None" = None

    def __init__(self, season: "Season", inbox: Path | None) -> None:
        from tablero.arena.course.changes import CourseFile

        self.inbox = inbox
        self._file = CourseFile(season.folder, season.course, complain)
        self._go_by(season)

    def __enter__(self) -> "Tools":
        return self

    def __exit__(self, *_error: object) -> None:
        self.reviews.checks.close()
        if self.watched is not None:
            self.watched.close()

    def take_up(self) -> None:
        """What somebody has changed in the file. The database stays the one that is open."""
        season, course = self.season, self._file.look()
        if course == season.course:
            return
        if course.store != season.course.store:
            complain(_("course.toml names another database: restart, and it is opened"))
        complain(_("course.toml has changed: rounds and the folder go by it from now on"))
        self.reviews.checks.close()
        self._go_by(type(season)(season.folder, course, season.store, season.clock))

    def _go_by(self, season: "Season") -> None:
        from tablero.arena.handin.checks import Checks
        from tablero.arena.handin.desk import Desk
        from tablero.arena.handin.folder import Folder
        from tablero.arena.handin.reviews import Reviews

        checks = Checks(season.course, season.folder.name)
        desk = Desk(season.course, season.store, checks.quick)
        self.season, self.reviews = season, Reviews(checks, season.store, season.clock)
        if self.watched is not None:
            self.watched.desk = desk  # a file's time is that of the first look at it
        elif self.inbox is not None:
            self.watched = Folder(self.inbox, desk, season.clock)
