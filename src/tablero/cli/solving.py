"""Preparation and time limits of solvers and book builders."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import click

import tablero.games as games
from tablero.cli import complain
from tablero.cli.progress import run_watched
from tablero.errors import SearchStopped, TooLarge
from tablero.locale import _
from tablero.numbers import grouped
from tablero.threads import called_after

T = TypeVar("T")


def ready(make: Callable[[], T]) -> T:
    """Return the result of `make`; a terminal shows meanwhile that code is compiled."""
    return run_watched(make, lambda: _("compiling …"), lambda: None)


def solved_with(feature: str) -> list[str]:
    """Return the names of the games whose SolverSpec has this feature."""
    return [
        name for name in games.names() if getattr(games.game_class(name).solver, feature, None)
    ]


@contextmanager
def giving_up(solver: Any, seconds: float | None) -> Iterator[None]:
    """Stop the solver after this many seconds; None: no limit.

    Exit with code 1 if the limit stopped it, or if the position is too large for it.
    """
    try:
        with called_after(seconds, solver.stop):
            yield
    except TooLarge as error:
        hint = "" if error.nodes is None else _("; --nodes N allows more")
        complain(f"{error}{hint}")
        raise click.exceptions.Exit(1) from None
    except SearchStopped:
        if seconds is None:
            raise
        message = _("not solved within {seconds:g} seconds and {nodes} nodes")
        complain(message.format(seconds=seconds, nodes=grouped(solver.nodes)))
        raise click.exceptions.Exit(1) from None
