"""Rows as JSON and back, verified: what comes from a file may have been written by anybody."""

import json
import re
from collections.abc import Callable
from datetime import date, datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, Date, Integer, LargeBinary

from tablero.arena.course.calendar import Phase
from tablero.arena.store.kinds import Instant, Words, keepable
from tablero.arena.store.models import Base, Game, Kind, State
from tablero.errors import NotationError
from tablero.locale import _
from tablero.match.reading import parse_record

DIGEST = re.compile(r"[0-9a-f]{64}")
MOST_INT, MOST_KEY = 2**31 - 1, 2**63 - 1
CHOICES: dict[str, tuple[str, ...]] = {
    "verdicts.kind": tuple(Kind),
    "rounds.state": tuple(State),
    "rounds.phase": tuple(Phase),
}


def to_json(row: dict[str, Any]) -> str:
    """One line, without its end. A file's bytes are told by their digest."""
    told = {
        key: value.isoformat() if isinstance(value, date) else value for key, value in row.items()
    }
    if isinstance(row.get("data"), bytes):
        told["data"] = row["digest"]
    return json.dumps(told, sort_keys=True)


def from_json(model: type[Base], line: bytes, data_of: Callable[[str], bytes]) -> dict[str, Any]:
    """The row that a line tells. Raises NotationError for anything that is none.

    data_of -- the bytes with this digest
    """
    try:
        told = json.loads(line.decode(), parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise NotationError(_("it is not JSON")) from None
    columns = {column.key: column for column in model.__table__.columns}
    if not isinstance(told, dict) or told.keys() != columns.keys():
        known = ", ".join(columns)
        raise NotationError(_("it does not have the fields {known}").format(known=known))
    row = {}
    for name, column in columns.items():
        try:
            row[name] = _value(column, told[name], data_of)
        except (ValueError, TypeError, OverflowError):
            message = _("{name} cannot be {value!r}")
            shown = told[name] if told[name] in (None, True, False) else str(told[name])[:80]
            raise NotationError(message.format(name=name, value=shown)) from None
    _check_row(model, row)
    return row


def _refuse(text: str) -> float:
    raise ValueError(text)


def _value(column: Any, told: Any, data_of: Callable[[str], bytes]) -> Any:
    """A value of this column. Raises ValueError or TypeError for any other."""
    if told is None and column.nullable:
        return None
    kind = column.type
    if isinstance(kind, JSON):
        return _expect(dict, told)
    if isinstance(kind, Integer):
        return _integer(told, MOST_KEY if isinstance(kind, BigInteger) else MOST_INT)
    text = _expect(str, told)
    if isinstance(kind, Instant):
        return _aware(datetime.fromisoformat(text))
    if isinstance(kind, Date):
        return date.fromisoformat(text)
    if isinstance(kind, LargeBinary):
        return data_of(text)
    if not isinstance(kind, Words) or keepable(text) != text:
        raise ValueError(text)
    choices = CHOICES.get(f"{column.table.name}.{column.key}", (text,))
    if text not in choices:
        raise ValueError(text)
    return text


def _expect(kind: type[Any], told: Any) -> Any:
    if type(told) is not kind:
        raise TypeError(told)
    return told


def _integer(told: Any, most: int) -> int:
    number: int = _expect(int, told)
    if not -most <= number <= most:
        raise ValueError(number)
    return number


def _aware(at: datetime) -> datetime:
    if at.tzinfo is None:
        raise ValueError(at)
    return at


def _check_row(model: type[Base], row: dict[str, Any]) -> None:
    """What the columns of a row have to do with each other. Raises NotationError."""
    if model is Game:
        record = parse_record(json.dumps(row["record"]))
        if record.winner != row["winner"] or row["winner"] not in (0, 1, 2):
            raise NotationError(_("the winner of the game is not that of its record"))
    if "digest" in row and not DIGEST.fullmatch(row["digest"]):
        raise NotationError(_("{name} cannot be {value!r}").format(name="digest", value="…"))
