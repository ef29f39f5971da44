"""Checks of games in a user's file; an error is reported in one line, with file and line."""

import random
from collections.abc import Iterable, Iterator
from functools import wraps
from types import FunctionType
from typing import Any, ClassVar, Literal, get_origin, get_type_hints

from tablero.answers import check_answers, is_key, is_number, shown, wrong_answer
from tablero.errors import OutsideError
from tablero.games.game import Game
from tablero.games.outside import blame, check_fields, distinguish
from tablero.locale import _
from tablero.options import bare_kind, option_kinds
from tablero.position import (
    LARGEST_INT,
    ONGOING,
    OPTIONAL_METHODS,
    REQUIRED_METHODS,
    bitboard_fields,
    overflow_in,
    rules,
)
from tablero.sources import outside_path

RANDOM_PLIES = 300
"""Length at which the random game that is played when a file is loaded ends."""

_tried: dict[type[Game], bool] = {}
"""For each class that has been checked, whether a random game has been played by its rules."""


def checked(cls: type[Game], origin: str) -> type[Game]:
    """Return `cls`, its positions completed by `rules`. Raise OutsideError if a check fails."""
    game = completed(cls, origin)
    with blame(origin, _("the rules fail in the initial position")):
        _check_rules(game.start, origin)
    with blame(origin, _("the initial position cannot be shown")):
        _check_texts(game, origin)
    _tried.setdefault(cls, False)
    return cls


def try_rules(game: Game) -> None:
    """Play a random game by a user's rules, once for each class. Raise OutsideError if they fail.

    It does not end if the rules do not.
    """
    cls = type(game)
    if _tried.get(cls, True):
        return
    origin = cls.file or cls.__module__
    with blame(origin, _("the rules fail in a random game")):
        _play_random_game(game.start, origin)
    _tried[cls] = True


def completed(cls: type[Game], origin: str) -> Game:
    """Return the game of a class with its default options, its positions completed by `rules`.

    Raise OutsideError if something is missing that a game needs to be defined.
    """
    if not isinstance(getattr(cls, "name", None), str):
        raise OutsideError(_("{origin}: the game has no name").format(origin=origin))
    with blame(origin, _("the game does not start")):
        _check_options(cls, origin)
        game = cls()
        start = game.start
    if not hasattr(start, "_fields") or not is_key(start):
        message = _("{origin}: a position must be a NamedTuple of ints, not {start}")
        raise OutsideError(message.format(origin=origin, start=shown(start)))
    _check_methods(type(start), origin)
    with blame(origin, _("the game does not start")):
        _check_size(start, origin)
    return game


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
        line = function.__code__.co_firstlineno
        message = _(
            "{file}, line {line}: {constant} has more than 63 bits; declare the fields of {cls}"
            " that hold boards as Bitboard, from tablero.position"
        )
        values = {"file": origin, "constant": constant, "cls": cls.__qualname__}
        raise OutsideError(message.format(line=line, **values), line)
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
            if isinstance(called, FunctionType) and outside_path(called.__code__.co_filename):
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
    check_answers(start, origin)
    for move in start.moves():
        check_answers(_played(start, move, origin), origin)


def _play_random_game(start: Any, origin: str) -> None:
    """Check the values that methods return in a random game, the same one every time.

    It ends early in a position without moves: whether one may end there is not checked here.
    """
    generator, position = random.Random(0), start
    for _ply in range(RANDOM_PLIES):
        moves = [] if position.outcome() != ONGOING else list(position.moves())
        if not moves:
            return
        position = _played(position, generator.choice(moves), origin)
        check_answers(position, origin)


def _played(position: Any, move: Any, origin: str) -> Any:
    """Return the position after a move. Raise OutsideError if it, or the move, is none."""
    kind = type(position)
    if not is_number(move):
        raise wrong_answer(kind, "moves", _("ints"), move, origin)
    child = position.play(move)
    if type(child) is not kind or not is_key(child):
        expected = _("a {cls} of ints").format(cls=kind.__qualname__)
        raise wrong_answer(kind, "play", expected, child, origin)
    return child


def _check_texts(game: Game, origin: str) -> None:
    start = game.start
    texts = {"write": game.write(start), "draw": game.draw(start)}
    for move in game.legal_moves(start):
        texts["move_name"] = game.move_name(start, move)
    for name, text in texts.items():
        if not isinstance(text, str):
            raise wrong_answer(type(game), name, _("a str"), text, origin)
