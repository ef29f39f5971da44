"""Files of games, one to a line."""

from collections.abc import Iterator
from pathlib import Path

from tablero.errors import NotationError
from tablero.locale import _
from tablero.match.record import Record, read_record, write_record


def lines_of(path: Path) -> Iterator[tuple[int, Record | NotationError]]:
    """Every line that is not empty, by its number: a game, or why it is none."""
    with path.open(encoding="utf-8", errors="replace") as file:
        for number, line in enumerate(file, 1):
            if line.strip():
                try:
                    yield number, read_record(line)
                except NotationError as error:
                    yield number, error


def games_in(path: Path) -> Iterator[Record]:
    """The games of a file; what is damaged is passed over."""
    for _number, found in lines_of(path):
        if isinstance(found, Record):
            yield found


def check_file(path: Path) -> None:
    """Raise NotationError or OSError unless games can be appended to this file."""
    with path.open("a"):
        pass
    if path.stat().st_size and not any(games_in(path)):
        message = _("{file} holds something else than games; nothing was written")
        raise NotationError(message.format(file=path))


def append(path: Path, record: Record) -> None:
    """One game more in this file, which begins with it if need be."""
    check_file(path)
    with path.open("a", encoding="utf-8") as file:
        file.write(write_record(record) + "\n")
