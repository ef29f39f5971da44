"""New secrets for a pair, written into the course file: only the lines that hold their hashes
change, comments and all else stay."""

import re
from collections.abc import Mapping
from pathlib import Path
from shutil import copymode

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
SECRETS = ("secret", "password")


def renew(folder: Path, course: Course, group: int, pair: int) -> NewPair:
    """The pair's new secrets, by which alone it is known from now on. Nobody else may change the
    file meanwhile. Raises OutsideError if its table is not found, or has not both of them: then
    nothing has changed."""
    path, signs = (folder / COURSE_FILE).resolve(), course.names.pattern.width(SECRET)
    text, made = path.read_text(encoding="utf-8"), new_pair(group, pair, signs)
    hashes = {key: hashed(getattr(made, key)) for key in SECRETS}
    changed = TABLE.sub(lambda found: _replaced(found[0], made, hashes), text)
    told = read_course(changed).pair(group, pair)
    if {key: getattr(told, key, "") for key in SECRETS} != hashes:
        message = _("{file} has no table of pair {group}-{pair} with a secret and a password")
        raise OutsideError(message.format(group=group, pair=pair, file=COURSE_FILE))
    beside = path.with_name(f".{COURSE_FILE}.new")
    beside.touch(0o600)
    beside.write_text(changed, encoding="utf-8")
    copymode(path, beside)
    beside.replace(path)
    return made


def _replaced(table: str, made: NewPair, hashes: Mapping[str, str]) -> str:
    """The table, with these hashes if it is the pair's."""
    for key, number in (("group", made.group), ("pair", made.pair)):
        if not re.search(NUMBER.format(key=key, value=number), table, re.MULTILINE):
            return table
    for key, kept in hashes.items():
        table = re.sub(HASH.format(key=key), rf'\g<1>"{kept}"', table, flags=re.MULTILINE)
    return table
