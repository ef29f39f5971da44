"""`tablero arena submit`: one file handed in."""

from pathlib import Path

import click

from tablero.cli.arena.common import at_option, folder_argument, instant, opened
from tablero.cli.common import make_command, print_json
from tablero.errors import OutsideError, system_reason
from tablero.locale import _


def command() -> click.Command:
    text = _(
        "Hand in a player's file: kept as a new version, or discarded, and why. Exit code 1 if "
        "it is discarded or disqualified."
    )
    file = click.Argument(["file"], metavar=_("FILE"), type=click.Path(path_type=Path))
    at = at_option(_("As if it had come at this time, by the teacher's leave; that is recorded."))
    return make_command("submit", text, submit, [folder_argument(), file, at])


def submit(folder: Path, file: Path, at: str, as_json: bool) -> None:
    with opened(folder) as (course, store):
        from tablero.arena.handin.desk import KILOBYTE, Desk
        from tablero.arena.handin.forms import check_form
        from tablero.arena.store.store import TEACHER

        came = instant(course, at)
        try:
            with file.open("rb") as source:
                data = source.read(course.limits.file * KILOBYTE + 1)
        except OSError as error:
            message = _("cannot read {path}: {reason}")
            values = {"path": file, "reason": system_reason(error)}
            raise OutsideError(message.format(**values)) from None
        desk = Desk(course, store, check_form(course.game.tracks))
        answer = desk.hand_in(file.name, data, came)
        if at:
            store.note(instant(course, ""), TEACHER, "dated", upload=answer.upload.id, time=at)
    if as_json:
        print_json(
            {
                "kept": answer.kept,
                "message": answer.message,
                "pair": answer.upload.pair,
                "player": answer.upload.player,
                "version": answer.upload.version,
                "alias": answer.upload.alias,
                "verdicts": [{**vars(ruling)} for ruling in answer.rulings],
            }
        )
    else:
        word = _("taken") if answer.kept else _("discarded")
        click.echo(f"{word}: {answer.message}")
    if not answer.kept or answer.rulings:
        raise click.exceptions.Exit(1)
