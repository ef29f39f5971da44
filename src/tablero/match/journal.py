"""The file of a match: one record per line, written when a game ends, read on resumption."""

from contextlib import suppress
from pathlib import Path
from typing import Any

from tablero.errors import NotationError, OptionError
from tablero.locale import _
from tablero.match.plan import Plan, agents_by_side
from tablero.match.reading import read_game, read_lines, read_record
from tablero.match.record import NO_MATCH, Record, limits_of, new_record, write_record
from tablero.match.referee import Played, Reason
from tablero.options import parse_call

try:
    import fcntl
except ImportError:  # Windows has no such module.
    fcntl = None  # type: ignore[assignment]

BEGINNING = b'{"game": "'
"""The first bytes of every line that a journal writes."""


class MatchJournal:
    """The games of a plan that are in a file, to which new games are appended.

    games: the games in the file, by number.
    damaged: a message for each line that is not a record; it is skipped, and its game is played
        again.
    files: files with rules that may be run, which is the game's file only.
    known: number of records in the file, including those of games beyond the plan.
    """

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path, self.plan = path, plan
        self.games: dict[int, Played] = {}
        self.damaged: list[str] = []
        self.known = 0
        self.files = [parse_call(plan.terms.game)[0]]
        self.file = path.open("ab", buffering=0)
        try:
            self._reserve()
            whole = path.read_bytes()
            torn = self._read(whole)
        except BaseException:
            self.file.close()
            raise
        self.file.truncate(len(whole) - torn)
        if whole[: len(whole) - torn][-1:] not in (b"", b"\n"):
            self.file.write(b"\n")

    def _reserve(self) -> None:
        """Lock the file against other writers, where the system has locks of files.

        Raise OptionError if another process has locked it, or if it is not a regular file.
        """
        if not self.path.is_file():
            raise OptionError(_("{path} is not the file of a match").format(path=self.path))
        if fcntl is None:
            return
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            message = _("another match is writing {path}")
            raise OptionError(message.format(path=self.path)) from None

    def _read(self, whole: bytes) -> int:
        """Read all records; return the length in bytes of an incomplete line at the end.

        Raise OptionError if a game is of another match, or if this is not the file of a match.
        """
        *lines, tail = whole.split(b"\n")
        for number, line in enumerate(lines, 1):
            self._read_line(number, line)
        torn = len(tail) if tail and not self._read_line(len(lines) + 1, tail) else 0
        ours = not torn or tail.startswith(BEGINNING) or BEGINNING.startswith(tail)
        if (self.damaged and not self.known) and (lines or not ours):
            raise OptionError(_("{path} is not the file of a match").format(path=self.path))
        return torn

    def _read_line(self, number: int, line: bytes) -> bool:
        """Add the game of this line to `games`; return whether the line is a record."""
        try:
            record, played = read_game(line, self.files)
        except NotationError as error:
            message = _("{path}, line {line}: {reason}; the game is played again")
            self.damaged.append(message.format(path=self.path, line=number, reason=error))
            return False
        self.known += 1
        if record.number <= self.plan.terms.games:
            self._check(number, record)
            self.games.setdefault(record.number, played)
        return True

    def _check(self, number: int, record: Record) -> None:
        """Raise OptionError if this is not a game of the plan."""
        if record.number == NO_MATCH or record.reason == Reason.UNFINISHED:
            message = _("{path}, line {line}, is not a game of a match")
            raise OptionError(message.format(path=self.path, line=number))
        opening = Played([*self.plan.opening(record.number)])
        there, here = _facts(record), _facts(self._record(record.number, opening))
        for fact, value in here.items():
            if there[fact] != value:
                message = _(
                    "{path}, line {line}, is of another match: {fact} {there!r}, here {here!r}"
                )
                values = {"fact": fact, "there": there[fact], "here": value}
                raise OptionError(message.format(path=self.path, line=number, **values))

    def write(self, number: int, played: Played) -> None:
        """Append the record of a game, unbuffered."""
        self.file.write(write_record(self._record(number, played)).encode() + b"\n")

    def _record(self, number: int, played: Played) -> Record:
        plan, terms = self.plan, self.plan.terms
        first, second = (terms.agents[agent] for agent in agents_by_side(number))
        return new_record(
            plan.game,
            plan.start(number),
            played,
            (first, second),
            seed=terms.seed,
            number=number,
            opening=len(plan.opening(number)),
            seconds=round(sum(played.times), 9),
            limits=limits_of(terms.rules),
        )

    def close(self) -> None:
        self.file.close()


def seed_of(path: Path, game: str) -> int | None:
    """Return the seed in the first record of this file that can be read, or None."""
    if path.is_file():
        for _number, line in read_lines(path):
            with suppress(NotationError):
                return read_record(line, [parse_call(game)[0]]).seed
    return None


def _facts(record: Record) -> dict[str, Any]:
    """Return the fields of a record that the plan of a match determines."""
    return {
        "game": record.game,
        "position": record.position,
        "first": record.first,
        "second": record.second,
        "seed": record.seed,
        "opening": record.moves[: record.opening],
        "limits": record.limits,
    }
