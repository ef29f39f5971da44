"""A solver at work, or a builder of tables: made ready, and stopped when its time is over."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import click

from tablero.cli import complain
from tablero.cli.progress import run_watched
from tablero.errors import SearchStopped, TooLarge
from tablero.locale import _
from tablero.numbers import grouped
from tablero.threads import called_after

T = TypeVar("T")


def ready(make: Callable[[], T]) -> T:
    """What `make` makes; a terminal shows why that takes a while."""
    return run_watched(make, lambda: _("compiling …"), lambda: None)


@contextmanager
def giving_up(solver: Any, seconds: float | None) -> Iterator[None]:
    """Stop the solver when the time is over, and leave with exit code 1; so too if it is too
    much for it."""
    try:
        with called_after(seconds, solver.stop):
            yield
    except TooLarge as error:
        complain(str(error))
        raise click.exceptions.Exit(1) from None
    except SearchStopped:
        if seconds is None:
            raise
        message = _("not solved within {seconds:g} seconds and {nodes} nodes")
        complain(message.format(seconds=seconds, nodes=grouped(solver.nodes)))
        raise click.exceptions.Exit(1) from None
