"""`tablero arena secret`: new secrets for a pair."""

from pathlib import Path

import click

from tablero.agents.agent import check_least
from tablero.cli.arena.common import folder_argument
from tablero.cli.common import make_command, print_json
from tablero.locale import _


def command() -> click.Command:
    text = _(
        "New secrets for a pair: prints them, and the table for course.toml that has their "
        "hashes. Put it in place of the pair's old one, or at the end for a pair that is new."
    )
    numbers = [
        click.Argument([name], type=int, metavar=metavar)
        for name, metavar in (("group", _("GROUP")), ("pair", _("PAIR")))
    ]
    return make_command("secret", text, secret, [folder_argument(), *numbers])


def secret(folder: Path, group: int, pair: int, as_json: bool) -> None:
    from tablero.arena.course import load_course
    from tablero.arena.course.default import new_pair
    from tablero.arena.course.names import SECRET, Name

    for key, value in (("group", group), ("pair", pair)):
        check_least(key, value, 0)
    pattern = load_course(folder).names.pattern
    made = new_pair(group, pair, pattern.width(SECRET))
    pattern.masked(Name(group, pair, 1, made.secret))  # has this pair a name at all?
    if as_json:
        print_json({**vars(made), "table": made.table()})
        return
    message = _("secret {secret}, password {password}; for course.toml:")
    click.echo(message.format(secret=made.secret, password=made.password))
    click.echo()
    click.echo(made.table(), nl=False)
