"""Rules, notation and drawing: one game per file."""

import sys
from importlib import import_module
from importlib.metadata import entry_points

from tablero.errors import OutsideError, UnknownName
from tablero.games.checks import checked
from tablero.games.game import Game
from tablero.games.options import convert, option_kinds, parse_call
from tablero.games.outside import blame, include_imports, is_path, load_module, packages_of
from tablero.locale import _

GAMES = {
    "connect4": "tablero.games.connect4:Connect4Game",
    "kalah": "tablero.games.kalah:Kalah",
    "mancala11": "tablero.games.mancala11:Mancala11",
    "quarry": "tablero.games.quarry:Quarry",
    "tictactoe": "tablero.games.tictactoe:TicTacToe",
}
"""Ours, by name; others announce theirs as entry points of the group `tablero.games`."""

ELSEWHERE = {
    "openspiel": "tablero.adapters.openspiel:SpielGame",
}
"""Whole families of games, of other packages: `openspiel(breakthrough)`."""

FRAMEWORKS = {
    "easyAI": "tablero.adapters.easyai:game_in_file",
}
"""Packages to write games with: a file that imports one of them holds a game of that kind."""


def names() -> list[str]:
    """Every game that can be had by name."""
    return sorted({*GAMES, *(entry.name for entry in entry_points(group="tablero.games"))})


def load(text: str) -> Game:
    """The game of a name or a path, with options: `connect4`, `my_game.py(size=5)`."""
    name, options = parse_call(text)
    cls = game_class(name)
    return cls(**convert(options, option_kinds(cls)))


def game_class(name: str) -> type[Game]:
    """The class of the game with this name or in this file."""
    if is_path(name):
        return _game_in_file(name)
    if place := (GAMES | ELSEWHERE).get(name):
        module, _colon, attribute = place.partition(":")
        return getattr(import_module(module), attribute)  # type: ignore[no-any-return]
    for entry in entry_points(group="tablero.games", name=name):
        with blame(entry.value, _("the game does not import")):
            cls = entry.load()
        include_imports(sys.modules[entry.module], f"import {entry.module}".encode())
        return checked(cls, entry.value)
    raise UnknownName(_("game"), name, names())


def _game_in_file(path: str) -> type[Game]:
    packages = packages_of(path)
    framework = next(filter(packages.__contains__, FRAMEWORKS), None)
    if framework and "tablero" not in packages:
        place, _colon, attribute = FRAMEWORKS[framework].partition(":")
        return getattr(import_module(place), attribute)(path)  # type: ignore[no-any-return]
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
    return checked(found[0], path)
