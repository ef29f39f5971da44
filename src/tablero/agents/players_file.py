"""A player's file: Python with a function that chooses a move, or with an evaluation."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar

from tablero.agents.agent import Agent
from tablero.agents.program import DEFAULT_PATIENCE_S
from tablero.agents.program_player import Launch, ProgramPlayer
from tablero.agents.protocol import LineProtocol
from tablero.games.game import Game
from tablero.limits import POSITIVE_SECONDS
from tablero.options import convert, join_call
from tablero.position import Side

START_TIMEOUT_S = 120.0
"""Seconds within which the file must be loaded, and an evaluation compiled."""

COMMON_OPTIONS = {"patience": Annotated[float, POSITIVE_SECONDS], "log": str}
"""Options of every file, with their types."""


def python_launch(module: str, path: str, text: str, patience: float, log: str) -> Launch:
    """Return how a process is started in which `module` plays a Python file.

    path: path of the file, for error messages.
    text: argument of the module: the path, with options if there are any.
    """
    command = [sys.executable, "-P", "-m", module, text]
    environment = {"PYTHONHASHSEED": "0"}  # same set order: reproducible games
    return Launch(path, command, environment, START_TIMEOUT_S, patience, log)


@dataclass(frozen=True)
class PlayersFile(Agent):
    """An agent defined in a Python file.

    path: path of the file.
    options: names and texts of the options that the file itself defines.
    """

    name: ClassVar[str] = "file"

    path: str
    options: tuple[tuple[str, str], ...] = ()
    patience: Annotated[float, POSITIVE_SECONDS] = DEFAULT_PATIENCE_S
    log: str = ""

    @classmethod
    def at(cls, path: str, options: Mapping[str, str]) -> "PlayersFile":
        """Return the agent of a file; all options but COMMON_OPTIONS are the file's own."""
        common = {name: options[name] for name in COMMON_OPTIONS if name in options}
        own = tuple((name, text) for name, text in options.items() if name not in COMMON_OPTIONS)
        return cls(path, own, **convert(common, COMMON_OPTIONS))

    def seat(self, game: Game, side: Side) -> ProgramPlayer:
        """Start the player. Raise OutsideError, with the line, if the file has an error."""
        text = join_call(self.path, self.options)
        launch = python_launch("tablero.agents.host", self.path, text, self.patience, self.log)
        return ProgramPlayer(launch, LineProtocol(game, side))

    def __str__(self) -> str:
        common = ("patience", str(self.patience)), ("log", self.log)
        defaults = str(DEFAULT_PATIENCE_S), ""
        changed = [
            option for option, text in zip(common, defaults, strict=True) if option[1] != text
        ]
        return join_call(self.path, (*self.options, *changed))
