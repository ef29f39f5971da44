"""Journals of a round without a database: in memory, and in a file with a record a line."""

import fcntl
from collections.abc import Mapping
from pathlib import Path

import tablero.games as games
from tablero.arena.rounds.keys import GameKey, Outcome, key_of, outcome_of
from tablero.arena.rounds.meeting import Terms
from tablero.errors import NotationError, OptionError
from tablero.locale import _
from tablero.match.reading import read_record
from tablero.match.record import Record, limits_of, write_record
from tablero.options import parse_call


class Memory:
    """Forgets all when the process ends."""

    def __init__(self) -> None:
        self.records: dict[GameKey, Record] = {}

    def known(self) -> Mapping[GameKey, Outcome]:
        return {key: outcome_of(record) for key, record in self.records.items()}

    def write(self, key: GameKey, record: Record) -> None:
        assert key == key_of(record), (key, record)
        self.records.setdefault(key, record)


class File(Memory):
    """Games are written as they end, a line each. What was not written to its end is cut off when
    the file is opened again; nobody else can write meanwhile.

    Raises OptionError if these are no games, or games of another round.
    """

    def __init__(self, path: Path, terms: Terms) -> None:
        super().__init__()
        self.path, self.terms = path, terms
        self.file = path.open("ab", buffering=0)
        try:
            self._reserve()
            whole = path.read_bytes()
            end = whole.rfind(b"\n") + 1
            for number, line in enumerate(whole[:end].splitlines(), 1):
                self._read(number, line)
            self.file.truncate(end)
        except BaseException:
            self.file.close()
            raise

    def _reserve(self) -> None:
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            message = _("another round is writing {path}")
            raise OptionError(message.format(path=self.path)) from None

    def _read(self, number: int, line: bytes) -> None:
        try:
            record = read_record(line, [parse_call(self.terms.game)[0]])
        except NotationError as error:
            message = _("{path}, line {line}: {reason}")
            values = {"path": self.path, "line": number, "reason": error}
            raise OptionError(message.format(**values)) from None
        game, terms = games.load(self.terms.game), self.terms
        opening = game.line_names(game.start, terms.openings.get(record.number, ()))
        there = record.game, record.seed, record.limits, record.moves[: record.opening]
        if there != (str(game), terms.seed, limits_of(terms.rules), opening):
            message = _("{path}, line {line}, is of another round")
            raise OptionError(message.format(path=self.path, line=number))
        super().write(key_of(record), record)

    def write(self, key: GameKey, record: Record) -> None:
        if key not in self.records:
            super().write(key, record)
            self.file.write(write_record(record).encode() + b"\n")

    def close(self) -> None:
        self.file.close()
