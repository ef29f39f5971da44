"""Games: rules, notation, drawings, evaluations and solvers; `load` finds a game by name."""

from typing import TYPE_CHECKING

from tablero.definitions import Kind, check_name, define, defined
from tablero.errors import OptionError, OutsideError, UnknownName
from tablero.games.checks import checked, try_rules
from tablero.games.game import Game
from tablero.games.outside import (
    entry_points_of,
    is_path,
    load_entry_point,
    load_module,
    packages_of,
)
from tablero.lazy import imported
from tablero.locale import _
from tablero.options import convert, option_kinds, parse_call

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GAMES = {
    "connect4": "tablero.games.connect4.game:Connect4Game",
    "kalah": "tablero.games.kalah.game:Kalah",
    "mancala11": "tablero.games.mancala11.game:Mancala11",
    "quarry": "tablero.games.quarry.game:Quarry",
    "tictactoe": "tablero.games.tictactoe:TicTacToe",
}
"""The games of this package, by name."""

ENTRY_POINTS = "tablero.games"
"""Group of entry points for games of other packages, by name."""

FAMILIES = "tablero.families"
"""Group of entry points for classes whose options select a game: `openspiel(breakthrough)`.
Without options they are not a game, so lists of games omit them."""

FRAMEWORKS = "tablero.frameworks"
"""Group of entry points by the name of a package that games are written with. Each is a function
that takes the path of a file that imports the package, and returns the class of its game."""


def names() -> list[str]:
    """Return the names of all games, built-in and of other packages."""
    return sorted({*GAMES, *entry_points_of(ENTRY_POINTS)})


def load(text: str) -> Game:
    """Return the game of a name or a path, with options: `connect4`, `my_game.py(size=5)`.

    The rules of a user are tried in a random game.

    >>> import tablero
    >>> print(tablero.load("kalah(seeds=3)"))
    kalah(seeds=3)
    """
    game = load_untried(text)
    try_rules(game)
    return game


def load_untried(text: str) -> Game:
    """Return the same, for a server that must not wait for rules that do not end."""
    name, options = parse_call(text)
    cls = game_class(name)
    return cls(**convert(options, option_kinds(cls)))


def as_game(game: str | Game) -> Game:
    """Return the game, which is loaded if a text describes it.

    The class of a game that neither the package nor a file brings is checked, and defined under
    its name.
    """
    if isinstance(game, str):
        return load(game)
    if not isinstance(game, Game):
        message = _("a game must be a text or a Game, not {value!r}")
        raise OptionError(message.format(value=game))
    cls = type(game)
    is_known = cls.file or cls.__module__.partition(".")[0] == "tablero" or _is_announced(cls)
    if not is_known and defined(Kind.GAME).get(cls.name) is not cls:
        check_name(Kind.GAME, checked(cls, cls.__module__).name, names())
        try_rules(game)
        define(Kind.GAME, cls.name, cls)
    return game


def _is_announced(cls: type[Game]) -> bool:
    """Return whether this class is a game of another package, under its own name."""
    entry = entry_points_of(ENTRY_POINTS).get(cls.name)
    return entry is not None and entry.load() is cls


def game_class(name: str) -> type[Game]:
    """Return the class of the game with this name or in this file."""
    if is_path(name):
        return _game_in_file(name)
    if name in GAMES:
        return imported(GAMES[name])  # type: ignore[no-any-return]
    if name in defined(Kind.GAME):
        return defined(Kind.GAME)[name]  # type: ignore[no-any-return]
    if entry := entry_points_of(ENTRY_POINTS).get(name):
        return checked(load_entry_point(entry, _("the game does not import")), entry.value)
    if entry := entry_points_of(FAMILIES).get(name):
        return load_entry_point(entry, _("the game does not import"))  # type: ignore[no-any-return]
    raise UnknownName(_("game"), name, names())


def _game_in_file(path: str) -> type[Game]:
    if entry := framework_of(path):
        read = load_entry_point(entry, _("the game does not import"))
        return read(path)  # type: ignore[no-any-return]
    return checked(class_in_file(path), path)


def framework_of(path: str) -> "EntryPoint | None":
    """Return the entry point of the framework that this file imports instead of Tablero."""
    packages = packages_of(path)
    if packages and "tablero" not in packages:
        for framework, entry in entry_points_of(FRAMEWORKS).items():
            if framework in packages:
                return entry
    return None


def class_in_file(path: str) -> type[Game]:
    """Return the class of the game in this file; its rules are not checked."""
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
    return found[0]
