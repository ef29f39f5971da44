"""Opinions: evaluations by name, for the games they understand."""

import sys
from importlib import import_module
from types import ModuleType
from typing import Any, get_type_hints

from tablero.errors import OptionError, OutsideError, UnknownName
from tablero.games.checks import is_number
from tablero.games.game import Game
from tablero.games.options import convert, parse_call
from tablero.games.outside import (
    blame,
    check_fields,
    distinguish,
    is_path,
    load_module,
    wrong_answer,
)
from tablero.locale import _
from tablero.position import opinion

EVALUATIONS = {
    "connect4": ("lines", "table", "potential"),
    "kalah": ("simple", "stores", "composite", "tuned"),
    "mancala11": ("regular", "good", "composite", "tuned"),
}
"""Beside these, `zero` judges every game. `module.name(game)` makes the judge."""


LARGEST_WEIGHT = 100_000
"""Times any margin it is still less than INFINITY."""


def names(game: Game) -> list[str]:
    """The evaluations that understand `game`, the usual one first."""
    return [*_shipped(game), *_beside(game), "zero"]


def _shipped(game: Game) -> tuple[str, ...]:
    """Our own; a game from outside may bear the name of one of ours."""
    ours = type(game).__module__ == f"tablero.games.{game.name}"
    return EVALUATIONS.get(game.name, ()) if ours else ()


def load(text: str, game: Game) -> Any:
    """The judge of a name or a path, with weights: `composite(stores=2)`, `my_eval.py`."""
    name, options = parse_call(text)
    judge = _judge(name, game)
    kinds = get_type_hints(type(judge))
    kinds.pop("max_side", None)
    weights = convert(options, kinds)
    if any(abs(weight) > LARGEST_WEIGHT for weight in weights.values()):
        message = _("{text!r}: a weight may be -{most} to {most}")
        raise OptionError(message.format(text=text, most=LARGEST_WEIGHT))
    return judge._replace(**{field: int(weight) for field, weight in weights.items()})


def _judge(name: str, game: Game) -> Any:
    """The judge with its usual weights."""
    if is_path(name):
        return _only_judge(name, game)
    if name in _shipped(game):
        return getattr(import_module(f"tablero.evals.{game.name}"), name)(game)
    if name in _beside(game):
        return _made(_beside(game)[name], game)
    if name == "zero":
        return import_module("tablero.evals.zero").Zero()
    raise UnknownName(_("evaluation of {game}").format(game=game.name), name, names(game))


def _judges(module: ModuleType) -> dict[str, type[Any]]:
    """The classes of judges written in a module, by their names in lower case."""
    return {
        name.lower(): cls
        for name, cls in vars(module).items()
        if isinstance(cls, type) and hasattr(cls, "_fields") and not hasattr(cls, "play")
        if callable(getattr(cls, "value", None)) and cls.__module__ == module.__name__
    }


def _beside(game: Game) -> dict[str, type[Any]]:
    """The judges that stand in the same file as a game from outside."""
    return _judges(sys.modules[type(game).__module__])


def _only_judge(path: str, game: Game) -> Any:
    module = load_module(path)
    found = list(_judges(module).values())
    if not found and callable(getattr(module, "value", None)):
        message = _(
            "{path}: def value(board) plays, but a search compiles a NamedTuple with value"
        )
        raise OutsideError(message.format(path=path))
    if len(found) != 1:
        message = _("{path}: expected one NamedTuple with the verb value, found {count}")
        raise OutsideError(message.format(path=path, count=len(found)))
    return _made(found[0], game)


def _made(cls: type[Any], game: Game) -> Any:
    """A judge from outside with its usual weights; `opinion` completes its verbs."""
    origin = str(sys.modules[cls.__module__].__file__)
    check_fields(cls, origin)
    with blame(origin, _("every weight needs a usual value")):
        judge = opinion(cls)()
    distinguish(cls)
    if not judge or not all(isinstance(weight, int) for weight in judge):
        message = _("{origin}: the weights must be ints, at least one, not {weights}")
        raise OutsideError(message.format(origin=origin, weights=judge._asdict()))
    with blame(origin, _("the evaluation fails in the first position")):
        numbers = judge.value(game.start), judge.final(1), *judge.span(-1, 1)
    for verb, number in zip(("value", "final", "span", "span"), numbers, strict=True):
        if not is_number(number):
            raise wrong_answer(cls, verb, _("ints"), number, origin)
    return judge
