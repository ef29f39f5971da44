"""A player in a child process, whatever protocol it speaks."""

import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from tablero.agents.agent import GRACE, Choice, Limits, strictest
from tablero.agents.child import Child
from tablero.errors import NotationError, OutsideError, TableroError, system_reason
from tablero.locale import _

WARM_UP_S = 0.05
"""Upper limit of the seconds that a player is told for each move of a warm-up."""


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


class Dialogue(Protocol):
    """What is said to a program that plays one side of a game, and how its answers are read.

    may_write: whether the program may write lines that answer no request; they are discarded.

    All methods but `begin` wait for an answer: they raise what `Child.ask` raises.
    """

    may_write: bool

    def introduce(self, child: Child, program: str, seconds: float) -> None:
        """Tell the program what it plays; return when it is ready, within these seconds.

        Raise OutsideError, with the name of the program, if its answer is another one.
        """

    def begin(self, child: Child, seed: int) -> None:
        """Tell the program that a new game begins."""

    def choose(
        self, child: Child, position: Any, limits: Limits, seconds: float, grace: float = 0.0
    ) -> Choice:
        """Return the program's choice, which it must name within `seconds` and `grace`."""


class ProgramPlayer:
    """A player in a child process; after any error the next game starts a new process.

    warm_up_positions: positions in which every new process chooses moves that do not count.
    warm_up_limits: the limits that are told for these moves.
    """

    compiled = None

    def __init__(self, launch: Launch, dialogue: Dialogue) -> None:
        """Start the process. Raise OutsideError if the program does not become ready."""
        self.launch, self.dialogue = launch, dialogue
        self.failure: OutsideError | None = None
        self.warm_up_positions: Sequence[Any] = ()
        self.warm_up_limits = Limits()
        self.child: Child | None = self._started()

    def warm_up(self, positions: Sequence[Any], limits: Limits) -> None:
        """Choose moves that do not count, now and in every process that replaces this one."""
        seconds = strictest(limits.seconds, WARM_UP_S)
        self.warm_up_positions = positions
        self.warm_up_limits = Limits(limits.depth, limits.nodes, seconds)
        child, self.child = self.child or self._started(), None
        self.child = self._warmed_up(child)

    def begin(self, seed: int) -> None:
        """Start a new game, in a new process if necessary.

        If the process cannot be started, `choose` raises the error.
        """
        self.failure = None
        if self.child and (self._unexpected_output(self.child) or self.child.ended()):
            self._drop()
        try:
            self.child = self.child or self._warmed_up(self._started())
        except OutsideError as error:
            self.failure = error
        else:
            self.dialogue.begin(self.child, seed)

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
        if line := self._unexpected_output(child):
            message = _("{line!r} came without a request")
            raise NotationError(message.format(line=line))
        seconds, grace = limits.allowed(position.turn()), GRACE
        if seconds is None:
            seconds, grace = self.launch.patience, 0.0
        return self.dialogue.choose(child, position, limits, seconds, grace)

    def _unexpected_output(self, child: Child) -> str:
        """Return the beginning of output that the program should not have written."""
        if not self.dialogue.may_write:
            return child.unexpected_output()
        child.discard_output()
        return ""

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
        try:
            self.dialogue.introduce(child, launch.name, launch.start_timeout)
        except BaseException:
            child.kill()
            raise
        return child

    def _warmed_up(self, child: Child) -> Child:
        """Return the process after its warm-up, or one that replaces it.

        All moves together may take as long as the start. A position in which the program fails is
        left out from then on, with those after it: in a game it is the program's fault.
        """
        deadline = time.monotonic() + self.launch.start_timeout
        for number, position in enumerate(self.warm_up_positions):
            try:
                self.dialogue.begin(child, 0)
                left = max(0.0, deadline - time.monotonic())
                self.dialogue.choose(child, position, self.warm_up_limits, left)
            except TableroError:
                child.kill()
                self.warm_up_positions = self.warm_up_positions[:number]
                return self._warmed_up(self._started())
            except BaseException:
                child.kill()
                raise
        return child
