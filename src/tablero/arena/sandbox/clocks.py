"""What a question may take: CPU time on the cell's own clock, and sleep on the one on the wall."""

import time
from typing import Protocol

from tablero.arena.sandbox.faults import FaultKind, fault
from tablero.arena.sandbox.limits import CellLimits
from tablero.locale import _

AT_ONCE = 0.1
"""Seconds of every answer that nobody counts as sleep."""

LOOK = 0.2
"""Seconds at most between two looks at a cell's clock."""


class Timed(Protocol):
    """A cell, as far as its time is concerned.

    rested -- its CPU time when it answered last: what it uses unasked is counted with the next
    slept  -- seconds in its life that it let us wait without computing
    """

    limits: CellLimits
    rested: float
    slept: float

    @property
    def cpu(self) -> float: ...


class Watch:
    """Two clocks of a question: the cell's own, and the one on the wall."""

    def __init__(self, cell: Timed, cpu: float) -> None:
        self.cell, self.allowed, self.wall = cell, cpu, cell.limits.wall
        self.begun, self.since = cell.rested, time.monotonic()

    def patience(self) -> float:
        """Seconds until one of them can run out. Raises CellOutOfTime if one has."""
        spent, waited = self._spent(), time.monotonic() - self.since
        slept = self._slept(spent)
        if waited >= self.wall or slept >= self.wall:
            message = _("no answer within {seconds:g} seconds")
            if waited < self.wall:
                message = _("it let us wait for {seconds:g} seconds in all without computing")
            raise fault(FaultKind.SILENT, message.format(seconds=self.wall))
        return max(0.001, min(self.allowed - spent, self.wall - max(waited, slept), LOOK))

    def settle(self) -> None:
        """It has answered. Raises CellOutOfTime if it was too late."""
        spent = self._spent()
        self.cell.slept = self._slept(spent)
        self.cell.rested = self.begun + spent

    def _spent(self) -> float:
        """CPU seconds since its last answer. Raises CellOutOfTime if they are too many."""
        spent = self.cell.cpu - self.begun
        if spent > self.allowed:
            message = _("{spent:.3f} seconds of CPU time, {allowed:g} are allowed")
            told = message.format(spent=spent, allowed=self.allowed)
            raise fault(FaultKind.SLOW, told)
        return spent

    def _slept(self, spent: float) -> float:
        """Seconds in its life that it let us wait, beyond those that a busy machine explains:
        who computes may be given as small a part of a processor as both limits allow for."""
        share = max(1.0, self.wall / self.allowed) if self.allowed > 0 else 1.0
        waited = time.monotonic() - self.since - AT_ONCE - share * spent
        return self.cell.slept + max(0.0, waited)
