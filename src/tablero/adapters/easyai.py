"""Games written for easyAI, unchanged: `tablero play my_nim.py`.

A file that imports easyAI is treated as one of its games, even where easyAI is not installed.
"""

import copy
import io
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, make_dataclass
from functools import cached_property
from importlib import import_module
from inspect import isabstract, signature
from types import ModuleType
from typing import Annotated, Any, ClassVar, NamedTuple

from tablero.adapters import easyai_base
from tablero.adapters.extras import importing_extra
from tablero.adapters.move_history import HistoryGame, HistoryPosition, without_blanks
from tablero.agents import load as load_agent
from tablero.agents.agent import NO_LIMITS, RESIGN, Agent, Choice, Limits
from tablero.errors import OptionError, OutsideError
from tablero.games.game import Game, Paint, plain
from tablero.games.outside import blame, load_module
from tablero.limits import Between
from tablero.locale import _, mark
from tablero.options import option_kinds
from tablero.position import ONGOING, Move, Side, complete_evaluation, rules

MAX_MARGIN = ONGOING - 1
"""Largest margin."""

MODULES = ("easyAI", "easyAI.AI", "easyAI.Player")
"""Modules of easyAI that files import."""

_importing = threading.RLock()


@rules
class EasyPosition(HistoryPosition):
    """A position of an easyAI game.

    game: easyAI's object, which is never changed.
    played: numbers of the moves so far.
    """

    def __init__(self, game: Any, played: tuple[Move, ...] = ()) -> None:
        self.game, self.played = game, played

    @cached_property
    def choices(self) -> list[Any]:
        """Return the moves as the game names them; our moves are indices of this list."""
        found = self.game.possible_moves()
        return list(found) if isinstance(found, list | tuple) else sorted(found, key=str)

    @cached_property
    def margin(self) -> int:
        """Return ONGOING, or when the game is over its score: `scoring`, or `win` and `lose`."""
        if not self.game.is_over():
            return ONGOING
        return score_of(self.game)

    def moves(self) -> Iterator[Move]:
        yield from range(len(self.choices))

    def play(self, move: Move) -> "EasyPosition":
        """Return the position after a move.

        The game is copied together with the move, which may be a part of it.
        """
        game, choice = copy.deepcopy((self.game, self.choices[move]))
        game.make_move(choice)
        game.switch_player()
        return EasyPosition(game, (*self.played, int(move)))

    def outcome(self) -> int:
        return self.margin

    def turn(self) -> Side:
        return int(self.game.current_player) - 1

    def history(self) -> tuple[Move, ...]:
        return self.played

    def identity(self) -> str:
        """Return the side to move and the game's own `ttentry`; without one, the moves played."""
        if not hasattr(self.game, "ttentry"):
            return super().identity()
        return f"{self.turn()} {self.game.ttentry()!r}"


def score_of(game: Any) -> int:
    """Return the score for the player to move, as an integer."""
    if hasattr(game, "scoring"):
        return int(round(max(-MAX_MARGIN, min(game.scoring(), MAX_MARGIN))))
    won, lost = (getattr(game, word, lambda: False)() for word in ("win", "lose"))
    return int(bool(won)) - int(bool(lost))


@complete_evaluation
class Scoring(NamedTuple):
    """An evaluation: `weight` times the game's own `scoring`, or `win` and `lose` without one."""

    weight: int = 1

    def value(self, position: Any) -> int:
        return self.weight * score_of(position.game)


@dataclass(frozen=True)
class EasyGame(HistoryGame):
    """A game of easyAI; the parameters of its class with simple defaults are its options.

    kind: the class of easyAI.
    """

    name = "easyAI"
    kind: ClassVar[Any] = None

    @cached_property
    def first(self) -> EasyPosition:
        package = easyai_module()
        players = [package.Human_Player(), package.Human_Player()]
        options = {name: getattr(self, name) for name in option_kinds(type(self))}
        with blame(self.file, _("the game does not start")):
            return EasyPosition(self.kind(players, **options))

    @property
    def start(self) -> Any:
        return self.first

    def move_name(self, position: Any, move: Move) -> str:
        return without_blanks(str(position.choices[move]))

    def draw(self, position: Any, paint: Paint = plain) -> str:
        """Return what the game's `show` prints; without `show`, the moves played."""
        if not hasattr(position.game, "show"):
            return self.write(position)
        printed = io.StringIO()
        with redirect_stdout(printed):
            position.game.show()
        return printed.getvalue().strip("\n")


def easyai_module() -> ModuleType:
    """Return easyAI, or `easyai_base` where it cannot be imported."""
    try:
        package = import_module("easyAI")
    except ImportError:  # also where easyAI 2.1.0 is installed: it lacks a part of itself
        package = easyai_base
    if not hasattr(package, "TwoPlayersGame"):
        package.TwoPlayersGame = _easyai_1_base(package.TwoPlayerGame)  # type: ignore[attr-defined]
    return package


