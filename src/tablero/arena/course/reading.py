"""A course file read: every key is known, every value is of its kind, or one line says which is
not and what would be right."""

import math
import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from datetime import date, datetime, time
from enum import StrEnum
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from tablero.arena.course.checks import check_course
from tablero.arena.course.model import Course
from tablero.arena.course.names import Pattern, parse_pattern
from tablero.errors import NotationError, OptionError, OutsideError
from tablero.locale import _

COURSE_FILE = "course.toml"
MOST_BYTES = 4 << 20


def load_course(folder: Path) -> Course:
    """The course of this directory. Raises OutsideError if there is none, OptionError for what
    is wrong in its file."""
    path = folder / COURSE_FILE
    if not path.is_file():
        message = _("{folder} holds no course: there is no {file}; tablero arena init makes one")
        raise OutsideError(message.format(folder=folder, file=COURSE_FILE))
    if path.stat().st_size > MOST_BYTES:
        message = _("{file} is too large for a course: more than {most} bytes")
        raise OutsideError(message.format(file=path, most=MOST_BYTES))
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = _("{file}: byte {byte} is not UTF-8")
        raise OptionError(message.format(file=path, byte=error.start)) from None
    course = read_course(text, str(path))
    for count, reference in enumerate(course.references, 1):
        if reference.file and not (folder / reference.file).is_file():
            message = _("{file}: references[{count}].file: there is no {path}")
            values = {"file": path, "count": count, "path": folder / reference.file}
            raise OptionError(message.format(**values))
    return course


def read_course(text: str, origin: str = COURSE_FILE) -> Course:
    """The course that this text tells. Raises OptionError, which names `origin` and the key."""
    try:
        told = tomllib.loads(text)
        course: Course = _table(Course, told, "")
        check_course(course)
    except OptionError as error:
        raise OptionError(f"{origin}: {error}") from None
    except (ValueError, RecursionError) as error:  # a number of 5000 digits is any ValueError
        message = _("{file} is no TOML: {reason}")
        raise OptionError(message.format(file=origin, reason=error)) from None
    return course


def _table(cls: type[Any], told: Any, key: str) -> Any:
    """A table of the file as its dataclass."""
    if not isinstance(told, Mapping):
        raise _wrong(key, _("a table"), told)
    known, hints = {field.name: field for field in fields(cls)}, get_type_hints(cls)
    for name in told:
        if name not in known:
            message = _("unknown key {key}; known here: {known}")
            values = {"key": _join(key, name), "known": ", ".join(known)}
            raise OptionError(message.format(**values))
    values = {}
    for name, field in known.items():
        if name in told:
            _check_alternative(field, told, key)
            values[name] = _value(hints[name], told[name], _join(key, name), field)
        elif field.default is field.default_factory is MISSING:
            raise OptionError(_("{key} is missing").format(key=_join(key, name)))
    return cls(**values)


def _check_alternative(field: "Field[Any]", told: Mapping[str, Any], key: str) -> None:
    """Raise OptionError if the file also has the key that this one is an alternative to."""
    other = field.metadata.get("instead_of")
    if other is not None and other in told:
        message = _("{key} and {other} exclude each other; delete one of them")
        raise OptionError(message.format(key=_join(key, field.name), other=_join(key, other)))


def _value(kind: Any, told: Any, key: str, field: "Field[Any]") -> Any:
    """A value of this kind. Raises OptionError for any other."""
    if get_origin(kind) is UnionType:  # None is the default of a key that may be left out
        (kind,) = (each for each in get_args(kind) if each is not NoneType)
    if is_dataclass(kind) and kind is not Pattern:
        return _table(kind, told, key)  # type: ignore[arg-type]
    if get_origin(kind) is tuple:
        if not isinstance(told, list):
            raise _wrong(key, _("a list"), told)
        within = get_args(kind)[0]
        return tuple(
            _value(within, each, f"{key}[{count}]", field) for count, each in enumerate(told, 1)
        )
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        if told not in {*kind}:
            raise _wrong(key, _("one of {known}").format(known=", ".join(kind)), told)
        return kind(told)
    return _plain(kind, told, key, field)


def _plain(kind: Any, told: Any, key: str, field: "Field[Any]") -> Any:
    """A number, a text, a date or a time."""
    if kind is Pattern:
        try:
            return parse_pattern(_plain(str, told, key, field))
        except NotationError as error:
            raise OptionError(f"{key}: {error}") from None
    if kind in (int, float):
        return _number(kind, told, key, field)
    names = {
        str: _("a text"),
        date: _("a date like 2027-02-01"),
        time: _("a time like 20:00:00"),
        datetime: _("a day and time like 2027-02-01T09:00:00"),
    }
    if type(told) is not kind or (kind is datetime and told.tzinfo is not None):
        raise _wrong(key, names[kind], told)
    if kind is str and any(not sign.isprintable() for sign in told):
        raise _wrong(key, _("a text without control characters"), told)
    return told


def _number(kind: Any, told: Any, key: str, field: "Field[Any]") -> Any:
    expected = _("a whole number") if kind is int else _("a number")
    whole_or_not = (int,) if kind is int else (int, float)
    if type(told) not in whole_or_not or not math.isfinite(told):
        raise _wrong(key, expected, told)
    least, most = (field.metadata.get(bound) for bound in ("least", "most"))
    if least is not None and most is not None and not least <= told <= most:
        message = _("{kind} from {least:g} to {most:g}")
        raise _wrong(key, message.format(kind=expected, least=least, most=most), told)
    return told


def _wrong(key: str, expected: str, told: Any) -> OptionError:
    message = _("{key} must be {expected}, not {told}")
    shown = repr(str(told) if isinstance(told, date | time) else told)
    return OptionError(message.format(key=key, expected=expected, told=shown[:80]))


def _join(key: str, name: str) -> str:
    return f"{key}.{name}" if key else name
