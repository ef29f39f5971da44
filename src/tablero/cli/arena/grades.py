"""`tablero arena grades`: what each pair has earned, and why."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablero.cli.arena.common import at_option, folder_argument, instant, opened
from tablero.cli.common import file_option, make_command, print_json
from tablero.locale import _

if TYPE_CHECKING:
    from tablero.arena.grades.rules import Grade


def command() -> click.Command:
    text = _("The grades of all pairs by the rules of the course, explained line by line.")
    options: list[click.Parameter] = [
        folder_argument(),
        file_option("--csv", _("Write a table of all pairs.")),
        click.Option(
            ["--gradescope"],
            type=click.Path(file_okay=False, path_type=Path),
            metavar=_("DIRECTORY"),
            help=_("Write a results.json for each pair, as Gradescope reads them."),
        ),
        at_option(_("As they are at this time in place of now.")),
    ]
    return make_command("grades", text, grades, options)


def grades(
    folder: Path, csv: Path | None, gradescope: Path | None, at: str, as_json: bool
) -> None:
    with opened(folder) as (course, store):
        from tablero.arena.grades import report, rules
        from tablero.arena.grades.gather import gather

        given = rules.grades(course, gather(course, store, instant(course, at)))
    if csv is not None:
        csv.write_text(report.as_csv(given), encoding="utf-8")
    if gradescope is not None:
        report.write_gradescope(course, given, gradescope)
    if as_json:
        print_json({"pairs": [report.as_record(grade) for grade in given]})
    elif csv is None and gradescope is None:
        for grade in given:
            _print(grade)


def _print(grade: "Grade") -> None:
    members = f"  ({', '.join(grade.pair.members)})" if grade.pair.members else ""
    title = _("pair {pair}, grade {points:g}").format(pair=grade.pair.id, points=grade.total)
    click.echo(title + members)
    for line in grade.lines:
        points = f"{line.points:+g}" if line.points else ""
        click.echo(f"  {points:>5}  {line.text()}")
