"""What a terminal shows while we work; a pipe shows nothing."""

import sys
import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

DEEP_STACK = 256 << 20
"""Bytes of stack for a search that may go MAX_PLY deep, interpreted too."""

PATIENCE = 0.4
"""Seconds before a terminal shows anything."""


def run_watched(work: Callable[[], T], tell: Callable[[], str], stop: Callable[[], None]) -> T:
    """What `work()` returns; meanwhile a terminal shows what `tell()` says.

    Ctrl-C calls `stop` and leaves at once: the work goes on in a thread that dies with us.
    """
    answer: list[T] = []
    fault: list[BaseException] = []

    def run() -> None:
        try:
            answer.append(work())
        except BaseException as error:  # carried over to the thread that waits
            fault.append(error)

    usual = threading.stack_size(DEEP_STACK)
    worker = threading.Thread(target=run, daemon=True)
    worker.start()
    threading.stack_size(usual)
    try:
        worker.join(PATIENCE)
        if worker.is_alive():
            _watch(worker, tell)
    except KeyboardInterrupt:
        stop()
        worker.join(PATIENCE)
        raise
    if fault:
        raise fault[0]
    return answer[0]


def _watch(worker: threading.Thread, tell: Callable[[], str]) -> None:
    if not sys.stderr.isatty():
        while worker.is_alive():
            worker.join(0.2)
        return
    from rich.console import Console

    with Console(stderr=True).status(tell()) as status:
        while worker.is_alive():
            worker.join(0.1)
            status.update(tell())
