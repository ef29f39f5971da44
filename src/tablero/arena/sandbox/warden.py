"""Outside: gives cells, asks them, reads their clocks, and ends them. Used by one thread at a
time."""

import math
import os
import signal
import socket
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from tablero.agents.agent import NO_LIMITS, Limits
from tablero.arena.player.forms import Track
from tablero.arena.sandbox.clocks import Watch
from tablero.arena.sandbox.ends import death
from tablero.arena.sandbox.faults import (
    UNUSABLE,
    CellFault,
    CellOutOfTime,
    FaultKind,
    fault,
    unusable,
)
from tablero.arena.sandbox.level import Level
from tablero.arena.sandbox.limits import USUAL, CellLimits
from tablero.arena.sandbox.talk import Talk
from tablero.arena.sandbox.wards import START_UP, Ward
from tablero.errors import WorkerDied
from tablero.locale import _
from tablero.position import INFINITY

__all__ = ["Cell", "CellFault", "CellLimits", "CellOutOfTime", "FaultKind", "Warden"]

LARGEST_VALUE = INFINITY - 1
BYTES_OF_A_NUMBER = 32
"""So long may a number be, written as JSON."""

BYTES_OF_WORDS = 8192
"""So long may any other answer be."""

LONGEST_MOVE = 200
"""Letters of a move's name; a cell that is what it was cuts off the rest."""

CLAIMS = {
    kind.value: kind
    for kind in (
        FaultKind.LOADS_NOT,
        FaultKind.RAISES,
        FaultKind.MEMORY,
        FaultKind.BAD_ANSWER,
    )
}
"""Faults that a cell may tell of itself. The others are measured or seen from outside: a player
who says that he was late is not, and would get another game for it."""

MOST_LINES = 1_000_000
"""No file has more."""


class Warden:
    """Starts nurseries when they are needed, one for each track and game."""

    def __init__(self, level: Level, limits: CellLimits = USUAL) -> None:
        self.level, self.limits = level, limits
        self._wards: dict[tuple[Track, str], Ward] = {}
        self._cells: set[Cell] = set()

    def cell(self, text: str, track: Track, game: str, seed: int = 0) -> "Cell":
        """A player in a cell of its own. Raises CellFault if its text does not load, and
        WorkerDied if no cell can be had."""
        ours, theirs = socket.socketpair()
        try:
            cell = self._born(ours, theirs, (track, game))
        except BaseException:
            ours.close()
            theirs.close()
            raise
        self._cells.add(cell)
        cell.closed = self._cells.discard
        cell.load(text, seed)
        return cell

    def ward(self, track: Track, game: str) -> Ward:
        """The nursery of this track and game; a new one if it is gone. Raises WorkerDied if it
        cannot be started."""
        key = track, game
        if key in self._wards and self._wards[key].gone:
            self._wards.pop(key).close()
        if key not in self._wards:
            self._wards[key] = Ward(self.level, self.limits, track, game)
        return self._wards[key]

    def _born(self, ours: socket.socket, theirs: socket.socket, key: tuple[Track, str]) -> "Cell":
        ward = self.ward(*key)
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        return Cell(ward, ward.bear(theirs), Talk(ours), self.limits)

    def close(self) -> None:
        """End all cells and nurseries."""
        for cell in list(self._cells):
            cell.close()
        while self._wards:
            self._wards.popitem()[1].close()

    def __enter__(self) -> "Warden":
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()


