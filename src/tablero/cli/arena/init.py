"""`tablero arena init`: a new course."""

from datetime import UTC, datetime
from pathlib import Path

import click

from tablero.cli.arena.common import folder_argument
from tablero.cli.common import make_command, number_option, print_json
from tablero.errors import OptionError
from tablero.locale import _


def command() -> click.Command:
    text = _(
        "A new course in a directory that is not there yet: course.toml with a comment for every "
        "key, the third paper's own tournament, and secrets.csv with the secrets of the pairs. "
        "The course keeps only their hashes.\n\n"
        "    tablero arena init mancala --groups 2 --pairs 6 --begin 2027-02-01"
    )
    return make_command("init", text, init, [folder_argument(), *_options()])


def _options() -> list[click.Parameter]:
    return [
        number_option("--groups", _("So many groups."), 1),
        number_option("--pairs", _("So many pairs in each group."), 6),
        click.Option(
            ["--begin"],
            default="",
            metavar=_("DATE"),
            help=_("The first day; else the next Monday."),
        ),
        click.Option(
            ["--zone"],
            default="Europe/Madrid",
            show_default=True,
            metavar=_("ZONE"),
            help=_("The time zone of all hours."),
        ),
    ]


def init(folder: Path, groups: int, pairs: int, begin: str, zone: str, as_json: bool) -> None:
    from tablero.arena.course.checks import zone_of
    from tablero.arena.course.default import (
        SECRETS_FILE,
        new_pairs,
        next_monday,
        teacher_table,
        write_course,
    )
    from tablero.arena.course.keys import PASSWORD_SIGNS, new_secret
    from tablero.arena.course.reading import COURSE_FILE

    today = datetime.now(UTC).astimezone(zone_of(zone)).date()
    try:
        first = datetime.strptime(begin, "%Y-%m-%d").date() if begin else next_monday(today)
    except ValueError:
        message = _("a date is like 2027-02-01, not {text!r}")
        raise OptionError(message.format(text=begin)) from None
    made, teacher = [*new_pairs(groups, pairs)], new_secret(PASSWORD_SIGNS)
    write_course(folder, first, zone, made, teacher_table(teacher))
    course_file, secrets_file = folder / COURSE_FILE, folder / SECRETS_FILE
    if as_json:
        files = {"course": str(course_file), "secrets": str(secrets_file)}
        print_json({**files, "teacher": teacher, "pairs": [vars(pair) for pair in made]})
        return
    click.echo(_("{file}: the course; read it and change what you like").format(file=course_file))
    message = _("{file}: the pairs' secrets; give them out, then delete it")
    click.echo(message.format(file=secrets_file))
    message = _("your own password for the page, which is written nowhere else: {password}")
    click.echo(message.format(password=teacher))
    click.echo()
    heads = [_("group"), _("pair"), _("secret"), _("password")]
    click.echo("  " + "  ".join(heads))
    for pair in made:
        row = [f"{pair.group:02}", f"{pair.pair:02}", pair.secret, pair.password]
        cells = (f"{text:<{len(head)}}" for head, text in zip(heads, row, strict=True))
        click.echo(f"  {'  '.join(cells)}".rstrip())
