"""A player's file: Python with a function that picks a move, or with an evaluation."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from tablero.agents.agent import Agent, check_least
from tablero.agents.program import PATIENCE, Launch, ProgramPlayer
from tablero.games.game import Game
from tablero.games.options import convert, join_call
from tablero.position import Side

START_UP = 120.0
"""Seconds until the file must be loaded, and an evaluation compiled."""

OURS = {"patience": float, "log": str}
"""The options of every file."""


@dataclass(frozen=True)
class PlayersFile(Agent):
    """path    -- of the file
    options -- names and texts; only the file itself knows which there are
    """

    name: ClassVar[str] = "file"

    path: str
    options: tuple[tuple[str, str], ...] = ()
    patience: float = PATIENCE
    log: str = ""

    def __post_init__(self) -> None:
        check_least("patience", self.patience, 0.001)

    @classmethod
    def at(cls, path: str, options: Mapping[str, str]) -> "PlayersFile":
        """The player in a file; all options but OURS are its own."""
        ours = {name: options[name] for name in OURS if name in options}
        own = tuple((name, text) for name, text in options.items() if name not in OURS)
        return cls(path, own, **convert(ours, OURS))

    def seat(self, game: Game, side: Side) -> ProgramPlayer:
        """Raises OutsideError for what is wrong with the file, with its line."""
        text = join_call(self.path, self.options)
        command = [sys.executable, "-P", "-m", "tablero.agents.host", text]
        environment = {"PYTHONHASHSEED": "0"}  # sets in the same order, games move for move
        launch = Launch(self.path, command, environment, START_UP, self.patience, self.log)
        return ProgramPlayer(launch, game, side)

    def __str__(self) -> str:
        ours = ("patience", str(self.patience)), ("log", self.log)
        usual = str(PATIENCE), ""
        told = [option for option, text in zip(ours, usual, strict=True) if option[1] != text]
        return join_call(self.path, (*self.options, *told))
