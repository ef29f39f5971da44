"""The course file that `tablero arena init` writes: the third paper's own, with comments."""

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from io import StringIO
from pathlib import Path
from secrets import randbelow
from string import Template

from tablero.arena.course.keys import COST, PASSWORD_SIGNS, hashed, new_secret
from tablero.arena.course.model import MOST_SEED
from tablero.arena.course.names import SECRET
from tablero.arena.course.reading import COURSE_FILE, read_course
from tablero.errors import OptionError, OutsideError
from tablero.locale import _, spoken

SECRETS_FILE = "secrets.csv"
TRAINING_WEEKS, GRADED_WEEKS = 2, 3
WEEK = timedelta(weeks=1)
NO_TEACHER = '[teacher]\npassword = ""\n'
SEED_SIGNS = 29
"""Of the seed in the file, with what is blank behind it."""

MOST_PAIRS = 99
"""Of a group, and groups of a course: two digits in the names of files."""


@dataclass(frozen=True)
class NewPair:
    """A pair with its secrets in clear: only here, on their way to the teacher."""

    group: int
    pair: int
    secret: str
    password: str

    def table(self, cost: int = COST) -> str:
        """Its table in the course file."""
        return (
            f"[[pairs]]\ngroup = {self.group}\npair = {self.pair}\n"
            f'secret = "{hashed(self.secret, cost)}"\npassword = "{hashed(self.password, cost)}"\n'
        )


def teacher_table(password: str, cost: int = COST) -> str:
    """The teacher's table in the course file."""
    return f'[teacher]\npassword = "{hashed(password, cost)}"\n'


def new_pair(group: int, pair: int, secret_signs: int) -> NewPair:
    """A pair with secrets that nobody had before."""
    return NewPair(group, pair, new_secret(secret_signs), new_secret(PASSWORD_SIGNS))


def next_monday(today: date) -> date:
    """Today if it is one."""
    return today + timedelta(days=-today.weekday() % 7)


def default_text(
    begin: date, zone: str, pairs: Sequence[str] = (), teacher: str = NO_TEACHER, seed: int = 1
) -> str:
    """The file, in the language spoken; `teacher` is one of its tables, `pairs` the last ones."""
    template = (Path(__file__).parent / f"default.{spoken()}.toml").read_text(encoding="utf-8")
    return Template(template).substitute(
        title=_("Mancala tournament"),
        seed=f"{seed:<{SEED_SIGNS}}",
        zone=zone,
        begin=begin,
        training_end=begin + TRAINING_WEEKS * WEEK - timedelta(days=3),
        graded_begin=begin + TRAINING_WEEKS * WEEK,
        graded_end=begin + (TRAINING_WEEKS + GRADED_WEEKS) * WEEK - timedelta(days=3),
        teacher=teacher.rstrip(),
        pairs="\n".join(pairs).rstrip(),
    )


def new_pairs(groups: int, pairs: int) -> Iterator[NewPair]:
    """So many groups of so many pairs, numbered from 1."""
    for key, value in (("groups", groups), ("pairs", pairs)):
        if not 1 <= value <= MOST_PAIRS:
            message = _("{key} must be 1 to {most}, not {value}")
            raise OptionError(message.format(key=key, most=MOST_PAIRS, value=value))
    signs = read_course(default_text(date(2027, 2, 1), "UTC")).names.pattern.width(SECRET)
    for group in range(1, groups + 1):
        for pair in range(1, pairs + 1):
            yield new_pair(group, pair, signs)


def write_course(
    folder: Path, begin: date, zone: str, pairs: Sequence[NewPair], teacher: str = NO_TEACHER
) -> None:
    """A new course in this directory, with a seed that nobody knows. Raises OutsideError if
    anything is there already."""
    if folder.exists():
        message = _("{folder} exists already; nothing was written")
        raise OutsideError(message.format(folder=folder))
    tables = [pair.table() for pair in pairs]
    text = default_text(begin, zone, tables, teacher, randbelow(MOST_SEED))
    read_course(text)
    folder.mkdir(mode=0o700, parents=True)
    (folder / COURSE_FILE).write_text(text, encoding="utf-8")
    secrets = folder / SECRETS_FILE
    secrets.touch(0o600)
    secrets.write_text(secrets_table(pairs), encoding="utf-8")


def secrets_table(pairs: Sequence[NewPair]) -> str:
    """The secrets in clear, as CSV for the teacher."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["group", "pair", "secret", "password"])
    writer.writerows([pair.group, pair.pair, pair.secret, pair.password] for pair in pairs)
    return text.getvalue()
