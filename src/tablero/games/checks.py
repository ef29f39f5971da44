"""Checks of games in a user's file; an error is reported in one line, with file and line."""

from collections.abc import Callable
from typing import Any, ClassVar, Literal, get_origin, get_type_hints

from tablero.errors import OutsideError
from tablero.games.game import Game
from tablero.games.outside import blame, check_fields, distinguish, wrong_answer
from tablero.locale import _, mark
from tablero.options import bare_kind, option_kinds
from tablero.position import (
    FIRST,
    OPTIONAL_METHODS,
    REQUIRED_METHODS,
    SECOND,
    position_key,
    rules,
)

LARGEST = (1 << 63) - 1
"""Largest int of compiled code: 64 bits, signed."""


def is_number(value: Any) -> bool:
    return type(value) is int and abs(value) <= LARGEST


def is_key(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) > 0 and all(map(is_number, value))


def are_bounds(value: Any) -> bool:
    return is_key(value) and len(value) == 2 and value[0] <= value[1]


def is_side(value: Any) -> bool:
    return value in (FIRST, SECOND)


ANSWERS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "outcome": (is_number, mark("an int")),
    "theory": (is_number, mark("an int")),
    "turn": (is_side, mark("0 or 1")),
    "bounds": (are_bounds, mark("two ints, the least first")),
}
"""Methods of a position: the check of the value that each returns, and its description."""


def checked(cls: type[Game], origin: str) -> type[Game]:
    """Return `cls`, its positions completed by `rules`. Raise OutsideError if a check fails."""
    if not isinstance(getattr(cls, "name", None), str):
        raise OutsideError(_("{origin}: the game has no name").format(origin=origin))
    with blame(origin, _("the game does not start")):
        _check_options(cls, origin)
        game = cls()
        start = game.start
    if not hasattr(start, "_fields") or not is_key(start):
        message = _("{origin}: a position must be a NamedTuple of ints, not {start!r}")
        raise OutsideError(message.format(origin=origin, start=start))
    _check_methods(type(start), origin)
    with blame(origin, _("the rules fail in the initial position")):
        _check_rules(start, origin)
    with blame(origin, _("the initial position cannot be shown")):
        _check_texts(game, origin)
    return cls


def _check_options(cls: type[Game], origin: str) -> None:
    kinds = option_kinds(cls)
    hints = get_type_hints(cls).items()
    if {name for name, kind in hints if get_origin(kind) is not ClassVar} != set(kinds):
        message = _("{origin}: a game with options needs @dataclass(frozen=True)")
        raise OutsideError(message.format(origin=origin))
    for option, kind in zip(kinds, map(bare_kind, kinds.values()), strict=True):
        if kind not in (int, bool) and get_origin(kind) is not Literal:
            message = _("{origin}: the option {option} must be an int, a bool or a Literal")
            raise OutsideError(message.format(origin=origin, option=option))
    if not isinstance(cls.depth, int):
        raise OutsideError(_("{origin}: depth must be an int").format(origin=origin))


def _check_methods(kind: Any, origin: str) -> None:
    """Raise OutsideError unless a class of positions has all methods, and no field hides one."""
    check_fields(kind, REQUIRED_METHODS + OPTIONAL_METHODS, origin)
    if missing := [name for name in REQUIRED_METHODS if not hasattr(kind, name)]:
        message = _("{origin}: the class {cls} lacks the method {names}")
        values = {"cls": kind.__qualname__, "names": ", ".join(missing)}
        raise OutsideError(message.format(origin=origin, **values))
    rules(kind)
    distinguish(kind)


def _check_rules(start: Any, origin: str) -> None:
    """Check the values that methods of the first position and of its children return."""
    _check_answers(start, origin)
    for move in start.moves():
        if not is_number(move):
            raise wrong_answer(type(start), "moves", _("ints"), move, origin)
        child = start.play(move)
        if type(child) is not type(start) or not is_key(child):
            expected = _("a {cls} of ints").format(cls=type(start).__qualname__)
            raise wrong_answer(type(start), "play", expected, child, origin)
        _check_answers(child, origin)


def _check_answers(position: Any, origin: str) -> None:
    for name, (is_right, expected) in ANSWERS.items():
        answer = getattr(position, name)()
        if not is_right(answer):
            raise wrong_answer(type(position), name, _(expected), answer, origin)
    if not is_key(key := position_key(position)):
        raise wrong_answer(type(position), "key", _("a tuple of ints"), key, origin)


def _check_texts(game: Game, origin: str) -> None:
    start = game.start
    texts = {"write": game.write(start), "draw": game.draw(start)}
    for move in game.legal_moves(start):
        texts["move_name"] = game.move_name(start, move)
    for name, text in texts.items():
        if not isinstance(text, str):
            raise wrong_answer(type(game), name, _("a str"), text, origin)
