"""`tablero arena round`: the round of a day."""

from datetime import UTC, date, datetime
from pathlib import Path

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
from tablero.cli.common import make_command
from tablero.cli.pool import check_pool, open_pool, pool_options
from tablero.errors import OptionError
from tablero.locale import _


def command() -> click.Command:
    text = _(
        "Play the round of the last day that has closed: everybody who is in, each in a sandbox "
        "of his own, and the references. The same command again goes on where it was, also "
        "after kill -9; a round that is over is not played again.\n\n"
        "    tablero arena round mancala --workers 2"
    )
    day = click.Option(
        ["--day"], default="", metavar=_("DATE"), help=_("Of this day, which has closed.")
    )
    at = at_option(_("As if it were this time; it is recorded."))
    options = [day, *pool_options(), level_option(), openings_count_option(), at]
    return make_command("round", text, play, [folder_argument(), *options])


def play(
    folder: Path,
    day: str,
    workers: int,
    cluster: str | None,
    level: str | None,
    openings: int | None,
    at: str,
    as_json: bool,
) -> None:
    check_pool(workers, cluster)
    told = parse_day(day) if day else None
    with opened(folder) as (course, store):
        from tablero.arena.season.season import Season
        from tablero.arena.store.store import TEACHER

        season = Season(folder, course, store, clock_of(course, at))
        wanted = season.day_of_round(told)
        if at:
            store.note(datetime.now(UTC), TEACHER, "round as if at another time", time=at)
        how = chosen(level, openings)
        with open_pool(workers, cluster) as pool:
            report = play_round(season, wanted, how, pool)
        if report is None:
            message = _("the round of {day} has fewer than two players: nothing to play")
            raise OptionError(message.format(day=wanted))
        print_report(season, report, as_json)


def parse_day(text: str) -> date:
    try:
        return datetime.strptime(text, "%Y-%m-%d").date()
    except ValueError:
        message = _("a date is like 2027-02-01, not {text!r}")
        raise OptionError(message.format(text=text)) from None
