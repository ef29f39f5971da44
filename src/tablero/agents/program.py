"""`program`: a player in any language that speaks the protocol over stdin and stdout."""

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar

from tablero.agents.agent import Agent
from tablero.agents.program_player import Launch, ProgramPlayer
from tablero.agents.protocol import LineProtocol
from tablero.errors import NotationError, OptionError
from tablero.games.game import Game
from tablero.limits import POSITIVE_SECONDS
from tablero.locale import _, mark
from tablero.options import convert, option_kinds, parse_call
from tablero.position import Side

START_TIMEOUT_S = 10.0
"""Seconds within which a program must be ready."""

DEFAULT_PATIENCE_S = 60.0
"""Seconds within which it must move, if the match has no clock."""


@dataclass(frozen=True)
class ProgramAgent(Agent):
    """A program as an agent.

    command: words quoted as in a shell; it is started without a shell.
    """

    name: ClassVar[str] = "program"
    about: ClassVar[str] = mark("your own program, in any language: docs/protocol.md")

    command: str = ""
    patience: Annotated[float, POSITIVE_SECONDS] = DEFAULT_PATIENCE_S
    log: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        try:
            words = shlex.split(self.command)
        except ValueError:
            words = []
        if not words or not self._is_parsable():
            message = _(
                "no command: {command!r}, expected words without commas: "
                "{agent}(command=./bot.sh --hard)"
            )
            raise OptionError(message.format(command=self.command, agent=self.name))

    @classmethod
    def at(cls, path: str, options: Mapping[str, str]) -> "ProgramAgent":
        """Return the agent for an executable file."""
        kinds = {name: kind for name, kind in option_kinds(cls).items() if name != "command"}
        return cls(shlex.quote(path), **convert(options, kinds))

    def seat(self, game: Game, side: Side) -> ProgramPlayer:
        command = shlex.split(self.command)
        launch = Launch(command[0], command, {}, START_TIMEOUT_S, self.patience, self.log)
        return ProgramPlayer(launch, LineProtocol(game, side))

    def _is_parsable(self) -> bool:
        try:
            return parse_call(str(self))[1].get("command") == self.command
        except NotationError:
            return False
