"""`tablero arena serve`: the page, with a tournament in it."""

from datetime import UTC, datetime
from pathlib import Path

import click

from tablero.cli.arena.common import folder_argument, opened, references_option
from tablero.cli.common import make_command
from tablero.cli.serve import Place, run, where_options, workers_option
from tablero.locale import _


def command() -> click.Command:
    text = _(
        "Open the page with the tournament of a course: standings, cross tables and games of all "
        "published rounds, by alias only, and how far the round of today is.\n\n"
        "    tablero arena serve mancala\n\n"
        "    tablero arena serve mancala --host 0.0.0.0 --password 'three quiet otters'"
    )
    options = [folder_argument(), *where_options(), workers_option(), references_option()]
    return make_command("serve", text, serve, options)


def serve(
    folder: Path,
    port: int,
    host: str,
    password: str,
    no_browser: bool,
    workers: int | None,
    references: bool,
    as_json: bool,
) -> None:
    place = Place(port, host, password, not no_browser, workers)
    place.check()
    with opened(folder) as (course, store):
        from tablero.web.arena.public import Public

        public = Public(course, store, lambda: datetime.now(UTC), references, folder)
        run(place, (), (), as_json, public)
