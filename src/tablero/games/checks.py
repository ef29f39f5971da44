"""Checks of games in a user's file; an error is reported in one line, with file and line."""

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from types import FunctionType
from typing import Any, ClassVar, Literal, get_origin, get_type_hints

from tablero.errors import OutsideError
from tablero.games.game import Game
from tablero.games.outside import blame, check_fields, distinguish, wrong_answer
from tablero.locale import _, mark
from tablero.options import bare_kind, option_kinds
from tablero.position import (
    FIRST,
    LARGEST_BITBOARD,
    LARGEST_INT,
    OPTIONAL_METHODS,
    REQUIRED_METHODS,
    SECOND,
    bitboard_fields,
    overflow_in,
    position_key,
    rules,
)
from tablero.sources import is_outside


def is_number(value: Any) -> bool:
    return type(value) is int and ~LARGEST_INT <= value <= LARGEST_INT


def is_word(value: Any) -> bool:
    return type(value) is int and ~LARGEST_INT <= value <= LARGEST_BITBOARD


def is_key(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) > 0 and all(map(is_word, value))


def are_bounds(value: Any) -> bool:
    return is_key(value) and len(value) == 2 and value[0] <= value[1] <= LARGEST_INT


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
    with blame(origin, _("the game does not start")):
        _check_size(start, origin)
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


def _check_size(start: Any, origin: str) -> None:
    """Check that ints of the position class have no more bits than compiled ones.

    From now on the class raises OverflowError for a position whose fields do not fit.
    """
    cls = type(start)
    if reason := overflow_in(start):
        message = _("{origin}: the initial position does not fit: {reason}")
        raise OutsideError(message.format(origin=origin, reason=reason))
    functions = [each for each in vars(cls).values() if isinstance(each, FunctionType)]
    for function, constant in () if bitboard_fields(cls) else large_constants(functions):
        file, line = origin, function.__code__.co_firstlineno
        message = _(
            "{file}, line {line}: {constant} has more than 63 bits; declare the fields of {cls}"
            " that hold boards as Bitboard, from tablero.position"
        )
        values = {"constant": constant, "cls": cls.__qualname__}
        raise OutsideError(message.format(file=file, line=line, **values))
    limit_fields(cls)


def large_constants(functions: Iterable[FunctionType]) -> Iterator[tuple[FunctionType, int]]:
    """Yield the constants of more than 63 bits in functions and what they call, with the place."""
    found, waiting = set(), list(functions)
    while waiting:
        function = waiting.pop()
        if function in found:
            continue
        found.add(function)
        code, names = function.__code__, function.__globals__
        values = [*code.co_consts, *(names[name] for name in code.co_names if name in names)]
        for value in values:
            yield from ((function, number) for number in ints_in(value) if number > LARGEST_INT)
            called = getattr(value, "__wrapped__", value)
            if isinstance(called, FunctionType) and is_outside(called.__code__.co_filename):
                waiting.append(called)


def ints_in(value: Any) -> Iterator[int]:
    """Yield an int, or the ints in a tuple."""
    if isinstance(value, tuple):
        for each in value:
            yield from ints_in(each)
    elif type(value) is int:
        yield value


def limit_fields(cls: Any) -> None:
    """Make a class of positions raise OverflowError where a field is too large."""
    new = cls.__new__
    if hasattr(new, "__wrapped__"):  # the class has been checked before
        return

    @wraps(new)
    def new_position(cls: Any, *args: Any, **keywords: Any) -> Any:
        position = new(cls, *args, **keywords)
        if reason := overflow_in(position):
            raise OverflowError(reason)
        return position

    cls.__new__ = new_position


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
