"""Evaluations of a game by name, or in a user's file."""

import sys
from functools import cache
from types import ModuleType
from typing import Annotated, Any, TypeAlias, get_type_hints

from tablero.answers import is_number, wrong_answer
from tablero.definitions import Kind, define_object, defined
from tablero.errors import OptionError, OutsideError, UnknownName
from tablero.games import GAMES
from tablero.games.game import Game
from tablero.games.outside import (
    blame,
    check_fields,
    distinguish,
    entry_points_of,
    is_path,
    load_entry_point,
    load_module,
)
from tablero.lazy import imported
from tablero.limits import Between
from tablero.locale import _
from tablero.options import Named, bare_kind, convert, join_call, parse_call
from tablero.position import EVALUATION_METHODS, PlainEvaluation, complete_evaluation
from tablero.search.zero import Zero
from tablero.sources import outside_path

ENTRY_POINTS = "tablero.evaluations"
"""The group of entry points for the evaluations of a game in other packages is named after both:
`tablero.evaluations.connect4`. Each is called with the game, like those that a game brings."""

LARGEST_WEIGHT = 100_000
"""A weight that, times any margin, is still less than INFINITY."""

Weight: TypeAlias = Annotated[int, Between(-LARGEST_WEIGHT, LARGEST_WEIGHT)]


EvaluationText: TypeAlias = str | PlainEvaluation
"""An option that names an evaluation: its text, as `load` reads it, or an object."""


def names(game: Game) -> list[str]:
    """Return the names of the evaluations of `game`, the default first."""
    others = entry_points_of(f"{ENTRY_POINTS}.{game.name}")
    return list(dict.fromkeys([*game.evaluations, *_beside(game), "zero", *sorted(others)]))


def default_name(game: Game) -> str:
    """Return the name of the evaluation of `game` that is used where the user names none."""
    return next(iter([*game.evaluations, *_beside(game), "zero"]))


def load(text: str | PlainEvaluation, game: Game) -> Any:
    """Return the evaluation of a name or a path with options: `composite(stores=2)`, `my.py`.

    An evaluation that is no text is completed and checked.
    """
    if not isinstance(text, str):
        return _completed(text, game)
    name, options = parse_call(text)
    evaluation = _find(name, game)
    values = convert(options, _option_kinds(evaluation))
    return evaluation._replace(**{field: int(value) for field, value in values.items()})


def as_text(evaluation: str | PlainEvaluation) -> str:
    """Return the text that `load` reads as this evaluation.

    The class of an evaluation that neither the package nor a file brings is defined under its
    name in lower case.
    """
    if isinstance(evaluation, str):
        return evaluation
    cls: Any = type(evaluation)
    if not hasattr(cls, "_fields") or not callable(getattr(cls, "value", None)):
        message = _(
            "an evaluation must be a text or a NamedTuple with the method value, not {value!r}"
        )
        raise OptionError(message.format(value=evaluation))
    _check_weights(evaluation, cls.__qualname__)
    return join_call(_text_name(cls), option_texts(evaluation).items())


def _text_name(cls: type[Any]) -> str:
    """Return the name or path by which `load` finds a class of evaluations."""
    if known := _package_names().get(_family(cls)):
        return known
    module = sys.modules[cls.__module__]
    name = cls.__qualname__.rpartition(".")[2].lower()
    if path := outside_path(getattr(module, "__file__", None) or ""):
        brings_game = any(_is_game(each, module) for each in vars(module).values())
        return name if brings_game else path
    return define_object(Kind.EVALUATION, name, cls, _taken_names())


def _is_game(value: Any, module: ModuleType) -> bool:
    """Return whether this is a class of games that the module defines."""
    is_class = isinstance(value, type) and issubclass(value, Game)
    return is_class and value.__module__ == module.__name__


@cache
def _package_names() -> dict[str, str]:
    """Return the names of the evaluations of this package, by the families of their classes."""
    games = [imported(place)() for place in GAMES.values()]
    names = {
        _family(type(make(game))): name
        for game in games
        for name, make in reversed(game.evaluations.items())
    }
    return {**names, _family(Zero): "zero"}


def _taken_names() -> set[str]:
    """Return the names of the evaluations of all games of this package."""
    return {"zero"}.union(*(imported(place).evaluations for place in GAMES.values()))


def _family(cls: type[Any]) -> str:
    """Return the module and the name of a class, without the options of variants.py."""
    return f"{cls.__module__}.{cls.__qualname__.partition('__')[0]}"