def import_with_stand_in(*arguments: Any, **options: Any) -> ModuleType:
    """Import as `__import__` does, with `easyai_base` in place of easyAI during the call."""
    with _importing:
        before = {name: sys.modules[name] for name in MODULES if name in sys.modules}
        sys.modules.update(dict.fromkeys(MODULES, easyai_base))
        try:
            return __import__(*arguments, **options)
        finally:
            for name in MODULES:
                del sys.modules[name]
            sys.modules.update(before)


def _easyai_1_base(base: Any) -> type[Any]:
    """Return the base class of easyAI 1, which has other names for the player to move."""

    class TwoPlayersGame(base):  # type: ignore[misc]
        @property
        def nplayer(self) -> int:
            return int(self.current_player)

        @nplayer.setter
        def nplayer(self, number: int) -> None:
            self.current_player = number

        @property
        def nopponent(self) -> int:
            return int(self.opponent_index)

    return TwoPlayersGame


@contextmanager
def without_playing(base: Any) -> Iterator[None]:
    """Disable `play` while a file is loaded: files of tutorials play their game when imported."""
    play = base.play
    base.play = easyai_base.TwoPlayerGame.play
    try:
        yield
    finally:
        base.play = play


def game_in_file(path: str) -> type[Game]:
    """Return the game of a file that imports easyAI. Raise OutsideError unless it has just one."""
    package = easyai_module()
    base = package.TwoPlayerGame
    importer = import_with_stand_in if package is easyai_base else None
    with without_playing(base), redirect_stdout(io.StringIO()):
        module = load_module(path, importer)
    found = [
        cls
        for cls in vars(module).values()
        if isinstance(cls, type) and issubclass(cls, base) and cls.__module__ == module.__name__
        if not isabstract(cls)
    ]
    if len(found) != 1:
        message = _("{path}: expected one class derived from TwoPlayerGame, found {count}")
        raise OutsideError(message.format(path=path, count=len(found)))
    return class_of(found[0], path)


def class_of(kind: type[Any], path: str) -> type[Game]:
    """Return a game class of the package for one of easyAI's."""
    _players, *parameters = signature(kind).parameters.values()
    simple = [each for each in parameters if type(each.default) in (int, float, bool, str)]
    options = [(each.name, type(each.default), each.default) for each in simple]
    attributes = {
        "name": kind.__name__.lower(),
        "kind": kind,
        "file": path,
        "__module__": __name__,
    }
    made = make_dataclass(
        kind.__name__, options, bases=(EasyGame,), frozen=True, namespace=attributes
    )
    start = made().start
    with blame(path, _("the rules fail in the initial position")):
        for move in start.moves():
            start.play(move).outcome()
    return made


class EasyPlayer:
    """A player that uses easyAI's Negamax."""

    compiled = None

    def __init__(self, depth: int) -> None:
        """Raise OptionError where easyAI cannot be imported: `easyai_base` has no search."""
        package = easyai_module()
        with importing_extra("easyai"):
            if package is easyai_base:
                raise ModuleNotFoundError(name="easyAI")
        self.search = package.Negamax(depth, scoring=score_of)

    def begin(self, seed: int) -> None:
        """Do nothing: the search uses no randomness."""

    def choose(self, position: Any, limits: Limits) -> Choice:
        chosen = self.search(copy.deepcopy(position.game))
        return Choice(position.choices.index(chosen))

    def close(self) -> None:
        pass


@dataclass(frozen=True)
class EasyAgent(Agent):
    """The agent that plays games written for easyAI by easyAI's own search."""

    name: ClassVar[str] = "easyai"
    about: ClassVar[str] = mark("easyAI's own Negamax, in games written for it")

    depth: Annotated[int, Between(1)] = 3

    def seat(self, game: Game, side: Side) -> EasyPlayer:
        if not isinstance(game, EasyGame):
            message = _("{agent} plays games that are written for easyAI, not {game}")
            raise OptionError(message.format(agent=self, game=game))
        return EasyPlayer(self.depth)


class Thinker:
    """An agent of the package for easyAI: `AI_Player(Thinker("mcts(simulations=500)"))`."""

    def __init__(self, agent: str, seed: int = 0) -> None:
        self.agent, self.seed = load_agent(agent), seed

    def __call__(self, game: Any) -> Any:
        """Return a move of the game. Raise OptionError if the agent resigns."""
        position, seen = EasyPosition(copy.deepcopy(game)), EasyGame()
        vars(seen)["first"] = position
        player = self.agent.seat(seen, position.turn())
        player.begin(self.seed + getattr(game, "nmove", 0))
        move = player.choose(position, NO_LIMITS).move
        if move == RESIGN:
            raise OptionError(_("the agent resigns, which easyAI does not support"))
        return position.choices[move]
