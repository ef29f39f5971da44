"""`tablero arena secret`: new secrets for a pair, or for the teacher."""

from pathlib import Path

import click

from tablero.cli.arena.common import folder_argument
from tablero.cli.common import make_command, print_json
from tablero.errors import OptionError
from tablero.limits import Between
from tablero.locale import _


def command() -> click.Command:
    text = _(
        "New secrets for a pair, or a new password for the teacher: prints them, and the table "
        "for course.toml that has their hashes. Put it in place of the old one, or at the end "
        "for a pair that is new. Whoever is signed in with the old one is signed out.\n\n"
        "    tablero arena secret mancala 1 2\n\n"
        "    tablero arena secret mancala --teacher"
    )
    numbers = [
        click.Argument([name], type=int, metavar=metavar, required=False)
        for name, metavar in (("group", _("GROUP")), ("pair", _("PAIR")))
    ]
    teacher = click.Option(["--teacher"], is_flag=True, help=_("For the teacher."))
    return make_command("secret", text, secret, [folder_argument(), *numbers, teacher])


def secret(
    folder: Path, group: int | None, pair: int | None, teacher: bool, as_json: bool
) -> None:
    from tablero.arena.course import load_course
    from tablero.arena.course.default import new_pair, teacher_table
    from tablero.arena.course.keys import PASSWORD_SIGNS, new_secret
    from tablero.arena.course.names import SECRET, Name

    pattern = load_course(folder).names.pattern
    if teacher and group is None:
        password = new_secret(PASSWORD_SIGNS)
        told, table = {"password": password}, teacher_table(password)
        message = _("password {password}; for course.toml:")
    elif group is not None and pair is not None and not teacher:
        for key, value in (("group", group), ("pair", pair)):
            Between(0).check(key, value)
        made = new_pair(group, pair, pattern.width(SECRET))
        pattern.masked(Name(group, pair, 1, made.secret))  # has this pair a name at all?
        told, table = vars(made), made.table()
        message = _("secret {secret}, password {password}; for course.toml:")
    else:
        raise OptionError(_("expected GROUP and PAIR, or --teacher"))
    if as_json:
        print_json({**told, "table": table})
        return
    click.echo(message.format(**told))
    click.echo()
    click.echo(table, nl=False)
