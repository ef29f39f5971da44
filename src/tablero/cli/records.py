"""Files of game records, one record per line."""

from collections.abc import Collection, Iterator
from pathlib import Path

from tablero.errors import NotationError
from tablero.locale import _
from tablero.match.reading import read_lines, read_record
from tablero.match.record import Record, write_record
from tablero.options import parse_call


def lines_of(
    path: Path, files: Collection[str] = ()
) -> Iterator[tuple[int, Record | NotationError]]:
    """Yield the number of each line that is not empty, with its game or the error in it.

    files: paths of rules whose code may be run.
    """
    for number, line in read_lines(path):
        try:
            yield number, read_record(line, files)
        except NotationError as error:
            yield number, error


def games_in(path: Path, files: Collection[str] = ()) -> Iterator[Record]:
    """Yield the games of a file; skip damaged lines."""
    for _number, found in lines_of(path, files):
        if isinstance(found, Record):
            yield found


def check_file(path: Path, files: Collection[str] = ()) -> None:
    """Raise NotationError or OSError unless games can be appended to this file."""
    with path.open("a"):
        pass
    if path.stat().st_size and not any(games_in(path, files)):
        message = _("{file} has lines that are not games; nothing was written")
        raise NotationError(message.format(file=path))


def append(path: Path, record: Record) -> None:
    """Append a game to this file, which is created if it does not exist."""
    check_file(path, [parse_call(record.game)[0]])
    with path.open("a", encoding="utf-8") as file:
        file.write(write_record(record) + "\n")
