"""What the commands of a course share: its directory, its store, the time."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import MAXYEAR, MINYEAR, UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablero.errors import OptionError, OutsideError
from tablero.locale import _

if TYPE_CHECKING:
    from tablero.arena.course import Course
    from tablero.arena.store.models import Upload
    from tablero.arena.store.store import Store


def folder_argument() -> click.Argument:
    return click.Argument(["folder"], metavar="DIR", type=click.Path(path_type=Path))


def at_option(help: str) -> click.Option:
    return click.Option(["--at"], metavar=_("TIME"), default="", help=help)


def reason_option(help: str) -> click.Option:
    return click.Option(["--reason"], metavar=_("TEXT"), default="", help=help)


def references_option() -> click.Option:
    return click.Option(
        ["--references"],
        is_flag=True,
        help=_("Mark the teachers' reference players; else nobody is told which they are."),
    )


@contextmanager
def opened(folder: Path) -> Iterator[tuple["Course", "Store"]]:
    """The course of a directory and its store. A database that fails meanwhile, on a full disk
    for instance, is an OutsideError."""
    from tablero.arena.course import load_course

    course = load_course(folder)
    try:
        from tablero.arena.store.database import DatabaseError, failure
        from tablero.arena.store.store import Store
    except ImportError as error:
        message = _("the arena needs the extra `arena`: pip install 'tablero[arena]' ({reason})")
        raise OutsideError(message.format(reason=error)) from None
    with Store.open(folder, course) as store:
        try:
            yield course, store
        except DatabaseError as error:
            raise failure(error) from None


def instant(course: "Course", text: str) -> datetime:
    """The time that was told, on the course's clocks unless it says otherwise; else now."""
    from tablero.arena.course.calendar import Calendar

    if not text:
        return datetime.now(UTC)
    try:
        told = datetime.fromisoformat(text)
        if not MINYEAR < told.year < MAXYEAR:  # there is a day before and after, on any clock
            raise ValueError(text)
    except ValueError:
        message = _("a time is like 2027-02-01T19:00, not {text!r}")
        raise OptionError(message.format(text=text)) from None
    if told.tzinfo is not None:
        return told.astimezone(UTC)
    return Calendar(course.calendar).instant(told.date(), told.time())


def verdict_record(verdict: Any) -> dict[str, Any]:
    """Plain types."""
    from tablero.arena.store.models import values

    return {
        key: value.isoformat() if isinstance(value, datetime) else value
        for key, value in values(verdict).items()
    }


def player_called(store: "Store", alias: str) -> "Upload":
    """The last version of the player with this alias, or of this id."""
    from tablero.arena.course.aliases import alias_key

    newest = store.newest()
    for upload in reversed(store.kept()):
        if upload.alias_key == alias_key(alias):
            return newest[f"{upload.pair}-{upload.player}"]
    if alias in newest:
        return newest[alias]
    known = ", ".join(each.alias or id for id, each in sorted(newest.items())) or _("none")
    message = _("no player is called {alias!r}; known: {known}")
    raise OptionError(message.format(alias=alias, known=known))
