"""Whoever makes a forbidden call is halted by the kernel, named, and does not run again."""

from pathlib import Path

import pytest

import tablero.games as games
from tablero.arena.player.forms import Track
from tablero.arena.sandbox.level import Level
from tablero.arena.sandbox.limits import CellLimits
from tablero.arena.sandbox.warden import FaultKind, Warden
from tests.arena.sandbox.conftest import fault_of, offered, wait_for_end
from tests.arena.sandbox.texts import ANY

pytestmark = pytest.mark.plain

GAME = "mancala11"
START = games.load(GAME).start


@pytest.fixture(scope="module", params=[Level.LOCKED, Level.FULL])
def strong(request):
    """One who leaves everything to the kernel."""
    with Warden(offered(request.param), CellLimits(watch=False)) as one:
        yield one


KNOCKS = {
    "openat": "open('/etc/passwd')",
    "clone": "__import__('posix').fork()",
    "kill": "__import__('posix').kill(1, 0)",
    "pipe2": "__import__('posix').pipe()",
}


@pytest.mark.parametrize("call", KNOCKS)
def test_a_forbidden_call_is_named(strong, call):
    """Without the hook inside, which would tell more: by the kernel's own word."""
    text = f"def choose(moves):\n    {KNOCKS[call]}\n    return moves[0]\n"
    cell = strong.cell(text, Track.AGENT, GAME)
    fault = fault_of(lambda: cell.move(START))
    assert fault.kind is FaultKind.FORBIDDEN
    assert fault.evidence == f"ended at a system call that is not allowed: {call}"
    wait_for_end(cell.pid)


def test_whoever_was_halted_does_not_run_again(strong):
    """Not even one who has prepared himself: signals are nothing to him."""
    text = """
import signal


def choose(moves):
    for number in (signal.SIGSYS, signal.SIGTERM, signal.SIGPIPE):
        signal.signal(number, signal.SIG_IGN)
    while True:
        try:
            open("/etc/passwd")
        except BaseException:
            pass
"""
    cell = strong.cell(text, Track.AGENT, GAME)
    assert fault_of(lambda: cell.move(START)).kind is FaultKind.FORBIDDEN
    wait_for_end(cell.pid)
    other = strong.cell(ANY, Track.AGENT, GAME)
    assert other.move(START), "and the nursery goes on"
    other.close()


def test_a_cell_has_one_file_and_one_thread(strong):
    """Whoever handed the listener over is gone, and so are his line and the listener."""
    text = """
import os


def choose(moves):
    there = []
    for number in range(16):
        try:
            os.write(number, b"") if number != 3 else None
            there.append(number)
        except OSError:
            pass
    raise ValueError(str(there))
"""
    cell = strong.cell(text, Track.AGENT, GAME)
    status = Path(f"/proc/{cell.pid}/status").read_text()
    assert "Threads:\t1\n" in status
    fault = fault_of(lambda: cell.move(START))
    assert "ValueError: [3]" in fault.evidence
