"""What the page may name: our games and agents, and the files that were named when the server was
started. No text of the page's leads to a file."""

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import tablero.games as games
from tablero import agents
from tablero.errors import NotationError, OptionError, UnknownName
from tablero.games import evaluations
from tablero.games.game import Game
from tablero.games.outside import blame
from tablero.limits import Between
from tablero.locale import _
from tablero.options import convert, join_call, option_kinds, parse_call, write_call

NOT_HERE = (*agents.PROGRAMS, "human")
"""Agents that need a terminal, or run whatever they are told to."""

PRIVATE = ("log",)
"""Options that name a file."""

MOST = {"simulations": 1_000_000, "threads": 8}
"""Options of agents that cost memory, and how much of each one page may ask for."""


class Shelf:
    """game_files, player_files -- paths of files, by the names that the page knows them by"""

    def __init__(self, game_files: Sequence[str] = (), player_files: Sequence[str] = ()) -> None:
        self.game_files = {games.load_untried(path).name: path for path in game_files}
        self.player_files = {Path(path).stem: path for path in player_files}
        _check_names(self.game_files, games.names(), game_files)
        _check_names(self.player_files, agents.AGENTS, player_files)
        self.game_names = [*games.names(), *self.game_files]

    def agent_names(self, game: Game) -> list[str]:
        ours = [name for name in agents.names(game) if name not in NOT_HERE]
        return [*ours, *self.player_files]

    def game(self, text: str) -> Game:
        """The game that the page calls so. Raises TableroError."""
        name, options = parse_call(text)
        if name not in self.game_names:
            raise UnknownName(_("game"), name, self.game_names)
        cls = games.game_class(self.game_files.get(name, name))
        return cls(**convert(options, option_kinds(cls)))

    def game_text(self, game: Game) -> str:
        """What the page calls this game."""
        return write_call(game.name, game)

    def agent(self, text: str) -> str:
        """The text of an agent as `agents.load` reads it. Raises TableroError."""
        name, options = parse_call(text)
        ours = [agent for agent in agents.AGENTS if agent not in NOT_HERE]
        if name not in ours and name not in self.player_files:
            raise UnknownName(_("agent"), name, [*ours, *self.player_files])
        _check_options(options)
        real = join_call(self.player_files.get(name, name), options.items())
        agent = agents.load(real)
        for option, most in MOST.items():
            Between(1, most).check(option, getattr(agent, option, None))
        return real

    def player(self, text: str) -> str:
        """The text of a player's file as `handed_in.load` reads it. Raises TableroError."""
        name, options = parse_call(text)
        if name not in self.player_files:
            raise UnknownName(_("player's file"), name, list(self.player_files))
        _check_options(options)
        return join_call(self.player_files[name], options.items())

    def chooses(self, name: str) -> bool:
        """Does this file pick moves itself? Read, not run."""
        try:
            parts = ast.parse(Path(self.player_files[name]).read_bytes()).body
        except (OSError, SyntaxError, ValueError):
            return True  # what is wrong with it is told when somebody asks it
        return any(isinstance(part, ast.FunctionDef) and part.name == "choose" for part in parts)

    def evaluation(self, text: str, game: Game) -> str:
        """The text of an evaluation as `evaluations.load` reads it. Raises TableroError; what is
        wrong with a file is the worker's to find out."""
        if not text:
            return evaluations.default_name(game)
        name, options = parse_call(text)
        _no_file(name)
        _check_options(options)
        if name in self.player_files:
            return join_call(self.player_files[name], options.items())
        evaluations.load(text, game)
        return text


@contextmanager
def blamed(game: Game) -> Iterator[None]:
    """What a game of the user's does wrong is told as his; ours does nothing wrong."""
    if not game.file:
        yield
        return
    with blame(game.file, _("the game fails")):
        yield


def _check_options(options: Mapping[str, str]) -> None:
    """Raise TableroError for those that lead to a file."""
    for option, value in options.items():
        if option in PRIVATE:
            raise OptionError(_("option {name} is not for the page").format(name=option))
        _no_file(option)
        _no_file(value)


def _check_names(found: dict[str, str], ours: Iterable[str], files: Sequence[str]) -> None:
    """Raise OptionError unless every file has a name of its own."""
    if len(found) < len(files) or set(found) & set(ours):
        message = _("two of these, or one and one of ours, bear the same name: {names}")
        raise OptionError(message.format(names=", ".join(files)))


def _no_file(text: str) -> None:
    if ".py" in text or "/" in text or "\\" in text:
        message = _("{text!r} looks like a file; the page knows none, expected a name")
        raise NotationError(message.format(text=text))
