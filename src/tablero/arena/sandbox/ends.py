"""How a cell ended, as the kernel tells it, in words."""

import os
import signal

from tablero.arena.sandbox.faults import CellFault, CellKilled, FaultKind, fault
from tablero.arena.sandbox.seccomp import call_name
from tablero.arena.sandbox.watch import CAUGHT
from tablero.locale import _

ALMOST, TICKS = 0.9, 0.2
"""The kernel counts a process's life in ticks, by what it finds at each; we in nanoseconds."""


def death(status: int | None, cpu: float, life: float, call: int | None = None) -> CellFault:
    """The fault of a cell that has ended by itself.

    status -- as `wait` gives it; None: it lives, and has closed its socket
    life   -- seconds of CPU time after which the kernel ends it
    call   -- the number of the forbidden system call that it was halted at, if any
    """
    if call is not None:
        message = _("ended at a system call that is not allowed: {name}")
        return fault(FaultKind.FORBIDDEN, message.format(name=call_name(call)))
    if status is None:
        return fault(FaultKind.DIED, _("it has closed its own line"))
    code = os.waitstatus_to_exitcode(status)
    if code == -signal.SIGSYS:
        text = _("ended by SIGSYS: a system call that is not allowed")
        return fault(FaultKind.FORBIDDEN, text)
    if code == -signal.SIGXCPU or (code == -signal.SIGKILL and cpu >= ALMOST * life - TICKS):
        message = _("{cpu:.1f} seconds of CPU time, {life:g} in all are allowed")
        return fault(FaultKind.SLOW, message.format(cpu=cpu, life=life))
    if code < 0:
        message = _("ended by {signal} without an answer")
        text = message.format(signal=_signal_name(-code))
        return CellKilled(text) if code == -signal.SIGKILL else fault(FaultKind.DIED, text)
    if code == CAUGHT:
        return fault(FaultKind.FORBIDDEN, _("it was caught at something forbidden"))
    message = _("ended with exit code {code} without an answer")
    return fault(FaultKind.DIED, message.format(code=code))


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
