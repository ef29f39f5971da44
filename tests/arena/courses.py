"""Courses for tests: the paper's own, with pairs whose secrets are known and cheap to verify."""

import atexit
import shutil
import tempfile
from dataclasses import replace
from datetime import UTC, date, datetime
from functools import cache
from pathlib import Path
from zoneinfo import ZoneInfo

from tablero.arena.course import Course, read_course
from tablero.arena.course.default import default_text
from tablero.arena.course.keys import hashed
from tablero.arena.course.model import Pair
from tablero.arena.course.names import Name
from tablero.arena.handin.desk import Check, Opinion
from tablero.arena.store.database import DATABASE_FILE
from tablero.arena.store.store import Store

MONDAY = date(2027, 2, 1)
MADRID = ZoneInfo("Europe/Madrid")
CHEAP = 1
"""Cost of a hash: 2**1."""


@cache
def paper() -> Course:
    """The course that `init` writes, from Monday the first of February 2027 on, without pairs."""
    return read_course(default_text(MONDAY, "Europe/Madrid"))


@cache
def new_file() -> Path:
    """A database of SQLite with our tables and nothing in it, to be copied."""
    folder = Path(tempfile.mkdtemp(prefix="tablero-store-"))
    atexit.register(shutil.rmtree, folder)
    Store.open(folder, paper()).close()
    return folder / DATABASE_FILE


def open_copy(folder: Path) -> Store:
    """A new store of a course in this directory, quicker than by migrations."""
    shutil.copy(new_file(), folder / DATABASE_FILE)
    return Store.open(folder, paper())


def secret(pair: int) -> str:
    return f"s{pair % 10}"


def course(pairs: int = 3, **tables) -> Course:
    """The paper's course with so many pairs in group 1; `tables` replaces keys of tables."""
    made = tuple(Pair(1, number, hashed(secret(number), CHEAP)) for number in range(1, pairs + 1))
    changed = {name: replace(getattr(paper(), name), **keys) for name, keys in tables.items()}
    return replace(paper(), pairs=made, **changed)


def name(pair: int, player: int, day: date, told: str | None = None) -> str:
    """The right name of a file on this day."""
    told = secret(pair) if told is None else told
    return paper().names.pattern.write(Name(1, pair, player, told, day.day, day.month))


def local(day: date, hour: int, minute: int = 0) -> datetime:
    """A time on the course's clocks."""
    return datetime(day.year, day.month, day.day, hour, minute, tzinfo=MADRID).astimezone(UTC)


def alias_check(alias: str, *rulings) -> Check:
    """Says of every file that it has this alias, and what is found against it."""
    return lambda _text, _name: Opinion(alias, "evaluation", rulings)


def first_line_check(text: str, _name: str) -> Opinion:
    """The first line of a file is its alias."""
    return Opinion(text.splitlines()[0], "evaluation")
