"""Rules, notation and drawing: one game per file."""

import sys
from dataclasses import fields
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any, ClassVar, Literal, get_origin, get_type_hints

from tablero.errors import OutsideError, UnknownName
from tablero.games.game import Game
from tablero.games.options import convert, parse_call
from tablero.games.outside import (
    blame,
    check_fields,
    distinguish,
    include_imports,
    is_path,
    load_module,
)
from tablero.locale import _
from tablero.position import FIRST, REQUIRED_VERBS, SECOND, rules

GAMES = {
    "connect4": "tablero.games.connect4:Connect4Game",
    "kalah": "tablero.games.kalah:Kalah",
    "mancala11": "tablero.games.mancala11:Mancala11",
    "quarry": "tablero.games.quarry:Quarry",
    "tictactoe": "tablero.games.tictactoe:TicTacToe",
}
"""Ours, by name; others announce theirs as entry points of the group `tablero.games`."""


def names() -> list[str]:
    """Every game that can be had by name."""
    return sorted({*GAMES, *(entry.name for entry in entry_points(group="tablero.games"))})


def load(text: str) -> Game:
    """The game of a name or a path, with options: `connect4`, `my_game.py(size=5)`."""
    name, options = parse_call(text)
    return game_class(name)(**convert(options, option_kinds(game_class(name))))


def game_class(name: str) -> type[Game]:
    """The class of the game with this name or in this file."""
    if is_path(name):
        return _game_in_file(name)
    if name in GAMES:
        module, _colon, attribute = GAMES[name].partition(":")
        return getattr(import_module(module), attribute)  # type: ignore[no-any-return]
    for entry in entry_points(group="tablero.games", name=name):
        with blame(entry.value, _("the game does not import")):
            cls = entry.load()
        include_imports(sys.modules[entry.module], f"import {entry.module}".encode())
        return _checked(cls, entry.value)
    raise UnknownName(_("game"), name, names())


def option_kinds(cls: type[Game]) -> dict[str, Any]:
    """The options of a game: names and types."""
    hints = get_type_hints(cls)
    return {field.name: hints[field.name] for field in fields(cls)}


def _game_in_file(path: str) -> type[Game]:
    module = load_module(path)
    found = [
        cls
        for cls in vars(module).values()
        if isinstance(cls, type) and issubclass(cls, Game) and cls.__module__ == module.__name__
    ]
    if len(found) != 1:
        message = _("{path}: expected one class derived from Game, found {count}")
        raise OutsideError(message.format(path=path, count=len(found)))
    found[0].file = path
    return _checked(found[0], path)


def _checked(cls: type[Game], origin: str) -> type[Game]:
    """A class from outside that has all that a game needs; `rules` completes its positions."""
    if not isinstance(getattr(cls, "name", None), str):
        raise OutsideError(_("{origin}: the game has no name").format(origin=origin))
    hints = get_type_hints(cls).items()
    if {name for name, kind in hints if get_origin(kind) is not ClassVar} != set(
        option_kinds(cls)
    ):
        message = _("{origin}: a game with options needs @dataclass(frozen=True)")
        raise OutsideError(message.format(origin=origin))
    for option, kind in option_kinds(cls).items():
        if kind not in (int, bool) and get_origin(kind) is not Literal:
            message = _("{origin}: the option {option} must be an int, a bool or a Literal")
            raise OutsideError(message.format(origin=origin, option=option))
    with blame(origin, _("the game does not start")):
        start = cls().start
    if not hasattr(start, "_fields") or not all(type(value) is int for value in start):
        message = _("{origin}: a position must be a NamedTuple of ints, not {start!r}")
        raise OutsideError(message.format(origin=origin, start=start))
    _check_verbs(type(start), origin)
    with blame(origin, _("the rules fail in the first position")):
        for move in start.moves():
            start.play(move).outcome()
        whose, key, depth = start.turn(), start.key(), cls.depth
        least, most = start.bounds()
    if whose not in (FIRST, SECOND) or not isinstance(key, tuple) or not isinstance(depth, int):
        message = _("{origin}: turn must be 0 or 1, key a tuple and depth an int")
        raise OutsideError(message.format(origin=origin))
    if not least < most:
        message = _("{origin}: bounds must be two margins, the least first")
        raise OutsideError(message.format(origin=origin))
    return cls


def _check_verbs(kind: Any, origin: str) -> None:
    """All that a position must be able to say is there, and not hidden."""
    check_fields(kind, origin)
    if missing := [verb for verb in REQUIRED_VERBS if not hasattr(kind, verb)]:
        message = _("{origin}: the class {cls} lacks the verb {verbs}")
        values = {"cls": kind.__qualname__, "verbs": ", ".join(missing)}
        raise OutsideError(message.format(origin=origin, **values))
    rules(kind)
    distinguish(kind)
