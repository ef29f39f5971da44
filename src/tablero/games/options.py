"""Names with options, as people write them: `kalah(pits=6,seeds=5,capture=empty)`."""

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from tablero.errors import NotationError, OptionError, UnknownName
from tablero.locale import _

BARE = ""
"""The name of a value that is given without one: it stands for the first option."""

_CALL = re.compile(r"\s*(?P<name>.+?)\s*(?:\((?P<options>.*)\))?\s*", re.DOTALL)
_TRUTH = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


class Between(NamedTuple):
    """What a number may be, whatever the other options are: `Annotated[int, Between(1, 31)]`.
    None: without end."""

    least: float
    most: float | None = None


def parse_call(text: str) -> tuple[str, dict[str, str]]:
    """The name and the options, still as texts; a value may be a call again. The first value
    may be BARE: `level(3)`."""
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
    """What stands between the commas that are in no parentheses."""
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


def option_kinds(cls: type[Any]) -> dict[str, Any]:
    """The options of a dataclass: names and types."""
    hints = get_type_hints(cls)
    return {field.name: hints[field.name] for field in fields(cls)}


def option_limits(cls: type[Any]) -> dict[str, Between]:
    """Of those options of a dataclass that name them."""
    hints = get_type_hints(cls, include_extras=True)
    told = {field.name: hints[field.name] for field in fields(cls)}
    return {
        name: limits
        for name, hint in told.items()
        if get_origin(hint) is Annotated
        for limits in hint.__metadata__
        if isinstance(limits, Between)
    }


def convert(options: Mapping[str, str], kinds: Mapping[str, Any]) -> dict[str, Any]:
    """The options as values; `kinds` gives each name its type: int, float, bool, str or a
    Literal of texts, or one of these with None."""
    first = next(iter(kinds), BARE)
    if BARE in options and (first == BARE or first in options):
        message = _("which option is {text!r}? expected option=value, each once; known: {known}")
        known = ", ".join(kinds) or _("none")
        raise OptionError(message.format(text=options[BARE], known=known))
    told = {name or first: text for name, text in options.items()}
    for name in told:
        if name not in kinds:
            raise UnknownName(_("option"), name, kinds)
    return {name: _value(name, text, _kind(kinds[name])) for name, text in told.items()}


def _kind(kind: Any) -> Any:
    """Without None, which no text stands for."""
    if isinstance(kind, UnionType):
        (kind,) = (part for part in get_args(kind) if part is not type(None))
    return kind


def _value(name: str, text: str, kind: Any) -> Any:
    if kind is str:
        return text
    if kind is float:
        return _number(name, text)
    if get_origin(kind) is Literal:
        accepted = {str(choice).lower(): choice for choice in get_args(kind)}
    elif kind is bool:
        accepted = _TRUTH
    elif re.fullmatch(r"[+-]?[0-9]{1,18}", text):
        return int(text)
    else:
        message = _("option {name} must be a whole number, not {text!r}")
        raise OptionError(message.format(name=name, text=text))
    if text.lower() not in accepted:
        message = _("option {name} must be one of {choices}, not {text!r}")
        choices = ", ".join(describe(kind))
        raise OptionError(message.format(name=name, choices=choices, text=text))
    return accepted[text.lower()]


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
    """The texts that an option of this kind takes; none where any number will do."""
    if get_origin(kind) is Literal:
        return [str(choice) for choice in get_args(kind)]
    return ["true", "false"] if kind is bool else []


def write_call(name: str, options: Any) -> str:
    """The name with those options of a dataclass that are not the usual ones."""
    told = (
        (field.name, _text(value))
        for field in fields(options)
        if (value := getattr(options, field.name)) != field.default
    )
    return join_call(name, told)


def join_call(name: str, options: Iterable[tuple[str, str]]) -> str:
    """What `parse_call` reads, as a text again."""
    told = ",".join(value if option == BARE else f"{option}={value}" for option, value in options)
    return f"{name}({told})" if told else name


def _text(value: Any) -> str:
    """As `convert` reads it; 5.0 is told as 5."""
    if isinstance(value, bool):
        return str(value).lower()
    return str(value).removesuffix(".0") if isinstance(value, float) else str(value)
