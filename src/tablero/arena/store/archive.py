"""Everything of a course as files, and back.

archive.json        what this is: format, tables' revision, rows of each table
course.toml         without the address of the database
uploads.jsonl …     a line a row, for each table
players/DIGEST.py   each file that was handed in, once
references/…        files of the references, where the course file says
"""

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from sqlalchemy import func, insert, select, text
from sqlalchemy.orm import Session

import tablero
from tablero.arena.course.model import Course
from tablero.arena.course.reading import COURSE_FILE, load_course, read_course
from tablero.arena.store.database import DatabaseError, known_revisions, reason_of, snapshot
from tablero.arena.store.models import TABLES, Base, values
from tablero.arena.store.store import Store
from tablero.arena.store.values import DIGEST, from_json, to_json
from tablero.errors import NotationError, OptionError, OutsideError, TableroError
from tablero.locale import _

FORMAT = 1
ARCHIVE_FILE, PLAYERS = "archive.json", "players"
MOST_LINE = 4 << 20
MOST_FILE = 16 << 20
CHUNK = 500
_ADDRESS = re.compile(r"^(\s*database\s*=).*$", re.MULTILINE)
_CREDENTIALS = re.compile(r"(://)[^\s/\"'@]*(:)[^\s\"']*@")
"""User and password of an address, in a comment for instance."""


# There


def export_archive(folder: Path, course: Course, store: Store, out: Path) -> dict[str, int]:
    """Write everything into a new directory; how many rows of each table."""
    course_text = _without_address(folder)
    try:
        out.mkdir(parents=True)
    except FileExistsError:
        message = _("{folder} exists already; nothing was written")
        raise OutsideError(message.format(folder=out)) from None
    out.chmod(0o700)
    (out / PLAYERS).mkdir()
    (out / COURSE_FILE).write_text(course_text, encoding="utf-8")
    for path in _reference_files(course):
        (out / path).parent.mkdir(parents=True, exist_ok=True)
        (out / path).write_bytes(_plain_file(folder, path))
    with snapshot(store.engine) as session:
        rows = {model.__tablename__: _write_table(session, model, out) for model in TABLES}
    about = {"format": FORMAT, "revision": known_revisions()[-1], "version": tablero.__version__}
    (out / ARCHIVE_FILE).write_text(json.dumps({**about, "rows": rows}, indent=2) + "\n")
    return read_archive(out)[1]


def _without_address(folder: Path) -> str:
    """The course file, which tells nobody how to get into the database. Raises OptionError if it
    would: nothing has been written then."""
    text = (folder / COURSE_FILE).read_text(encoding="utf-8")
    text = _CREDENTIALS.sub(r"\1…\2…@", _ADDRESS.sub(r'\1 ""', text))
    try:
        told = read_course(text).store.database
    except TableroError:
        told = text
    if told:
        message = _("write the address in {file} as one line of its table: database = …")
        raise OptionError(message.format(file=folder / COURSE_FILE))
    return text


def _write_table(session: Session, model: type[Base], out: Path) -> int:
    count = 0
    chosen = select(model).order_by(model.__table__.c.id).execution_options(yield_per=CHUNK)
    with (out / f"{model.__tablename__}.jsonl").open("w", encoding="utf-8") as file:
        for found in session.scalars(chosen):
            row = values(found)
            if isinstance(row.get("data"), bytes):
                (out / PLAYERS / f"{row['digest']}.py").write_bytes(row["data"])
            file.write(to_json(row) + "\n")
            session.expunge(found)
            count += 1
    return count


def _reference_files(course: Course) -> list[str]:
    return [reference.file for reference in course.references if reference.file]


# And back


