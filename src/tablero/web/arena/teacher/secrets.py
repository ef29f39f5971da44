"""New secrets for a pair, written into the course file: only the lines that hold their hashes
change, comments and all else stay."""

import re
from pathlib import Path

from tablero.arena.course import COURSE_FILE, read_course
from tablero.arena.course.default import NewPair, new_pair
from tablero.arena.course.keys import hashed
from tablero.arena.course.model import Course
from tablero.arena.course.names import SECRET
from tablero.errors import OutsideError
from tablero.locale import _

TABLE = re.compile(r"^\[\[pairs\]\][^\n]*\n(?:(?!^\[).*\n?)*", re.MULTILINE)
NUMBER = r"^{key}\s*=\s*{value}\s*(?:#.*)?$"
HASH = r'^({key}\s*=\s*)"[^"\n]*"'


def renew(folder: Path, course: Course, group: int, pair: int) -> NewPair:
    """The pair's new secrets, by which alone it is known from now on. Raises OutsideError if its
    table is not found: then nothing has changed."""
    path, signs = folder / COURSE_FILE, course.names.pattern.width(SECRET)
    text, made = path.read_text(encoding="utf-8"), new_pair(group, pair, signs)
    changed = TABLE.sub(lambda found: _replaced(found[0], made), text)
    told = read_course(changed).pair(group, pair)
    if changed == text or told is None:
        message = _("the table of pair {group}-{pair} is not found in {file}")
        raise OutsideError(message.format(group=group, pair=pair, file=COURSE_FILE))
    beside = path.with_name(f".{COURSE_FILE}.new")
    beside.touch(0o600)
    beside.write_text(changed, encoding="utf-8")
    beside.replace(path)
    return made


def _replaced(table: str, made: NewPair) -> str:
    """The table, with other hashes if it is the pair's."""
    for key, number in (("group", made.group), ("pair", made.pair)):
        if not re.search(NUMBER.format(key=key, value=number), table, re.MULTILINE):
            return table
    for key, secret in (("secret", made.secret), ("password", made.password)):
        line = re.compile(HASH.format(key=key), re.MULTILINE)
        table = line.sub(rf'\g<1>"{hashed(secret)}"', table)
    return table
