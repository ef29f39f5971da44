"""Names with options, as users write them: `kalah(pits=6,seeds=5,capture=empty)`.

The type of an option limits its values: `Annotated[int, Between(1, 31)]`, or a Literal of texts.
`convert` checks options that are texts, `check_options` the fields of an object.
"""

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from tablero.errors import NotationError, OptionError, UnknownName
from tablero.limits import Between
from tablero.locale import _

BARE = ""
"""The name of a value that is written without one; it is the value of the first option."""

_CALL = re.compile(r"\s*(?P<name>.+?)\s*(?:\((?P<options>.*)\))?\s*", re.DOTALL)
_TRUTH = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


_kinds: dict[type[Any], Mapping[str, Any]] = {}
"""What `option_kinds` has returned: settings are checked before every search."""


class Named(NamedTuple):
    """The names of the values 0, 1, … of an int: `Annotated[int, Named(("quick", "infinite"))]`.

    Options of evaluations use it because their fields are ints: users write a name, and
    compiled code gets its number.
    """

    names: tuple[str, ...]


def parse_call(text: str) -> tuple[str, dict[str, str]]:
    """Return the name and the options as texts. Raise NotationError if they cannot be parsed.

    A value may be a call again. The first value may be BARE: `level(3)`.
    """
    call = _CALL.fullmatch(text)
    if not call or (re.search(r"[()]", call["name"]) and not call["name"].endswith(".py")):
        raise _unreadable(text)
    options: dict[str, str] = {}
    for part in filter(None, _parts(call["options"] or "", text)):
        named = re.fullmatch(r"([^=(]*[^=(\s])\s*=\s*(.*)", part, re.DOTALL)
        name, value = named.groups() if named else (BARE, part)
        if name in options or (name == BARE and (options or part.startswith("="))):
            message = _(
                "cannot read the option {part!r} in {text!r}, expected option=value, each once"
            )
            raise NotationError(message.format(part=part, text=text))
        options[name] = value
    return call["name"], options


def _parts(options: str, text: str) -> Iterator[str]:
    """Split the options at the commas outside parentheses. Raise NotationError if unbalanced."""
    part, inside = "", 0
    for sign in options:
        inside += (sign == "(") - (sign == ")")
        if inside < 0:
            break
        if sign == "," and not inside:
            yield part.strip()
            part = ""
        else:
            part += sign
    if inside:
        raise _unreadable(text)
    yield part.strip()


def _unreadable(text: str) -> NotationError:
    message = _("cannot read {text!r}, expected name or name(option=value,…)")
    return NotationError(message.format(text=text))


def option_kinds(cls: type[Any]) -> Mapping[str, Any]:
    """Return the options of a dataclass: their names, and their types with limits."""
    if cls not in _kinds:
        hints = get_type_hints(cls, include_extras=True)
        _kinds[cls] = {field.name: hints[field.name] for field in fields(cls)}
    return _kinds[cls]


def option_limits(cls: type[Any]) -> dict[str, Between]:
    """Return the limits of those options of a dataclass that have limits."""
    found = {name: _annotation(kind, Between) for name, kind in option_kinds(cls).items()}
    return {name: limits for name, limits in found.items() if limits is not None}


def check_options(options: Any) -> None:
    """Raise OptionError if a field of a dataclass has a value that its type does not allow."""
    for name, kind in option_kinds(type(options)).items():
        _check(name, getattr(options, name), kind)


def _check(name: str, value: Any, kind: Any) -> None:
    """Raise OptionError if a value is outside its limits, or is not one of its choices."""
    if limits := _annotation(kind, Between):
        limits.check(name, value)
    if get_origin(kind) is Literal and value not in get_args(kind):
        raise _no_choice(name, kind, str(value))


def _annotation(kind: Any, sort: type[Any]) -> Any:
    """Return the annotation of a type that is of this class; None if there is none."""
    found = kind.__metadata__ if get_origin(kind) is Annotated else ()
    return next((each for each in found if isinstance(each, sort)), None)


def convert(options: Mapping[str, str], kinds: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options as values. Raise OptionError for a text that cannot be converted.

    kinds: the type of each option: int, float, bool, str or a Literal of texts, or one of these
    with None; an int may have limits (Between) or named values (Named).
    """
    first = next(iter(kinds), BARE)
    if BARE in options and (first == BARE or first in options):
        message = _("which option is {text!r}? expected option=value, each once; known: {known}")
        known = ", ".join(kinds) or _("none")
        raise OptionError(message.format(text=options[BARE], known=known))
    texts = {name or first: text for name, text in options.items()}
    for name in texts:
        if name not in kinds:
            raise UnknownName(_("option"), name, kinds)
    values = {name: _value(name, text, bare_kind(kinds[name])) for name, text in texts.items()}
    for name, value in values.items():
        _check(name, value, kinds[name])
    return values


def bare_kind(kind: Any) -> Any:
    """Return a type without None and without limits; for an int with named values, its Named.

    The type of an option that may be a text or an object is str.
    """
    if get_origin(kind) is Annotated:
        kind = _annotation(kind, Named) or kind.__origin__
    if isinstance(kind, UnionType):
        parts = [part for part in get_args(kind) if part is not type(None)]
        return str if str in parts else parts[0]
    return kind


def _value(name: str, text: str, kind: Any) -> Any:
    if kind is str:
        return text
    if kind is float:
        return _number(name, text)
    if get_origin(kind) is Literal:
        accepted = {str(choice).lower(): choice for choice in get_args(kind)}
    elif isinstance(kind, Named):
        accepted = {choice.lower(): number for number, choice in enumerate(kind.names)}
    elif kind is bool:
        accepted = _TRUTH
    elif re.fullmatch(r"[+-]?[0-9]{1,18}", text):
        return int(text)
    else:
        message = _("option {name} must be an integer, not {text!r}")
        raise OptionError(message.format(name=name, text=text))
    if text.lower() not in accepted:
        raise _no_choice(name, kind, text)
    return accepted[text.lower()]


def _no_choice(name: str, kind: Any, text: str) -> OptionError:
    message = _("option {name} must be one of {choices}, not {text!r}")
    choices = ", ".join(describe(kind))
    return OptionError(message.format(name=name, choices=choices, text=text))


def _number(name: str, text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        message = _("option {name} must be a number, not {text!r}")
        raise OptionError(message.format(name=name, text=text))
    return number


def describe(kind: Any) -> list[str]:
    """Return the texts that an option of this type may be; none if it is a number or any text."""
    kind = bare_kind(kind)
    if get_origin(kind) is Literal:
        return [str(choice) for choice in get_args(kind)]
    if isinstance(kind, Named):
        return [*kind.names]
    return ["true", "false"] if kind is bool else []


def write_call(name: str, options: Any) -> str:
    """Return the name with those options of a dataclass that differ from their defaults."""
    changed = (
        (field.name, _text(value))
        for field in fields(options)
        if (value := getattr(options, field.name)) != field.default
    )
    return join_call(name, changed)


def join_call(name: str, options: Iterable[tuple[str, str]]) -> str:
    """Return the text that `parse_call` parses into this name and these options."""
    joined = ",".join(
        value if option == BARE else f"{option}={value}" for option, value in options
    )
    return f"{name}({joined})" if joined else name


def _text(value: Any) -> str:
    """Return a value as a text that `convert` accepts; 5.0 becomes 5."""
    if isinstance(value, bool):
        return str(value).lower()
    return str(value).removesuffix(".0") if isinstance(value, float) else str(value)