class Cell:
    """A player's process. After a fault it is gone.

    finals -- does the player say what a finished game is worth to it?
    rested -- its CPU time when it answered last: what it uses unasked is counted with the next
    slept  -- seconds that it let us wait without computing
    closed -- called when it is gone
    """

    closed: Callable[["Cell"], None] = staticmethod(lambda cell: None)

    def __init__(self, ward: Ward, pid: int, talk: Talk, limits: CellLimits) -> None:
        self.ward, self.inner, self.talk, self.limits = ward, pid, talk, limits
        self.finals, self.asked, self._spent = False, 0, 0.0
        self.rested = self.slept = 0.0
        deadline = time.monotonic() + START_UP
        try:
            hello, self.pid = talk.introduction(lambda: _until(deadline))
            if "hello" not in hello:
                message = _("a cell cannot be locked: {reason}")
                raise WorkerDied(message.format(reason=hello.get("broken")))
            self.handle: int | None = os.pidfd_open(self.pid)
            self.rested = self.cpu
        except (EOFError, OSError):
            raise WorkerDied(_("a cell has ended before it was locked")) from None

    @property
    def cpu(self) -> float:
        """Seconds of CPU time since it was born, read from outside."""
        if self.handle is not None:
            with suppress(OSError):
                spent = time.clock_gettime(~self.pid << 3 | 2)
                signal.pidfd_send_signal(self.handle, 0)  # or the pid is another's by now
                self._spent = spent
        return self._spent

    def load(self, text: str, seed: int) -> None:
        told = self._ask(self.limits.load, BYTES_OF_WORDS, ask="load", text=text, seed=seed)
        self.finals = told == {"finished": True}

    def begin(self, seed: int) -> None:
        """A new game: an agent's dice begin at this seed."""
        self._ask(self.limits.cpu, BYTES_OF_WORDS, ask="begin", seed=seed)

    def values(self, positions: Sequence[Any]) -> list[float]:
        """What an evaluation says of each position."""
        return self.judge(positions, ())[0]

    def judge(
        self, positions: Sequence[Any], over: Sequence[Any]
    ) -> tuple[list[float], list[float]]:
        """What an evaluation says of open positions, and of finished ones; of those it is asked
        only if `finals` says so."""
        counts = len(positions), len(over)
        most = BYTES_OF_WORDS + BYTES_OF_A_NUMBER * sum(counts)
        told = self._ask(self.limits.cpu, most, ask="values", positions=positions, over=over)
        if not isinstance(told, list) or len(told) != 2:
            raise self._end(fault(FaultKind.BAD_ANSWER, _("numbers were asked for")))
        try:
            values, finals = map(_numbers, told, counts)
        except CellFault as error:
            raise self._end(error) from None
        return values, finals

    def move(self, position: Any, side: int | None = None, limits: Limits = NO_LIMITS) -> str:
        """The name of the move that an agent chooses."""
        side = position.turn() if side is None else side
        allowed = [limits.depth, limits.nodes, limits.seconds]
        cpu = self.limits.cpu if limits.seconds is None else limits.seconds
        told = self._ask(
            cpu, BYTES_OF_WORDS, ask="move", position=position, side=side, limits=allowed
        )
        if not isinstance(told, str) or len(told) > LONGEST_MOVE:
            raise self._end(fault(FaultKind.BAD_ANSWER, _("a move was asked for")))
        return told

    def close(self) -> None:
        """End it; nothing is asked afterwards."""
        if self.handle is not None:
            self._spent = self.cpu
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self.handle, signal.SIGKILL)
            os.close(self.handle)
            self.handle = None
            self.talk.close()
            self.ward.forget(self.inner)
            self.closed(self)

    def _ask(self, cpu: float, most: int, **question: Any) -> Any:
        """The answer, within so much CPU time. Raises CellFault; then the cell is gone."""
        if self.handle is None:
            raise fault(FaultKind.DIED, _("the cell was ended before"))
        self.asked += 1
        watch = Watch(self, cpu)
        try:
            told = self.talk.exchange({"id": self.asked, **question}, most, watch.patience)
            watch.settle()
            return self._answer(told)
        except CellFault as error:
            raise self._end(error) from None
        except EOFError:
            raise self._end(self._death()) from None
        except BaseException:  # we were interrupted, and half an answer is of no use
            self.close()
            raise

    def _answer(self, told: Any) -> Any:
        """What the cell says, if it answers this question."""
        if not isinstance(told, dict):
            raise fault(FaultKind.BAD_ANSWER, _("it answers in another form than it should"))
        if "forbidden" in told:
            raise _told(FaultKind.FORBIDDEN, told["forbidden"], told.get("line"))
        if told.get("id") != self.asked:
            raise fault(FaultKind.BAD_ANSWER, _("it answers what nobody has asked"))
        if "fault" in told:
            claim = told["fault"] if isinstance(told["fault"], str) else ""
            kind = CLAIMS.get(claim, FaultKind.BAD_ANSWER)
            key, text = told.get("unusable"), told.get("text")
            if isinstance(key, str) and key in UNUSABLE and isinstance(text, str):
                raise fault(kind, unusable(key, text))
            raise _told(kind, text, told.get("line"))
        if "ok" not in told:
            raise fault(FaultKind.BAD_ANSWER, _("it answers in another form than it should"))
        return told["ok"]

    def _death(self) -> CellFault:
        """Why the line is dead."""
        ended = self.ward.burial(self.inner)
        self._spent = max(ended.cpu, self.cpu)
        return death(ended.status, self._spent, self.limits.life, ended.call)

    def _end(self, error: CellFault) -> CellFault:
        self.close()
        return error


def _until(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise WorkerDied(_("a cell does not become ready"))
    return left


def _numbers(told: Any, count: int) -> list[float]:
    """So many finite numbers. Raises CellFault for anything else."""
    if not isinstance(told, list) or len(told) != count:
        length = len(told) if isinstance(told, list) else 0
        message = _("{count} numbers were asked for, {length} came")
        raise fault(FaultKind.BAD_ANSWER, message.format(count=count, length=length))
    for number in told:
        if type(number) not in (int, float) or not abs(number) <= LARGEST_VALUE:
            message = _("{number} is no number from -{most} to {most}")
            plain = number is None or isinstance(number, str | int | float)
            shown = repr(number)[:40] if plain else type(number).__name__
            raise fault(FaultKind.BAD_ANSWER, message.format(number=shown, most=LARGEST_VALUE))
    assert all(map(math.isfinite, told))
    return told


def _told(kind: FaultKind, text: Any, line: Any) -> CellFault:
    """What a player's process says went wrong; believed as far as it is a text and a line."""
    told = text if isinstance(text, str) else _("it does not say what")
    if type(line) is not int or not 0 < line <= MOST_LINES:
        return fault(kind, told)
    return fault(kind, _("line {line}: {told}").format(line=line, told=told), line)
