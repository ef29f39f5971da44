"""`tablero arena run`: a course by itself, without a page."""

import time
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablero.cli.arena.common import at_option, folder_argument, opened
from tablero.cli.arena.playing import (
    chosen,
    clock_of,
    level_option,
    openings_count_option,
    play_round,
    print_report,
)
from tablero.cli.arena.watch import tell_answer
from tablero.cli.common import Seconds, check_time, make_command
from tablero.cli.team import check_team, team_of, team_options
from tablero.locale import _

if TYPE_CHECKING:
    from tablero.arena.handin.folder import Folder
    from tablero.arena.season.season import Chosen, Season
    from tablero.teams.team import Team


def command() -> click.Command:
    text = _(
        "A course by itself, until Ctrl-C: the round of every day is played when it has closed, "
        "days that were missed first, and what is put into a folder is handed in. The same "
        "command again goes on. `tablero arena standings` shows what is published.\n\n"
        "    tablero arena run mancala --inbox inbox --workers 2"
    )
    inbox = click.Option(
        ["--inbox"],
        type=click.Path(path_type=Path),
        metavar=_("FOLDER"),
        help=_("Hand in whatever is put there."),
    )
    every = click.Option(
        ["--every"],
        type=Seconds(),
        default=2.0,
        show_default=True,
        metavar=_("SECONDS"),
        help=_("Between two looks at the folder and the clock."),
    )
    once = click.Option(["--once"], is_flag=True, help=_("Do what is due now, and end: for cron."))
    at = at_option(_("As if it were this time; with --once."))
    options = [inbox, every, once, *team_options(), level_option(), openings_count_option(), at]
    return make_command("run", text, run, [folder_argument(), *options])


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
    as_json: bool,
) -> None:
    check_time(every)
    check_team(workers, cluster)
    how = chosen(level, openings)
    with ExitStack() as stack:
        course, store = stack.enter_context(opened(folder))
        from tablero.arena.handin.checks import Checks
        from tablero.arena.handin.desk import Desk
        from tablero.arena.handin.folder import Folder
        from tablero.arena.season.season import Season

        clock = clock_of(course, at)
        season, watched = Season(folder, course, store, clock), None
        if inbox is not None:
            checks = stack.enter_context(closing(Checks(course, folder.name)))
            desk = Desk(course, store, checks.quick)
            watched = stack.enter_context(closing(Folder(inbox, desk, clock)))
        team = stack.enter_context(team_of(workers, cluster))
        loop = Loop(season, watched, every, how, team, as_json)
        while True:
            loop.turn()
            if once:
                return
            time.sleep(every)


class Loop:
    """Looks at the folder and the clock."""

    def __init__(
        self,
        season: "Season",
        watched: "Folder | None",
        every: float,
        how: "Chosen",
        team: "Team",
        as_json: bool,
    ) -> None:
        self.season, self.watched, self.every = season, watched, every
        self.how, self.team, self.as_json = how, team, as_json
        self.seen = -every

    def turn(self) -> None:
        """Hand in what has come, and play what is due."""
        self.look()
        due = self.season.due()
        if due:
            self.rest()
        for day in due:
            report = play_round(self.season, day, self.how, self.team, self.look_again)
            if report is not None:
                print_report(self.season, report, self.as_json)

    def look(self) -> None:
        self.seen = time.monotonic()
        for name, answer in self.watched.look() if self.watched else ():
            tell_answer(name, answer, self.as_json)

    def look_again(self) -> None:
        """While a round is played."""
        if time.monotonic() - self.seen >= self.every:
            self.look()

    def rest(self) -> None:
        """What lay there when a day closed has come to rest: it takes two looks to be sure."""
        if self.watched:
            time.sleep(self.every)
            self.look()
