"""The values that methods of a user's game must return, and the errors for other values."""

import re
from collections.abc import Callable
from typing import Any

from tablero.errors import OutsideError, RulesError
from tablero.locale import _, mark
from tablero.position import (
    FIRST,
    LARGEST_BITBOARD,
    LARGEST_INT,
    ONGOING,
    SECOND,
    position_key,
)
from tablero.sources import outside_path


def is_number(value: Any) -> bool:
    return type(value) is int and ~LARGEST_INT <= value <= LARGEST_INT


def is_word(value: Any) -> bool:
    return type(value) is int and ~LARGEST_INT <= value <= LARGEST_BITBOARD


def is_key(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) > 0 and all(map(is_word, value))


def are_bounds(value: Any) -> bool:
    return is_key(value) and len(value) == 2 and value[0] <= value[1] <= LARGEST_INT


def is_side(value: Any) -> bool:
    return type(value) is int and value in (FIRST, SECOND)


ANSWERS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "outcome": (is_number, mark("an int")),
    "theory": (is_number, mark("an int")),
    "turn": (is_side, mark("0 or 1")),
    "bounds": (are_bounds, mark("two ints, the least first")),
}
"""Methods of a position: the check of the value that each returns, and its description."""


def check_answers(position: Any, origin: str = "") -> None:
    """Raise RulesError if a method of a position returns a value of the wrong kind.

    origin: the file or the entry point of the game, if the caller knows it.
    """
    for name, (is_right, expected) in ANSWERS.items():
        answer = getattr(position, name)()
        if not is_right(answer):
            raise wrong_answer(type(position), name, _(expected), answer, origin)
    if not is_key(key := position_key(position)):
        raise wrong_answer(type(position), "key", _("a tuple of ints"), key, origin)


def check_moves(position: Any) -> None:
    """Raise RulesError for a position that has no moves although the game is not over."""
    if position.outcome() == ONGOING and next(iter(position.moves()), None) is None:
        raise no_moves(position)


def wrong_answer(
    cls: type[Any], method: str, expected: str, answer: Any, origin: str = ""
) -> OutsideError:
    """Return the error about what a method returned, with the line where the method begins.

    It is a RulesError if `cls` is a class of positions.
    """
    place, line = place_of_method(cls, method, origin)
    message = _("{place}: {verb} must return {expected}, not {answer}")
    values = {"verb": method, "expected": expected, "answer": shown(answer)}
    kind = RulesError if hasattr(cls, "play") else OutsideError
    return kind(message.format(place=place, **values), line)


def no_moves(position: Any) -> RulesError:
    """Return the error about a position that has no moves although the game is not over."""
    place, line = place_of_method(type(position), "moves")
    message = _("{place}: a position that is not over has no moves: {position}")
    return RulesError(message.format(place=place, position=shown(position)), line)


def place_of_method(cls: type[Any], method: str, origin: str = "") -> tuple[str, int | None]:
    """Return the text of the place where a method begins, and its line if the file is a user's."""
    code = getattr(getattr(cls, method), "__code__", None)
    file = None if code is None else outside_path(code.co_filename)
    if code is None or file is None:
        return origin or cls.__qualname__, None
    line = int(code.co_firstlineno)
    return _("{file}, line {line}").format(file=origin or file, line=line), line


def shown(value: Any) -> str:
    """Return the text of a value, in which classes have the names that the user gave them."""
    return plain_names(repr(value))


def plain_names(text: str) -> str:
    """Return a text with the names of classes that the user gave them."""
    return re.sub(r"@\w+", "", text)
