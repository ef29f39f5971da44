"""`tablero arena template`: a player's file to begin with."""

from pathlib import Path

import click

from tablero.cli.common import file_option, make_command, print_json
from tablero.errors import OptionError
from tablero.locale import _, spoken


def command() -> click.Command:
    text = _(
        "Print a player's file to begin with, in the language spoken: an evaluation, another "
        "template, or one of the shipped players, random, regular and good. --json lists them "
        "all.\n\n"
        "    tablero arena template --out my_player.py\n\n"
        "    tablero match mancala11 my_player.py regular --games 20 --openings plies=4"
    )
    params: list[click.Parameter] = [
        click.Argument(["kind"], metavar=_("[KIND]"), default=""),
        file_option("--out", _("Write it there instead; a file that is there stays.")),
    ]
    return make_command("template", text, show_template, params)


def show_template(kind: str, out: Path | None, as_json: bool) -> None:
    from tablero.arena.player.templates import TEMPLATES, template

    chosen = [template(kind)] if kind else [*TEMPLATES.values()]
    if as_json:
        for each in chosen:
            print_json(
                {
                    "kind": each.name,
                    "track": str(each.track),
                    "shipped": each.shipped,
                    "about": _(each.about),
                    "text": each.text(spoken()),
                }
            )
    if out is not None:
        _write(out, chosen[0].text(spoken()))
    elif not as_json:
        click.echo(chosen[0].text(spoken()), nl=False)


def _write(file: Path, text: str) -> None:
    """Nobody's work is overwritten."""
    try:
        with file.open("x", encoding="utf-8") as fresh:
            fresh.write(text)
    except FileExistsError:
        message = _("{file} is there already; give another name, or remove it")
        raise OptionError(message.format(file=file)) from None
