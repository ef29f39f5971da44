"""`tablero arena run`: a course by itself, without a page."""

import math
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from tablero.cli import complain, with_file
from tablero.cli.arena.common import at_option, folder_argument, opened
from tablero.cli.arena.playing import (
    chosen,
    clock_of,
    level_option,
    openings_count_option,
    play_round,
    print_report,
)
from tablero.cli.arena.tools import Tools
from tablero.cli.arena.watch import Looks, review_one
from tablero.cli.common import Float, check_time, make_command
from tablero.cli.pool import check_pool, open_pool, pool_options
from tablero.errors import TableroError
from tablero.locale import _
from tablero.workers.children import exit_with_parent

if TYPE_CHECKING:
    from tablero.arena.season.season import Chosen
    from tablero.workers.pool import WorkerPool

TROUBLE = 30.0
"""Seconds before a round is tried again that could not be played."""


def command() -> click.Command:
    text = _(
        "A course by itself, until Ctrl-C: the round of every day is played when it has closed, "
        "days that were missed first, and what is put into a folder is handed in. The same "
        "command again goes on. `tablero arena standings` shows what is published.\n\n"
        "    tablero arena run mancala --inbox inbox --workers 2"
    )
    every = click.Option(
        ["--every"],
        type=Float(),
        default=2.0,
        show_default=True,
        metavar=_("SECONDS"),
        help=_("Between two looks at the folder and the clock."),
    )
    once = click.Option(["--once"], is_flag=True, help=_("Do what is due now, and end: for cron."))
    at = at_option(_("As if it were this time; with --once."))
    with_us = click.Option(["--leave-with", "parent"], type=int, hidden=True)
    options = [*pool_options(), level_option(), openings_count_option(), at, with_us]
    params = [folder_argument(), inbox_option(), every, once, *options]
    return make_command("run", text, run, params)


def inbox_option() -> click.Option:
    return click.Option(
        ["--inbox"],
        type=click.Path(path_type=Path),
        metavar=_("FOLDER"),
        help=_("Hand in whatever is put there."),
    )


def run(
    folder: Path,
    inbox: Path | None,
    every: float,
    once: bool,
    workers: int,
    cluster: str | None,
    level: str | None,
    openings: int | None,
    at: str,
    parent: int | None,
    as_json: bool,
) -> None:
    check_time(every)
    check_pool(workers, cluster)
    if parent is not None:
        exit_with_parent(parent)
    how = chosen(level, openings)
    with ExitStack() as stack:
        course, store = stack.enter_context(opened(folder))
        from tablero.arena.season.season import Season

        season = Season(folder, course, store, clock_of(course, at))
        tools = stack.enter_context(Tools(season, inbox))
        pool = stack.enter_context(open_pool(workers, cluster))
        loop = Loop(tools, every, how, pool, as_json)
        loop.turn() if once else loop.stay()


class Loop:
    """Looks at the folder and the clock.

    again   -- when rounds may be tried again, after something went wrong
    trouble -- what went wrong last, as it was told, by what we were about
    """

    def __init__(
        self,
        tools: Tools,
        every: float,
        how: "Chosen",
        pool: "WorkerPool",
        as_json: bool,
    ) -> None:
        self.tools, self.every = tools, every
        self.looks = Looks(tools.watched, every, as_json)
        self.how, self.pool, self.as_json = how, pool, as_json
        self.again = -math.inf
        self.trouble: dict[str, str] = {}

    def stay(self) -> NoReturn:
        """Until somebody ends us. What goes wrong is told in a line, once, and tried again: a
        course does not stand still for a full disk."""
        while True:
            self.survives(self.tools.take_up)
            self.survives(self.looks.look)
            if time.monotonic() >= self.again and not self.survives(self.work):
                self.again = time.monotonic() + TROUBLE
            time.sleep(self.every)

    def survives(self, act: Callable[[], None]) -> bool:
        """Has it gone well?"""
        try:
            act()
        except Exception as error:
            told = _told(error)
            if told != self.trouble.get(act.__name__):
                complain(told)
            self.trouble[act.__name__] = told
            return False
        self.trouble.pop(act.__name__, None)
        return True

    def work(self) -> None:
        """Play what is due; else check one of the files that wait for it."""
        if self.due():
            self.play()
        else:
            self.tools.reviews.tell = lambda _step: self.look_again()
            review_one(self.tools.reviews, self.as_json)

    def turn(self) -> None:
        """Hand in what has come, and play what is due."""
        self.looks.look()
        self.play()

    def play(self) -> None:
        """Whatever is due, until the teacher wants a pause."""
        from tablero.arena.season.pause import Paused

        due = self.due()
        if due:
            self.rest()
        with suppress(Paused):
            for day in due:
                self.tools.take_up()
                if day in self.due():
                    self._play(day)
        sys.stdout.flush()

    def _play(self, day: date) -> None:
        season = self.tools.season
        report = play_round(season, day, self.how, self.pool, self.look_again)
        if report is not None:
            print_report(season, report, self.as_json)

    def due(self) -> list[date]:
        """Days whose rounds are to be played now."""
        from tablero.arena.season.pause import is_paused

        season = self.tools.season
        return [] if is_paused(season.folder) else season.due()

    def look_again(self) -> None:
        """While files are checked or a round is played, which a folder that fails does not
        stop."""
        if self.looks.are_due:
            self.survives(self.looks.look)

    def rest(self) -> None:
        """What lay there when a day closed has come to rest: it takes two looks to be sure."""
        if self.tools.watched:
            time.sleep(self.every)
            self.survives(self.looks.look)


def _told(error: Exception) -> str:
    """What went wrong; a database's own words have all that it was told in them."""
    from tablero.arena.store.database import DatabaseError, failure

    if isinstance(error, DatabaseError):
        return str(failure(error))
    ours = isinstance(error, TableroError | OSError)
    return with_file(error) if ours else f"{type(error).__name__}: {error}"
