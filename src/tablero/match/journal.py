"""The file of a match: a record a line, written as the games end, read when a match goes on."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tablero.errors import NotationError, OptionError
from tablero.locale import _
from tablero.match.plan import Plan, agents_by_side
from tablero.match.record import Record, new_record, positions, read_record, write_record
from tablero.match.referee import Played, Rules


class Journal:
    """The games of a plan that are in a file, and more to come.

    games   -- by their numbers
    damaged -- a line for each that is no record: it is skipped, and its game played again
    """

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path, self.plan = path, plan
        self.games: dict[int, Played] = {}
        self.damaged: list[str] = []
        whole = path.read_bytes() if path.exists() else b""
        torn = self._read(whole)
        self.file = path.open("ab", buffering=0)
        self.file.truncate(len(whole) - torn)
        if whole[: len(whole) - torn][-1:] not in (b"", b"\n"):
            self.file.write(b"\n")

    def _read(self, whole: bytes) -> int:
        """How many bytes of a line that was never finished are at the end.

        Raises OptionError if these are games of another match, or no games.
        """
        *lines, tail = whole.split(b"\n")
        for number, line in enumerate(lines, 1):
            self._read_line(number, line)
        if self.damaged and not self.games:
            raise OptionError(_("{path} is not the file of a match").format(path=self.path))
        return 0 if not tail or self._read_line(len(lines) + 1, tail) else len(tail)

    def _read_line(self, number: int, line: bytes) -> bool:
        """Keep the game of this line. Is it one?"""
        try:
            record = read_record(line.decode())
        except (NotationError, UnicodeDecodeError) as error:
            message = _("{path}, line {line}: {reason}; the game is played again")
            self.damaged.append(message.format(path=self.path, line=number, reason=error))
            return False
        if record.number <= self.plan.terms.games:
            self._check(number, record)
            self.games.setdefault(record.number, played_of(record))
        return True

    def _check(self, number: int, record: Record) -> None:
        """Raise OptionError if this is no game of the plan."""
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
        """One line, at once."""
        self.file.write(write_record(self._record(number, played)).encode() + b"\n")

    def _record(self, number: int, played: Played) -> Record:
        plan, terms = self.plan, self.plan.terms
        first, second = (terms.agents[agent] for agent in agents_by_side(number))
        return new_record(
            plan.game,
            plan.game.start,
            played,
            (first, second),
            seed=terms.seed,
            number=number,
            opening=len(plan.opening(number)),
            seconds=round(sum(played.times), 6),
            limits=limits_of(terms.rules),
        )

    def close(self) -> None:
        self.file.close()


def seed_of(path: Path) -> int | None:
    """The seed of the match in this file, if there is one."""
    for line in _lines(path):
        try:
            return read_record(line).seed
        except NotationError:
            pass
    return None


def _lines(path: Path) -> Iterator[str]:
    if path.exists():
        with path.open(encoding="utf-8", errors="replace") as file:
            yield from file


def limits_of(rules: Rules) -> dict[str, float]:
    """What was enforced, by name."""
    limits = rules.limits
    told = {
        "depth": limits.depth,
        "nodes": limits.nodes,
        "seconds": limits.seconds,
        "moves": rules.most_moves,
    }
    return {name: value for name, value in told.items() if value is not None}


def _facts(record: Record) -> dict[str, Any]:
    """What all games of a match have in common, and what the plan says of this one."""
    return {
        "game": record.game,
        "position": record.position,
        "first": record.first,
        "second": record.second,
        "seed": record.seed,
        "opening": record.moves[: record.opening],
        "limits": record.limits,
    }


def played_of(record: Record) -> Played:
    """The game of a record, as the referee saw it."""
    moves = [move for _position, move in positions(record) if move is not None]
    return Played(
        moves,
        record.scores,
        record.times,
        None if record.winner == 0 else record.winner - 1,
        record.margin,
        record.reason,
        record.detail,
    )
