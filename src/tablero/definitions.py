"""Games, evaluations, agents and searches that a program or a notebook has defined, by name.

Wherever a text is read, it may name one of them. An object that is passed in place of a text is
defined first, so that jobs, records and reports name it as they name what the package brings.
Worker processes get all definitions of the process whose jobs they run.
"""

import threading
from collections.abc import Collection, Mapping
from enum import StrEnum
from itertools import count
from typing import Any, TypeAlias

from tablero.errors import OptionError
from tablero.locale import _


class Kind(StrEnum):
    """What a definition is."""

    GAME = "game"
    EVALUATION = "evaluation"
    AGENT = "agent"
    SEARCH = "search"


Definitions: TypeAlias = dict[Kind, dict[str, Any]]

_of_process: Definitions = {kind: {} for kind in Kind}
_of_thread = threading.local()
"""Its attribute `definitions` are those of a thread that runs a job of another process."""


def _current() -> Definitions:
    return getattr(_of_thread, "definitions", _of_process)


def define(kind: Kind, name: str, made: Any) -> None:
    """Let texts name `made`; a later definition of the same name replaces an earlier one."""
    _current()[kind][name] = made


def define_object(kind: Kind, name: str, made: Any, taken: Collection[str]) -> str:
    """Define an object under its own name, and return the name.

    If another object has the name, as after a class of a notebook was defined again, a number
    follows it. Raise OptionError if the name is among those that are `taken`.
    """
    check_name(kind, name, taken)
    for number in count(1):
        numbered = name if number == 1 else f"{name}_{number}"
        if defined(kind).get(numbered, made) is made:
            define(kind, numbered, made)
            return numbered
    raise AssertionError


def check_name(kind: Kind, name: str, taken: Collection[str]) -> None:
    """Raise OptionError if an object cannot be defined under this name.

    taken: the names that already have a meaning.
    """
    if name in taken or not name.isidentifier():
        message = _("{name!r} cannot be the name of your {kind}: {reason}")
        reason = _("it is taken") if name in taken else _("it may have letters, digits and _ only")
        raise OptionError(message.format(name=name, kind=_kind_names()[kind], reason=reason))


def _kind_names() -> dict[Kind, str]:
    return {
        Kind.GAME: _("game"),
        Kind.EVALUATION: _("evaluation"),
        Kind.AGENT: _("agent"),
        Kind.SEARCH: _("search"),
    }


def defined(kind: Kind) -> Mapping[str, Any]:
    """Return the definitions of a kind, by name."""
    return _current()[kind]


def dump_definitions() -> bytes:
    """Return all definitions for another process; empty if there are none.

    Classes and functions of a notebook or of a main program are sent by value. What was loaded
    from a path is left out: every process loads it for itself.
    """
    objects = {
        kind: {name: made for name, made in definitions.items() if name.isidentifier()}
        for kind, definitions in _current().items()
    }
    if not any(objects.values()):
        return b""
    from cloudpickle import dumps

    return dumps(objects)  # type: ignore[no-any-return]


def load_definitions(dumped: bytes) -> None:
    """Use the definitions of another process in this thread."""
    if dumped:
        from cloudpickle import loads

        _of_thread.definitions = loads(dumped)