def read_archive(archive: Path) -> tuple[Course, dict[str, int]]:
    """The course of an archive, and how many rows of each table it should have. Raises
    TableroError if it is no archive that can be taken."""
    try:
        told = json.loads(_plain_file(archive, ARCHIVE_FILE))
    except (ValueError, RecursionError):
        told = None
    tables = [model.__tablename__ for model in TABLES]
    rows = told.get("rows") if isinstance(told, dict) else None
    if not isinstance(rows, dict) or any(type(rows.get(name)) is not int for name in tables):
        message = _("{path} is no archive of a course: {file} does not tell what it should")
        raise OutsideError(message.format(path=archive, file=ARCHIVE_FILE))
    current = known_revisions()[-1]
    if told.get("format") != FORMAT or told.get("revision") != current:
        message = _("{path} was written by another Tablero (format {format}, here {known})")
        form = f"{told.get('format')!r}/{told.get('revision')!r}"[:40]
        values = {"path": archive, "format": form, "known": f"{FORMAT}/{current}"}
        raise OutsideError(message.format(**values))
    _plain_file(archive, COURSE_FILE)
    course = load_course(archive)
    if course.store.database:
        message = _('{path}: store.database must be "" in an archive')
        raise OptionError(message.format(path=archive / COURSE_FILE))
    return course, {name: rows[name] for name in tables}


def import_archive(archive: Path, store: Store) -> dict[str, int]:
    """Everything of an archive into an empty store, or nothing. Raises TableroError, which names
    the file and the line, for whatever is not as we write it."""
    _course, expected = read_archive(archive)
    data_of = partial(_player, archive)
    try:
        with store.write() as session:
            for model in TABLES:
                if session.scalar(select(func.count()).select_from(model)):
                    raise OptionError(_("the store is not empty; nothing was imported"))
            for model in TABLES:
                _read_table(session, model, archive, expected[model.__tablename__], data_of)
            _count_on(session)
    except DatabaseError as error:
        message = _("{path} does not fit together: {reason}")
        raise OutsideError(message.format(path=archive, reason=reason_of(error))) from None
    return expected


def copy_course(archive: Path, course: Course, folder: Path) -> None:
    """The course file and those of the references, into a directory that is there."""
    for path in [COURSE_FILE, *_reference_files(course)]:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(_plain_file(archive, path))


def _read_table(
    session: Session,
    model: type[Base],
    archive: Path,
    expected: int,
    data_of: Callable[[str], bytes],
) -> None:
    file, chunk, count = f"{model.__tablename__}.jsonl", [], 0
    for count, line in enumerate(_lines(archive, file), 1):
        try:
            chunk.append(from_json(model, line, data_of))
        except NotationError as error:
            message = _("{file}, line {line}: {reason}")
            values = {"file": archive / file, "line": count, "reason": error}
            raise NotationError(message.format(**values)) from None
        if len(chunk) == CHUNK:
            session.execute(insert(model), chunk)
            chunk = []
    if chunk:
        session.execute(insert(model), chunk)
    if count != expected:
        message = _("{file} has {count} rows, and {expected} were written")
        values = {"file": archive / file, "count": count, "expected": expected}
        raise NotationError(message.format(**values))


def _lines(archive: Path, name: str) -> Iterator[bytes]:
    with _checked(archive, name).open("rb") as file:
        while line := file.readline(MOST_LINE + 1):
            if len(line) > MOST_LINE:
                message = _("{file} has a line of more than {most} bytes")
                raise OutsideError(message.format(file=archive / name, most=MOST_LINE))
            yield line


def _count_on(session: Session) -> None:
    """New rows get new numbers; SQLite sees to that by itself."""
    if session.connection().dialect.name == "postgresql":
        for model in TABLES:
            name = model.__tablename__
            sequence = f"pg_get_serial_sequence('{name}', 'id')"
            session.execute(text(f"SELECT setval({sequence}, max(id)) FROM {name}"))


def _player(archive: Path, digest: str) -> bytes:
    """The file with this digest. Raises ValueError if it has another."""
    if not DIGEST.fullmatch(digest):
        raise ValueError(digest)
    data = _plain_file(archive, f"{PLAYERS}/{digest}.py")
    if hashlib.sha256(data).hexdigest() != digest:
        raise ValueError(digest)
    return data


def _plain_file(folder: Path, name: str) -> bytes:
    path = _checked(folder, name)
    if path.stat().st_size > MOST_FILE:
        message = _("{file} has more than {most} bytes")
        raise OutsideError(message.format(file=folder / name, most=MOST_FILE))
    return path.read_bytes()


def _checked(folder: Path, name: str) -> Path:
    """A plain file that lies in this directory. Raises OutsideError for anything else."""
    path = folder / name
    if not path.is_file() or path.resolve() != folder.resolve() / name:
        message = _("{file} is not there, or is no plain file")
        raise OutsideError(message.format(file=path))
    return path
