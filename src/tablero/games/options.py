"""Names with options, as people write them: `kalah(pits=6,seeds=5,capture=empty)`."""

import re
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Literal, get_args, get_origin, get_type_hints

from tablero.errors import NotationError, OptionError, UnknownName
from tablero.locale import _

_CALL = re.compile(r"\s*(?P<name>.+?)\s*(?:\((?P<options>[^()]*)\))?\s*", re.DOTALL)
_TRUTH = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def parse_call(text: str) -> tuple[str, dict[str, str]]:
    """The name and the options, still as texts."""
    call = _CALL.fullmatch(text)
    if not call or (re.search(r"[()]", call["name"]) and not call["name"].endswith(".py")):
        message = _("cannot read {text!r}, expected name or name(option=value,…)")
        raise NotationError(message.format(text=text))
    options: dict[str, str] = {}
    for part in filter(None, re.split(r"\s*,\s*", (call["options"] or "").strip())):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or name in options:
            message = _(
                "cannot read the option {part!r} in {text!r}, expected option=value, each once"
            )
            raise NotationError(message.format(part=part, text=text))
        options[name] = value
    return call["name"], options


def option_kinds(cls: type[Any]) -> dict[str, Any]:
    """The options of a dataclass: names and types."""
    hints = get_type_hints(cls)
    return {field.name: hints[field.name] for field in fields(cls)}


def convert(options: Mapping[str, str], kinds: Mapping[str, Any]) -> dict[str, Any]:
    """The options as values; `kinds` gives each name its type: int, bool or a Literal of texts."""
    for name in options:
        if name not in kinds:
            raise UnknownName(_("option"), name, kinds)
    return {name: _value(name, text, kinds[name]) for name, text in options.items()}


def _value(name: str, text: str, kind: Any) -> Any:
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


def describe(kind: Any) -> list[str]:
    """The texts that an option of this kind takes; none where any number will do."""
    if get_origin(kind) is Literal:
        return [str(choice) for choice in get_args(kind)]
    return ["true", "false"] if kind is bool else []
