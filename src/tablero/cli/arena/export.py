"""`tablero arena export`: everything of a course as files."""

from pathlib import Path

import click

from tablero.cli.arena.common import folder_argument, opened
from tablero.cli.common import make_command, print_json
from tablero.locale import _
from tablero.numbers import grouped


def command() -> click.Command:
    text = _(
        "Everything of a course as files: JSON lines, players' files, the course file. `tablero "
        "arena import` reads them, into SQLite or PostgreSQL. Of pairs' secrets it has the hashes."
    )
    out = click.Argument(["out"], metavar="OUT", type=click.Path(path_type=Path))
    return make_command("export", text, export, [folder_argument(), out])


def export(folder: Path, out: Path, as_json: bool) -> None:
    with opened(folder) as (course, store):
        from tablero.arena.store.archive import export_archive

        rows = export_archive(folder, course, store, out)
    print_rows(rows, as_json)


def print_rows(rows: dict[str, int], as_json: bool) -> None:
    """How many of each."""
    if as_json:
        print_json({"rows": rows})
        return
    names = {
        "uploads": _("files handed in"),
        "verdicts": _("verdicts"),
        "rounds": _("rounds"),
        "entrants": _("players of rounds"),
        "games": _("games"),
        "standings": _("rows of standings"),
        "events": _("events"),
    }
    for table, count in rows.items():
        click.echo(f"  {grouped(count):>9}  {names[table]}")
