"""Shuts the process it is called in, for good. What comes after can compute and answer."""

import os
import signal
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


def keep_only(descriptor: int) -> None:
    """Close all files but this one."""
    most = os.sysconf("SC_OPEN_MAX")
    os.closerange(0, descriptor)
    os.closerange(descriptor + 1, most if most > 0 else 1 << 20)


def lock(level: Level, limits: CellLimits) -> None:
    """Raises OSError if the kernel refuses a part of it."""
    if level.reaches(Level.LIMITS):
        set_limits(limits)
    if level.reaches(Level.LOCKED):
        prctl(PR_SET_DUMPABLE, 0)
        prctl(PR_SET_NO_NEW_PRIVS, 1)
        if version := landlock.abi():
            landlock.deny_everything(version)
        seccomp.install()


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
