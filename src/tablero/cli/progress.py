"""What a terminal shows while we work; a pipe shows nothing."""

import sys
import threading
from collections import deque
from collections.abc import Callable
from typing import TypeVar

import click

from tablero.stack import deep_stack

T = TypeVar("T")

NO_NEWS: deque[str] = deque(maxlen=0)

PATIENCE = 0.4
"""Seconds before a terminal shows anything."""


def run_watched(
    work: Callable[[], T],
    tell: Callable[[], str],
    stop: Callable[[], None],
    news: deque[str] = NO_NEWS,
) -> T:
    """What `work()` returns; meanwhile a terminal shows what `tell()` says, and above it the
    lines that `work` has put into `news`.

    Ctrl-C calls `stop` and leaves at once: the work goes on in a thread that dies with us.
    """
    answer: list[T] = []
    fault: list[BaseException] = []

    def run() -> None:
        try:
            answer.append(work())
        except BaseException as error:  # carried over to the thread that waits
            fault.append(error)

    worker = threading.Thread(target=run, daemon=True)
    with deep_stack():
        worker.start()
    try:
        worker.join(PATIENCE)
        if worker.is_alive():
            _watch(worker, tell, news)
    except KeyboardInterrupt:
        stop()
        worker.join(PATIENCE)
        raise
    finally:
        if sys.stderr.isatty():
            while news:
                click.echo(news.popleft(), err=True)
    if fault:
        raise fault[0]
    return answer[0]


def _watch(worker: threading.Thread, tell: Callable[[], str], news: deque[str]) -> None:
    if not sys.stderr.isatty():
        while worker.is_alive():
            worker.join(0.2)
        return
    from rich.console import Console

    console = Console(stderr=True, markup=False, highlight=False)
    with console.status(tell()) as status:
        while worker.is_alive():
            worker.join(0.1)
            while news:
                console.print(news.popleft(), no_wrap=True, overflow="ellipsis")
            status.update(tell())
