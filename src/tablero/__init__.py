"""Two-player board games: rules, evaluations and searches, interpreted or compiled.

>>> import tablero
>>> board = tablero.Board("connect4", "4453")
>>> board.push("2")
>>> board.search(depth=4, eval="lines").line
['4', '6', '7', '4']

All names are imported at their first use, so `import tablero` takes a millisecond.
"""

import sys
from types import ModuleType

TYPE_CHECKING = False  # type checkers take it for true; importing `typing` would take 5 ms
if TYPE_CHECKING:
    from tablero.agents import as_agent as agent
    from tablero.agents.agent import Agent
    from tablero.board import Board
    from tablero.errors import TableroError
    from tablero.games import load
    from tablero.games.game import Game
    from tablero.library import games, match, search, solve
    from tablero.match.result import MatchResult
    from tablero.results import Outcome, SearchResult, SolveResult

__version__ = "0.1.0"

__all__ = [
    "Agent",
    "Board",
    "Game",
    "MatchResult",
    "Outcome",
    "SearchResult",
    "SolveResult",
    "TableroError",
    "agent",
    "games",
    "load",
    "match",
    "search",
    "solve",
]

_PLACES = {
    "Agent": "tablero.agents.agent:Agent",
    "Board": "tablero.board:Board",
    "Game": "tablero.games.game:Game",
    "MatchResult": "tablero.match.result:MatchResult",
    "Outcome": "tablero.results:Outcome",
    "SearchResult": "tablero.results:SearchResult",
    "SolveResult": "tablero.results:SolveResult",
    "TableroError": "tablero.errors:TableroError",
    "agent": "tablero.agents:as_agent",
    "load": "tablero.games:load",
}
"""Where the public names are defined: `module:attribute`."""

_CALLED = ("games", "match", "search", "solve")
"""Functions of library.py that have the name of a package, which is called in their place."""


def _imported(place: str) -> object:
    """Return the object at `module:attribute`, or the module at `module`."""
    from importlib import import_module

    module, _colon, attribute = place.partition(":")
    found = import_module(module)
    return getattr(found, attribute) if attribute else found


class _CallablePackage(ModuleType):
    """A package that is called like the function of its name: `tablero.search("connect4")`."""

    def __call__(self, *arguments: object, **options: object) -> object:
        return self.__wrapped__(*arguments, **options)

    @property
    def __doc__(self) -> str | None:  # type: ignore[override]
        return getattr(self.__wrapped__, "__doc__", None)

    @property
    def __wrapped__(self):  # type: ignore[no-untyped-def] # the function, for `inspect`
        return _imported(f"tablero.library:{self.__name__.rpartition('.')[2]}")


class _FrontDoor(ModuleType):
    """This package. The import system sets an attribute of it for every subpackage."""

    def __getattr__(self, name: str) -> object:
        if name in _CALLED:
            return _imported(f"tablero.{name}")
        if name in _PLACES:
            return _imported(_PLACES[name])
        raise AttributeError(f"module 'tablero' has no attribute {name!r}")

    def __setattr__(self, name: str, value: object) -> None:
        if name in _CALLED and isinstance(value, ModuleType):
            value.__class__ = _CallablePackage
        super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return [*__all__, "__version__"]


sys.modules[__name__].__class__ = _FrontDoor
