"""`tablero arena site`: the pages of a tournament as files."""

from pathlib import Path

import click

from tablero.cli.arena.common import (
    at_option,
    folder_argument,
    instant,
    opened,
    references_option,
)
from tablero.cli.common import make_command, print_json
from tablero.cli.serve import server_module
from tablero.locale import _
from tablero.numbers import grouped


def command() -> click.Command:
    text = _(
        "Write the public pages of a course as files, for any web server: what is published by "
        "now, by alias only. The same command again writes what has come since.\n\n"
        "    tablero arena site mancala public_html/mancala"
    )
    options: list[click.Parameter] = [
        folder_argument(),
        click.Argument(["out"], metavar="OUT", type=click.Path(path_type=Path)),
        click.Option(
            ["--boards"],
            is_flag=True,
            help=_("Boards for all games, not only for notable ones: many files."),
        ),
        references_option(),
        at_option(_("As they are at this time in place of now.")),
    ]
    return make_command("site", text, site, options)


def site(folder: Path, out: Path, boards: bool, references: bool, at: str, as_json: bool) -> None:
    server_module()
    with opened(folder) as (course, store):
        from tablero.web.arena.copy import write_copy
        from tablero.web.arena.public import Public

        now = instant(course, at)
        written = write_copy(Public(course, store, lambda: now, references), out, boards)
    if as_json:
        print_json({"folder": str(out), "files": written})
    else:
        message = _("{out}: {count} files written; index.html is the page")
        click.echo(message.format(out=out, count=grouped(written)))
