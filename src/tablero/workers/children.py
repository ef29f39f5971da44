"""Programs that this process starts, and that must not outlive it."""

import atexit
import os
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from weakref import WeakSet

from tablero.errors import OutsideError
from tablero.locale import _

PARENT_POLL_S = 1.0
"""Seconds between two checks whether the parent process still runs."""

_children: "WeakSet[subprocess.Popen[bytes]]" = WeakSet()
_exiting = threading.Event()
_starting = threading.RLock()
"""Held while a program starts, so that `kill_children` misses none."""


def start_child(command: Sequence[str], environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """Start a program in a new session, with unbuffered pipes to its standard streams.

    Ctrl-C does not reach it, and `kill_group` also kills the processes that it starts.
    Raise OutsideError if this process is exiting, and OSError if the program does not start.
    """
    with _starting:
        if _exiting.is_set():
            raise OutsideError(_("no program is started while Tablero exits"))
        pipe = subprocess.PIPE
        process = subprocess.Popen(
            command,
            bufsize=0,
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            env={**os.environ, **environment},
            start_new_session=True,
        )
        _children.add(process)
        return process


def kill_group(process: "subprocess.Popen[bytes]") -> None:
    """Kill a program and all processes of its session."""
    with suppress(ProcessLookupError, PermissionError):  # All of them have exited.
        os.killpg(process.pid, signal.SIGKILL)


@atexit.register
def kill_children() -> None:
    """Kill all programs of this process, and start no more."""
    with _starting:
        _exiting.set()
        for process in list(_children):
            if process.poll() is None:
                kill_group(process)


def exit_with_parent(parent: int) -> None:
    """Start a thread that ends this process and its programs soon after the process `parent`."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(PARENT_POLL_S)
        kill_children()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
