"""Read records of games, and verify them by the rules."""

import json
from collections.abc import Collection, Iterator
from dataclasses import MISSING, fields
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from tablero.errors import NotationError, TableroError
from tablero.games.outside import is_path
from tablero.locale import _
from tablero.match.record import NO_MATCH, NOBODY, Record, positions
from tablero.match.referee import Played, Reason
from tablero.options import parse_call
from tablero.position import FIRST, ONGOING

BY_THE_RULES = Reason.WON, Reason.DRAWN
"""Reasons of games that are over by the rules of the game."""

UNDECIDED = Reason.MOVE_LIMIT, Reason.UNFINISHED
"""Reasons of games that neither side has won or lost."""


def read_lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Yield the number and the bytes of every line of a file that is not blank."""
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if line.strip():
                yield number, line


def read_record(line: str | bytes, files: Collection[str] = ()) -> Record:
    """Return the record of this line. Raise NotationError if it is not one, or breaks the rules.

    files: files with rules that may be run, as a record could name any file.
    """
    return read_game(line, files)[0]


def read_game(line: str | bytes, files: Collection[str] = ()) -> tuple[Record, Played]:
    """Return the same as `read_record`, and the game as the referee returned it."""
    try:
        record = parse_record(line)
        name, _options = parse_call(record.game)
        if is_path(name) and name not in files:
            message = _("{file!r} would be run without having been asked for")
            raise NotationError(message.format(file=name))
        return record, verify(record)
    except TableroError as error:
        message = _("not a record of a game: {reason}")
        raise NotationError(message.format(reason=error)) from None


def parse_record(line: str | bytes) -> Record:
    """Return the record of this line, with names and types checked but not the rules.

    Raise NotationError if a field is missing, unknown or of the wrong type.
    """
    try:
        text = line if isinstance(line, str) else line.decode()
        values = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise NotationError(_("it is not JSON")) from None
    if not isinstance(values, dict):
        raise NotationError(_("it is not a JSON object"))
    for field in fields(Record):
        if field.name not in values and field.default is field.default_factory is MISSING:
            raise NotationError(_("{name} is missing").format(name=field.name))
    if isinstance(values["reason"], str) and values["reason"] in {*Reason}:
        values["reason"] = Reason(values["reason"])
    for name, value in values.items():
        if name not in _kinds():
            raise NotationError(_("{name!r} is unknown").format(name=name))
        if not _fits(value, *_kinds()[name]):
            message = _("{name} cannot be {value!r}")
            raise NotationError(message.format(name=name, value=value))
    return Record(**values)


def _no_number(text: str) -> float:
    """Raise ValueError: JSON has neither infinity nor NaN, although Python reads them."""
    raise ValueError(text)


@cache
def _kinds() -> dict[str, tuple[type | None, frozenset[type]]]:
    """Return by field: list, dict or None, and the types of its elements or of its value."""
    kinds = {}
    for name, hint in get_type_hints(Record).items():
        outer = get_origin(hint) if get_origin(hint) in (list, dict) else None
        inner = get_args(hint)[-1] if outer else hint
        allowed = {*get_args(inner)} if isinstance(inner, UnionType) else {inner}
        kinds[name] = outer, frozenset(allowed | ({int} if float in allowed else set()))
    return kinds


def _fits(value: Any, outer: type | None, allowed: frozenset[type]) -> bool:
    """Return whether this is a value of a field of this kind."""
    if outer is None:
        return type(value) in allowed
    within = value.values() if isinstance(value, dict) else value
    return isinstance(value, outer) and {*map(type, within)} <= allowed


def verify(record: Record) -> Played:
    """Return the game of a record. Raise TableroError if the rules lead to another result."""
    own = len(record.moves) - record.opening
    if record.opening < 0 or own < 0 or record.number < NO_MATCH:
        raise NotationError(_("the numbers of the game or of its opening moves are wrong"))
    if any(len(column) not in (0, own) for column in (record.scores, record.times)):
        raise NotationError(_("not as many scores or times as moves"))
    *steps, (last, _none) = positions(record)
    if (record.winner, record.margin, record.reason) != _ending(last, record):
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


def _ending(last: Any, record: Record) -> tuple[int, int | None, Reason]:
    """Return the winner, margin and reason of a game that ends in the position `last`.

    If the game is not over there, the reason is that of the record, and the side to move has
    lost, unless the reason leaves the game undecided. Who has won an adjudicated game, if anybody
    has, the record alone tells.
    """
    outcome, reason = last.outcome(), record.reason
    if outcome == ONGOING and reason == Reason.ADJUDICATED and record.winner in (NOBODY, 1, 2):
        return record.winner, None, reason
    if outcome == ONGOING:
        if reason in BY_THE_RULES:
            raise NotationError(_("{reason!r}, but it is not over").format(reason=reason.value))
        winner = NOBODY if reason in UNDECIDED else 2 - last.turn()
        return winner, None, reason
    margin = outcome if last.turn() == FIRST else -outcome
    if margin == 0:
        return NOBODY, margin, Reason.DRAWN
    return 1 if margin > 0 else 2, margin, Reason.WON
