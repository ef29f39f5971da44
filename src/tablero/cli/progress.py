"""Progress of long work, shown on stderr if it is a terminal."""

import sys
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Generic, TypeVar

import click

from tablero.threads import deep_stack

T = TypeVar("T")

NO_LINES: deque[str] = deque(maxlen=0)
"""A queue that discards all lines."""

ESTIMATE_PERIOD_S = 600
"""Seconds of past progress from which the remaining time is estimated."""

SHOW_AFTER_S = 0.4
"""Seconds before progress is shown."""

STOP_GRACE_S = 0.4
"""Seconds to wait for stopped work."""


def run_watched(
    work: Callable[[], T],
    status: Callable[[], str],
    stop: Callable[[], None],
    lines: deque[str] = NO_LINES,
) -> T:
    """Run `work` in a thread and return its result.

    Meanwhile a terminal shows the text of `status()`, and above it the lines that `work` appends
    to `lines`. Ctrl-C or SIGTERM calls `stop` and is raised again after at most STOP_GRACE_S
    seconds: unfinished work continues in a daemon thread, which ends with this process.
    """
    worker = WorkThread(work)
    try:
        return worker.result(partial(_show_text, status=status, lines=lines), stop)
    finally:
        if sys.stderr.isatty():
            while lines:
                click.echo(lines.popleft(), err=True)


def run_counted(
    work: Callable[[], T],
    done: Callable[[], int],
    total: int,
    stop: Callable[[], None],
    status: Callable[[], str] = str,
) -> T:
    """Run `work` like `run_watched`; a terminal shows a progress bar and the remaining time."""
    return WorkThread(work).result(partial(_show_bar, done=done, total=total, status=status), stop)


class WorkThread(threading.Thread, Generic[T]):
    """A thread that runs `work` while the main thread shows its progress."""

    def __init__(self, work: Callable[[], T]) -> None:
        super().__init__(daemon=True)
        self.work = work
        self.future: Future[T] = Future()
        with deep_stack():
            self.start()

    def run(self) -> None:
        try:
            self.future.set_result(self.work())
        except BaseException as error:  # Raised in the thread that waits.
            self.future.set_exception(error)

    def result(self, show: Callable[[threading.Thread], None], stop: Callable[[], None]) -> T:
        """Return the result of the work, or raise its exception.

        On a terminal, `show` displays progress until the thread ends.
        """
        try:
            self.join(SHOW_AFTER_S)
            if self.is_alive():
                (show if sys.stderr.isatty() else _wait)(self)
        except (KeyboardInterrupt, SystemExit):
            stop()
            self.join(STOP_GRACE_S)
            raise
        return self.future.result()


def _wait(worker: threading.Thread) -> None:
    while worker.is_alive():
        worker.join(0.2)


def _show_text(worker: threading.Thread, status: Callable[[], str], lines: deque[str]) -> None:
    from rich.console import Console

    console = Console(stderr=True, markup=False, highlight=False)
    with console.status(status()) as shown:
        while worker.is_alive():
            worker.join(0.1)
            while lines:
                console.print(lines.popleft(), no_wrap=True, overflow="ellipsis")
            shown.update(status())


def _show_bar(
    worker: threading.Thread, done: Callable[[], int], total: int, status: Callable[[], str]
) -> None:
    from rich import progress
    from rich.console import Console

    columns = (
        progress.TextColumn("{task.description}", markup=False),
        progress.BarColumn(),
        progress.MofNCompleteColumn(),
        progress.TimeRemainingColumn(),
    )
    console = Console(stderr=True)
    with progress.Progress(
        *columns, console=console, speed_estimate_period=ESTIMATE_PERIOD_S
    ) as bar:
        task = bar.add_task(status(), total=total, completed=done())
        while worker.is_alive():
            worker.join(0.1)
            bar.update(task, completed=done(), description=status())
