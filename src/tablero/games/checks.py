"""What a game from outside must have. What it lacks is told in one line, with file and line."""

from collections.abc import Callable
from typing import Any, ClassVar, Literal, get_origin, get_type_hints

from tablero.errors import OutsideError
from tablero.games.game import Game
from tablero.games.options import option_kinds
from tablero.games.outside import blame, check_fields, distinguish, wrong_answer
from tablero.locale import _, mark
from tablero.position import FIRST, REQUIRED_VERBS, SECOND, rules

LARGEST = (1 << 63) - 1
"""Machine code knows no larger number."""


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
    "key": (is_key, mark("a tuple of ints")),
    "bounds": (are_bounds, mark("two ints, the least first")),
}
"""What a position has to answer to its verbs."""


def checked(cls: type[Game], origin: str) -> type[Game]:
    """`cls` itself, its positions completed by `rules`; raises OutsideError."""
    if not isinstance(getattr(cls, "name", None), str):
        raise OutsideError(_("{origin}: the game has no name").format(origin=origin))
    with blame(origin, _("the game does not start")):
        _check_options(cls, origin)
        game = cls()
        start = game.start
    if not hasattr(start, "_fields") or not is_key(start):
        message = _("{origin}: a position must be a NamedTuple of ints, not {start!r}")
        raise OutsideError(message.format(origin=origin, start=start))
    _check_verbs(type(start), origin)
    with blame(origin, _("the rules fail in the first position")):
        _check_rules(start, origin)
    with blame(origin, _("the first position cannot be shown")):
        _check_texts(game, origin)
    return cls


def _check_options(cls: type[Game], origin: str) -> None:
    kinds = option_kinds(cls)
    hints = get_type_hints(cls).items()
    if {name for name, kind in hints if get_origin(kind) is not ClassVar} != set(kinds):
        message = _("{origin}: a game with options needs @dataclass(frozen=True)")
        raise OutsideError(message.format(origin=origin))
    for option, kind in kinds.items():
        if kind not in (int, bool) and get_origin(kind) is not Literal:
            message = _("{origin}: the option {option} must be an int, a bool or a Literal")
            raise OutsideError(message.format(origin=origin, option=option))
    if not isinstance(cls.depth, int):
        raise OutsideError(_("{origin}: depth must be an int").format(origin=origin))


def _check_verbs(kind: Any, origin: str) -> None:
    """All that a position must be able to say is there, and not hidden."""
    check_fields(kind, origin)
    if missing := [verb for verb in REQUIRED_VERBS if not hasattr(kind, verb)]:
        message = _("{origin}: the class {cls} lacks the verb {verbs}")
        values = {"cls": kind.__qualname__, "verbs": ", ".join(missing)}
        raise OutsideError(message.format(origin=origin, **values))
    rules(kind)
    distinguish(kind)


def _check_rules(start: Any, origin: str) -> None:
    """The first position and those after it answer what kernels expect."""
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
    for verb, (is_right, expected) in ANSWERS.items():
        answer = getattr(position, verb)()
        if not is_right(answer):
            raise wrong_answer(type(position), verb, _(expected), answer, origin)


def _check_texts(game: Game, origin: str) -> None:
    start = game.start
    texts = {"write": game.write(start), "draw": game.draw(start)}
    for move in game.legal_moves(start):
        texts["move_name"] = game.move_name(start, move)
    for verb, text in texts.items():
        if not isinstance(text, str):
            raise wrong_answer(type(game), verb, _("a str"), text, origin)
