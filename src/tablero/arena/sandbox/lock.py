"""Shuts the process it is called in, for good. What comes after can compute and answer."""

import os
import signal
import socket
import threading
from contextlib import suppress
from typing import Any

from tablero.arena.sandbox import landlock, seccomp
from tablero.arena.sandbox.level import Level
from tablero.arena.sandbox.limits import CellLimits
from tablero.arena.sandbox.system import (
    PR_SET_DUMPABLE,
    PR_SET_NO_NEW_PRIVS,
    PR_SET_PDEATHSIG,
    is_linux,
    prctl,
)

with suppress(ImportError):  # there is none on Windows
    import resource

NOBODY = 65534
"""The user that a root's players run as: root is not bound by a limit on processes."""

SMALL_STACK = 1 << 18
"""Bytes; what a thread leaves behind counts for the player."""

MOST_FILES = 64
"""Descriptors; only one is ever open."""


def drop_root() -> None:
    """If this is root, become nobody, in no group. There is no way back."""
    if os.getuid() != 0:
        return
    os.setgroups([])
    os.setresgid(NOBODY, NOBODY, NOBODY)
    os.setresuid(NOBODY, NOBODY, NOBODY)


def leave_with_parent(parent: int) -> None:
    """Have the kernel end this process when its parent ends, and not only from now on.

    After `drop_root`: a change of user takes the wish back.
    """
    if is_linux:
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def keep_only(first: int, last: int) -> None:
    """Close all files but these."""
    most = os.sysconf("SC_OPEN_MAX")
    os.closerange(0, first)
    os.closerange(last + 1, most if most > 0 else 1 << 20)


class Messenger:
    """Hands the listener of our filter to the nursery. Whoever is behind the filter cannot send
    it any more, so a thread does that is not, and which has ended before a player's code is heard
    of.

    line -- to the nursery
    """

    def __init__(self, line: int) -> None:
        self.line, self.listener = socket.socket(fileno=line), -1
        self.ready = threading.Event()
        self.thread = threading.Thread(target=self._run)
        usual = threading.stack_size(SMALL_STACK)
        self.thread.start()
        threading.stack_size(usual)

    def _run(self) -> None:
        self.ready.wait()
        if self.listener >= 0:
            socket.send_fds(self.line, [b"listener"], [self.listener])
            os.close(self.listener)
        self.line.close()

    def leave(self, listener: int = -1) -> None:
        """With the listener, if there is one."""
        self.listener = listener
        self.ready.set()
        self.thread.join()


def lock(level: Level, limits: CellLimits, line: int) -> None:
    """Raises OSError if the kernel refuses a part of it.

    line -- a socket to the nursery, which is closed
    """
    messenger = Messenger(line)  # while threads can still be had
    if level.reaches(Level.LIMITS):
        set_limits(limits)
    if level.reaches(Level.LOCKED):
        prctl(PR_SET_DUMPABLE, 0)
        prctl(PR_SET_NO_NEW_PRIVS, 1)
        if version := landlock.abi():
            landlock.deny_everything(version)
        try:
            messenger.leave(seccomp.install(listener=True))
        except OSError:  # a kernel before 5.0, or one where another listens already
            messenger.leave()
            seccomp.install()
    else:
        messenger.leave()


def set_limits(limits: CellLimits) -> None:
    """What the kernel counts. Soft limits are hard ones: nobody is asked before."""
    wanted: dict[str, Any] = {
        "RLIMIT_AS": limits.memory,
        "RLIMIT_DATA": limits.memory,
        "RLIMIT_CPU": limits.life,
        "RLIMIT_CORE": 0,
        "RLIMIT_FSIZE": 0,
        "RLIMIT_NOFILE": MOST_FILES,
        "RLIMIT_NPROC": 0,
        "RLIMIT_MEMLOCK": 0,
        "RLIMIT_MSGQUEUE": 0,
    }
    for name, value in wanted.items():
        if hasattr(resource, name):
            kind = getattr(resource, name)
            _soft, hard = resource.getrlimit(kind)
            bound = value if hard == resource.RLIM_INFINITY else min(value, hard)
            resource.setrlimit(kind, (bound, bound))
