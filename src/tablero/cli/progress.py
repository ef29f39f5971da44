"""What a terminal shows while we work; a pipe shows nothing."""

import sys
import threading
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from tablero.cli.common import grouped
from tablero.locale import _

T = TypeVar("T")

DEEP_STACK = 256 << 20
"""Bytes of stack for a search that may go MAX_PLY deep, interpreted too."""

PATIENCE = 0.4
"""Seconds before a terminal shows anything."""


def progress_over(items: Iterable[T], what: str) -> Iterator[T]:
    """The items one by one, with a bar if this is a terminal and it takes a while."""
    if not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(list(items), what, console=Console(stderr=True), transient=True)


def run_watched(search: Any) -> Any:
    """What `search.run()` returns; meanwhile a terminal counts the nodes, and Ctrl-C stops it."""
    answer: list[Any] = []

    def work() -> None:
        try:
            answer.append(search.run())
        except BaseException as error:  # carried over to the thread that waits
            answer.append(error)

    threading.stack_size(DEEP_STACK)
    worker = threading.Thread(target=work, daemon=True)
    worker.start()
    try:
        worker.join(PATIENCE)
        if worker.is_alive():
            _watch(search, worker)
    except KeyboardInterrupt:
        search.stop()
        worker.join()
        raise
    if isinstance(answer[0], BaseException):
        raise answer[0]
    return answer[0]


def _watch(search: Any, worker: threading.Thread) -> None:
    if not sys.stderr.isatty():
        while worker.is_alive():
            worker.join(0.2)
        return
    from rich.console import Console

    with Console(stderr=True).status(_("compiling …")) as status:
        while worker.is_alive():
            worker.join(0.1)
            if search.nodes:
                status.update(_("{nodes} nodes").format(nodes=grouped(search.nodes)))
