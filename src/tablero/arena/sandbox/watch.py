"""Tells forbidden acts, with the player's line, before the system stops them.

Python reports to audit hooks what its library is about to do. A hook cannot be taken off, but it
lives in the player's own process and may be outwitted there: it gives evidence that reads well,
and the lock behind it is what holds.
"""

import os
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

FORBIDDEN = (
    "open",
    "os.",
    "socket.",
    "subprocess.",
    "ctypes.",
    "_thread.start_",
    "_posixsubprocess.",
    "shutil.",
    "tempfile.",
    "signal.pthread_kill",
    "resource.",
    "fcntl.",
    "mmap.",
    "syslog.",
    "pty.",
    "urllib.",
    "ftplib.",
    "http.",
    "glob.",
    "pathlib.",
    "webbrowser.",
)
"""Events, or beginnings of their names: files, processes, network, foreign machine code."""

THREADS = ("start_new_thread", "start_new", "start_joinable_thread")
"""What starts one, in the library."""

CAUGHT = 86
"""The exit code of a cell that was caught."""


def watch(file: str, tell: Callable[[str, int | None], None]) -> None:
    """From now on `tell` what is forbidden, with the line of the player's file, and end."""
    leave, frame, told = os._exit, sys._getframe, repr

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open" and arguments[0] == file:
            return  # Python itself, about a syntax error; there is no such file
        if event.startswith(FORBIDDEN):
            plain = [each for each in arguments if type(each) in (str, int, bytes)]
            shown = ", ".join(told(each)[:80] for each in plain)
            try:
                tell(f"{event}({shown})", line_in(file, frame()))
            finally:
                leave(CAUGHT)

    sys.addaudithook(hook)
    _tell_threads()


def _tell_threads() -> None:
    """Threads are no event in every Python; from now on they are."""

    def start(*_arguments: Any, **_named: Any) -> None:
        sys.audit("_thread.start_new_thread")

    for module in filter(None, map(sys.modules.get, ("_thread", "threading"))):
        for name in dir(module):
            if name.lstrip("_") in THREADS:
                setattr(module, name, start)


def line_in(file: str, frame: FrameType | None) -> int | None:
    """The innermost line of a file that is being executed."""
    while frame is not None:
        if frame.f_code.co_filename == file:
            return frame.f_lineno
        frame = frame.f_back
    return None
