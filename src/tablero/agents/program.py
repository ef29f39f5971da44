"""`program`: a player in any language that speaks the protocol over stdin and stdout."""

import os
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from tablero.agents.agent import GRACE, Agent, Choice, Limits
from tablero.agents.child import Child
from tablero.agents.protocol import READY, check_ready, introduction, move_request, parse_answer
from tablero.errors import (
    NotationError,
    OptionError,
    OutsideError,
    TableroError,
    system_reason,
)
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
class Launch:
    """How a program is started, and its time limits.

    name: name in error messages.
    command: the program and its arguments.
    environment: variables set for the process.
    start_timeout: seconds within which it must be ready.
    patience: seconds for a move, if the match has no clock.
    log: path of the file that stderr is appended to; "" for none.
    """

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    start_timeout: float
    patience: float
    log: str


class ProgramPlayer:
    """A player in a child process; after any error the next game starts a new process."""

    compiled = None

    def __init__(self, launch: Launch, game: Game, side: Side) -> None:
        """Start the process. Raise OutsideError if the program does not become ready."""
        self.launch, self.game, self.side = launch, game, side
        self.failure: OutsideError | None = None
        self.child: Child | None = self._started()

    def begin(self, seed: int) -> None:
        """Start a new game, in a new process if necessary.

        If the process cannot be started, `choose` raises the error.
        """
        self.failure = None
        if self.child and (self.child.unexpected_output() or self.child.ended()):
            self._drop()
        try:
            self.child = self.child or self._started()
        except OutsideError as error:
            self.failure = error
        else:
            self.child.send(f"begin {seed}")

    def choose(self, position: Any, limits: Limits) -> Choice:
        if self.child is None:
            raise self.failure or OutsideError(_("the program was killed in this game"))
        try:
            return self._choice(self.child, position, limits)
        except BaseException:  # an interrupted program cannot be used again either
            self._drop()
            raise

    def stop(self) -> None:
        if child := self.child:
            child.end()

    def close(self) -> None:
        if self.child:
            child, self.child = self.child, None
            child.close()

    def _choice(self, child: Child, position: Any, limits: Limits) -> Choice:
        if line := child.unexpected_output():
            message = _("{line!r} came without a request")
            raise NotationError(message.format(line=line))
        request, seconds, grace = (
            move_request(self.game, position, limits),
            self.launch.patience,
            0.0,
        )
        if limits.seconds is not None:
            seconds, grace = limits.seconds, GRACE
        answer = child.ask(*request, seconds=seconds, grace=grace)
        return parse_answer(answer, self.game, position)

    def _drop(self) -> None:
        if self.child:
            child, self.child = self.child, None
            child.kill()

    def _started(self) -> Child:
        """Return a new process that is ready. Raise OutsideError if it does not become ready."""
        launch = self.launch
        try:
            child = Child(launch.command, launch.environment, launch.log or os.devnull)
        except (OSError, ValueError) as error:
            message = _("cannot start {command!r}: {reason}")
            reason = system_reason(error)
            raise OutsideError(message.format(command=launch.name, reason=reason)) from None
        answer = ""
        try:
            answer = child.ask(*introduction(self.game, self.side), seconds=launch.start_timeout)
        except TableroError as error:
            raise OutsideError(f"{launch.name}: {error}") from None
        finally:
            if answer != READY:
                child.kill()
        check_ready(answer, launch.name)
        return child


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
                "program(command=./bot.sh --hard)"
            )
            raise OptionError(message.format(command=self.command))

    @classmethod
    def at(cls, path: str, options: Mapping[str, str]) -> "ProgramAgent":
        """Return the agent for an executable file."""
        kinds = {name: kind for name, kind in option_kinds(cls).items() if name != "command"}
        return cls(shlex.quote(path), **convert(options, kinds))

    def seat(self, game: Game, side: Side) -> ProgramPlayer:
        command = shlex.split(self.command)
        launch = Launch(command[0], command, {}, START_TIMEOUT_S, self.patience, self.log)
        return ProgramPlayer(launch, game, side)

    def _is_parsable(self) -> bool:
        try:
            return parse_call(str(self))[1].get("command") == self.command
        except NotationError:
            return False
