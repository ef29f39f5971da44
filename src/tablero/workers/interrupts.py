"""Ctrl-C, which a terminal sends to this process and to all processes that it started."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Block SIGINT in this thread, and for good in threads and processes that are started within.

    The parent process alone reacts to Ctrl-C, and stops its workers itself.
    """
    resource_tracker.ensure_running()  # Python unblocks SIGINT when it starts the tracker.
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


@contextmanager
def interrupts_delayed() -> Iterator[None]:
    """Delay SIGINT until the end of the block, for steps that cannot be undone halfway.

    Does nothing outside the main thread, since Python handles signals only there.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    received: list[int] = []
    handler = signal.signal(signal.SIGINT, lambda number, _frame: received.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        if received:
            signal.raise_signal(signal.SIGINT)


def dask_setup(_worker: object) -> None:
    """Ignore SIGINT in a worker of a local Dask cluster, which preloads this module."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
