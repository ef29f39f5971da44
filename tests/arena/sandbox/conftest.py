"""Wardens for the tests of the sandbox."""

import os
import signal
import time
from pathlib import Path

import pytest

from tablero.arena.sandbox.level import Level
from tablero.arena.sandbox.selftest import passes
from tablero.arena.sandbox.warden import Cell, CellFault, Warden


def offered(level: Level) -> Level:
    """The level, or a skipped test where this machine does not offer it."""
    if not passes(level):
        pytest.skip(f"this machine does not offer the level {level}")
    return level


@pytest.fixture(scope="session")
def strongest() -> Level:
    """The strongest level of this machine; at least LIMITS, or there is nothing to test."""
    for level in reversed(Level):
        if level is not Level.NONE and passes(level):
            return level
    pytest.skip("this machine offers no sandbox")


@pytest.fixture(scope="module")
def warden(strongest):
    with Warden(strongest) as one:
        yield one


def kill_nursery(cell: Cell) -> None:
    """Of this cell: its parent, which may be inside bubblewrap."""
    status = Path(f"/proc/{cell.pid}/status").read_text()
    (parent,) = (line for line in status.splitlines() if line.startswith("PPid:"))
    os.kill(int(parent.split()[1]), signal.SIGKILL)


def fault_of(act) -> CellFault:
    with pytest.raises(CellFault) as caught:
        act()
    return caught.value


def wait_for_end(*pids: int) -> None:
    deadline = time.monotonic() + 30
    while any(map(alive, pids)):
        assert time.monotonic() < deadline, "a process is left behind"
        time.sleep(0.01)


def alive(pid: int) -> bool:
    """Is it there, and more than a corpse that nobody buries?"""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
