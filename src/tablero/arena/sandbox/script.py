"""A player's text, compiled inside its cell: what it offers, and what it may use."""

import builtins
import inspect
import linecache
import random
import sys
from collections.abc import Iterable, Sequence
from types import ModuleType
from typing import Any

from tablero.agents.agent import CHOOSE_PARAMETERS, Limits, name_of_choice
from tablero.arena.player.forms import Track
from tablero.arena.sandbox.library import DANGEROUS, NOT_FOR_EVALUATIONS, PURE
from tablero.games.game import Game
from tablero.games.student.functions import find_evaluation
from tablero.position import Side

FILE = "player.py\ud800"
"""What the player's text is called in its own tracebacks. No file can bear that name: where
Python would look for the line of a syntax error, it gives up before it asks the system."""

SHORT = 200
"""Letters of a move's name that are passed on."""


class Unusable(Exception):
    """The text is no player; says why, by a key of faults.UNUSABLE: whoever asked speaks a
    language, a cell does not.

    what -- a name of the player's
    """

    def __init__(self, key: str, what: str = "") -> None:
        super().__init__(key)
        self.key, self.what = key, what


class OnlyThese:
    """The last finder of modules: what is not in memory does not exist here."""

    def __init__(self, known: Iterable[str]) -> None:
        self.known = ", ".join(sorted(name for name in known if not name.startswith("_")))

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
        raise ModuleNotFoundError(
            f"no module named {name!r} in the arena; there are {self.known}", name=name
        )


def forget_modules(kept: Iterable[str]) -> None:
    """Leave to `import` what is named, and what that has loaded for itself. No file is looked
    for any more."""
    known = set(kept)
    roots = {name.partition(".")[0] for name in known}
    for name in list(sys.modules):
        if name.partition(".")[0] in DANGEROUS - roots:
            del sys.modules[name]
    sys.path.clear()
    sys.path_hooks.clear()
    sys.path_importer_cache.clear()
    sys.meta_path[:] = [OnlyThese(known)]


def safe_builtins() -> dict[str, Any]:
    """What an evaluation finds without importing it."""
    found = {
        name: getattr(builtins, name) for name in dir(builtins) if name not in NOT_FOR_EVALUATIONS
    }
    found["__import__"] = _import_pure
    return found


def _import_pure(
    name: str,
    globals: Any = None,
    locals: Any = None,
    fromlist: Sequence[str] = (),
    level: int = 0,
) -> ModuleType:
    if level or name not in PURE:
        raise ModuleNotFoundError(
            f"an evaluation may import {', '.join(PURE)}, not {name!r}", name=name
        )
    return builtins.__import__(name, globals, locals, fromlist, level)


def run(text: str, track: Track) -> dict[str, Any]:
    """The names that the text defines. Raises whatever it raises."""
    names: dict[str, Any] = {"__name__": "player", "__file__": "player.py"}
    if track is Track.EVALUATION:
        names["__builtins__"] = safe_builtins()
    module = ModuleType("player")
    sys.modules["player"] = module  # typing and dataclasses look for the module of a class
    vars(module).update(names)
    linecache.cache[FILE] = len(text), None, text.splitlines(keepends=True), FILE
    exec(compile(text, FILE, "exec", dont_inherit=True), vars(module))
    return vars(module)


class SandboxedEvaluation:
    """`def value(board)` or the NamedTuple form, as games.student.functions reads them. What they
    say is passed on as it is: whoever asked checks it."""

    def __init__(self, names: dict[str, Any], game: Game) -> None:
        evaluation = find_evaluation(names, game)
        if evaluation is None:
            raise Unusable("value")
        self.evaluation, self.position = evaluation, type(game.start)

    def values(self, positions: Sequence[Sequence[int]]) -> list[Any]:
        value, position = self.evaluation.value, self.position
        return [value(position(*fields)) for fields in positions]

    def finals(self, positions: Sequence[Sequence[int]]) -> list[Any]:
        """Of finished games."""
        if self.evaluation.finished is None:
            return []
        return [self.evaluation.finished(self.position(*fields)) for fields in positions]


class Mover:
    """`choose(…)`, with the parameters of docs/players.md."""

    def __init__(self, names: dict[str, Any], game: Game) -> None:
        choose = names.get("choose")
        if not inspect.isfunction(choose):
            raise Unusable("choose")
        parameters = inspect.signature(choose).parameters
        for name, parameter in parameters.items():
            if name not in CHOOSE_PARAMETERS and parameter.default is parameter.empty:
                raise Unusable("parameter", name)
        self.wanted = [name for name in parameters if name in CHOOSE_PARAMETERS]
        self.choose, self.game, self.position = choose, game, type(game.start)

    def begin(self, seed: int) -> None:
        random.seed(seed)
        if numpy := sys.modules.get("numpy"):
            numpy.random.seed(seed % (1 << 32))

    def move(self, fields: Sequence[int], side: Side, limits: Sequence[Any]) -> str:
        """The name of the move, as a referee will read it."""
        position, allowed = self.position(*fields), Limits(*limits)
        given = position, list(position.moves()), self.game, side, allowed.seconds, allowed
        known = dict(zip(CHOOSE_PARAMETERS, given, strict=True))
        chosen = self.choose(**{name: known[name] for name in self.wanted})
        return name_of_choice(self.game, position, chosen)[:SHORT]
