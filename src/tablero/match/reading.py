"""Games read back from their lines, and verified by the rules."""

import json
from collections.abc import Collection, Iterator
from dataclasses import MISSING, fields
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from tablero.errors import NotationError, TableroError
from tablero.games.options import parse_call
from tablero.games.outside import is_path
from tablero.locale import _
from tablero.match.record import ALONE, NOBODY, Record, positions
from tablero.match.referee import Played, Reason
from tablero.position import FIRST, ONGOING

BY_THE_RULES = Reason.WON, Reason.DRAWN
UNDECIDED = Reason.MOVE_LIMIT, Reason.UNFINISHED


def read_lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Every line of a file that is not empty, by its number; whatever is in it."""
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if line.strip():
                yield number, line


def read_record(line: str | bytes, files: Collection[str] = ()) -> Record:
    """The game of this line. Raises NotationError if it is none, or not one by the rules.

    files -- with rules that may be run; a record could name any
    """
    return read_game(line, files)[0]


def read_game(line: str | bytes, files: Collection[str] = ()) -> tuple[Record, Played]:
    """The same, and the game as the referee saw it."""
    try:
        record = parse_record(line)
        name, _options = parse_call(record.game)
        if is_path(name) and name not in files:
            message = _("{file!r} would be run, and nobody has asked for it")
            raise NotationError(message.format(file=name))
        return record, verify(record)
    except TableroError as error:
        message = _("not a record of a game: {reason}")
        raise NotationError(message.format(reason=error)) from None


def parse_record(line: str | bytes) -> Record:
    """What the line tells, if every field is there and holds what it should; whether the rules
    lead there is not asked."""
    try:
        text = line if isinstance(line, str) else line.decode()
        told = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise NotationError(_("it is no JSON")) from None
    if not isinstance(told, dict):
        raise NotationError(_("it is no JSON object"))
    for field in fields(Record):
        if field.name not in told and field.default is field.default_factory is MISSING:
            raise NotationError(_("{name} is missing").format(name=field.name))
    if isinstance(told["reason"], str) and told["reason"] in {*Reason}:
        told["reason"] = Reason(told["reason"])
    for name, value in told.items():
        if name not in _kinds():
            raise NotationError(_("nobody knows {name!r}").format(name=name))
        if not _fits(value, *_kinds()[name]):
            message = _("{name} cannot be {value!r}")
            raise NotationError(message.format(name=name, value=value))
    return Record(**told)


def _no_number(text: str) -> float:
    """JSON knows neither infinity nor what is no number; Python would read them."""
    raise ValueError(text)


@cache
def _kinds() -> dict[str, tuple[type | None, frozenset[type]]]:
    """Of every field: is it a list or a dict, and what may be in it."""
    kinds = {}
    for name, hint in get_type_hints(Record).items():
        outer = get_origin(hint) if get_origin(hint) in (list, dict) else None
        inner = get_args(hint)[-1] if outer else hint
        allowed = {*get_args(inner)} if isinstance(inner, UnionType) else {inner}
        kinds[name] = outer, frozenset(allowed | ({int} if float in allowed else set()))
    return kinds


def _fits(value: Any, outer: type | None, allowed: frozenset[type]) -> bool:
    """Is this a value of such a field?"""
    if outer is None:
        return type(value) in allowed
    within = value.values() if isinstance(value, dict) else value
    return isinstance(value, outer) and {*map(type, within)} <= allowed


def verify(record: Record) -> Played:
    """The game of a record. Raises TableroError unless the rules lead to what it tells."""
    own = len(record.moves) - record.opening
    if record.opening < 0 or own < 0 or record.number < ALONE:
        raise NotationError(_("the numbers of the game or of its opening moves are wrong"))
    if any(len(column) not in (0, own) for column in (record.scores, record.times)):
        raise NotationError(_("not as many scores or times as moves"))
    *steps, (last, _none) = positions(record)
    if (record.winner, record.margin, record.reason) != _ending(last, record.reason):
        raise NotationError(_("the moves do not end as the record says"))
    return Played(
        [move for _position, move in steps if move is not None],
        record.scores,
        record.times,
        None if record.winner == NOBODY else record.winner - 1,
        record.margin,
        record.reason,
        record.detail,
    )


def _ending(last: Any, reason: Reason) -> tuple[int, int | None, Reason]:
    """Winner, margin and reason of a game that ends here; what the rules do not decide is as it
    was told, and then who should have moved has lost."""
    outcome = last.outcome()
    if outcome == ONGOING:
        if reason in BY_THE_RULES:
            raise NotationError(_("{reason!r}, but it is not over").format(reason=reason.value))
        winner = NOBODY if reason in UNDECIDED else 2 - last.turn()
        return winner, None, reason
    margin = outcome if last.turn() == FIRST else -outcome
    if margin == 0:
        return NOBODY, margin, Reason.DRAWN
    return 1 if margin > 0 else 2, margin, Reason.WON