def weight_names(evaluation: Any) -> list[str]:
    """Return the options of an evaluation that are numbers, not names."""
    kinds = _option_kinds(evaluation).items()
    return [name for name, kind in kinds if not isinstance(bare_kind(kind), Named)]


def option_texts(evaluation: Any) -> dict[str, str]:
    """Return all options of an evaluation as `load` reads them."""
    texts = {}
    for name, kind in _option_kinds(evaluation).items():
        value, named = int(getattr(evaluation, name)), bare_kind(kind)
        texts[name] = named.names[value] if isinstance(named, Named) else str(value)
    return texts


def _option_kinds(evaluation: Any) -> dict[str, Any]:
    """Return the types of an evaluation's options; a search sets `max_side`, which is none.

    An int without limits of its own is a Weight.
    """
    hints = get_type_hints(type(evaluation), include_extras=True)
    hints.pop("max_side", None)
    return {name: Weight if kind is int else kind for name, kind in hints.items()}


def _find(name: str, game: Game) -> Any:
    """Return the evaluation of this name or path with its default weights."""
    if is_path(name):
        return _load_file(name, game)
    if name in defined(Kind.EVALUATION):
        return _made(defined(Kind.EVALUATION)[name], game)
    if name in game.evaluations:
        return _completed(game.evaluations[name](game), game)
    if name in _beside(game):
        return _made(_beside(game)[name], game)
    if name == "zero":
        return Zero()
    if entry := entry_points_of(f"{ENTRY_POINTS}.{game.name}").get(name):
        make = load_entry_point(entry, _("the evaluation does not import"))
        return _completed(make(game), game)
    raise UnknownName(_("evaluation of {game}").format(game=game.name), name, names(game))


def _classes(module: ModuleType) -> dict[str, type[Any]]:
    """Return the classes of evaluations that a module defines, by their names in lower case."""
    return {
        name.lower(): cls
        for name, cls in vars(module).items()
        if isinstance(cls, type) and hasattr(cls, "_fields") and not hasattr(cls, "play")
        if callable(getattr(cls, "value", None)) and cls.__module__ == module.__name__
    }


def _beside(game: Game) -> dict[str, type[Any]]:
    """Return the classes of evaluations in the module of the game.

    A notebook and a main program have others, too.
    """
    module = sys.modules[type(game).__module__]
    return {} if module.__name__ in ("__main__", "__mp_main__") else _classes(module)


def _load_file(path: str, game: Game) -> Any:
    module = load_module(path)
    found = list(_classes(module).values())
    if not found and callable(getattr(module, "value", None)):
        message = _(
            "{path}: def value(board) can play, but a search needs a NamedTuple with the method "
            "value"
        )
        raise OutsideError(message.format(path=path))
    if len(found) != 1:
        message = _("{path}: expected one NamedTuple with the method value, found {count}")
        raise OutsideError(message.format(path=path, count=len(found)))
    return _made(found[0], game)


def _made(cls: type[Any], game: Game) -> Any:
    """Return a user's evaluation with its default weights."""
    origin = _origin(cls)
    with blame(origin, _("every weight needs a default value")):
        evaluation = cls()
    return _completed(evaluation, game)


def _completed(evaluation: Any, game: Game) -> Any:
    """Return an evaluation; a user's is completed by `complete_evaluation`.

    It is checked unless both the evaluation and the game are part of the package.
    """
    cls = type(evaluation)
    ours = _is_ours(cls)
    if ours and _is_ours(type(game)):
        return evaluation
    origin = str(game) if ours else _origin(cls)
    if not ours:
        check_fields(complete_evaluation(cls), EVALUATION_METHODS, origin)
        distinguish(cls)
    _check_weights(evaluation, origin)
    with blame(origin, _("the evaluation fails in the initial position")):
        numbers = evaluation.value(game.start), evaluation.final(1), *evaluation.span(-1, 1)
    for method, number in zip(("value", "final", "span", "span"), numbers, strict=True):
        if not is_number(number):
            raise wrong_answer(cls, method, _("ints"), number, origin)
    return evaluation


def _check_weights(evaluation: Any, origin: str) -> None:
    if not evaluation or not all(isinstance(weight, int) for weight in evaluation):
        message = _("{origin}: the weights must be ints, at least one, not {weights}")
        raise OutsideError(message.format(origin=origin, weights=evaluation._asdict()))


def _origin(cls: type[Any]) -> str:
    """Return the file of a class of evaluations; its module if that has none, as in a notebook."""
    return getattr(sys.modules[cls.__module__], "__file__", None) or cls.__module__


def _is_ours(cls: type[Any]) -> bool:
    return cls.__module__.partition(".")[0] == "tablero"
