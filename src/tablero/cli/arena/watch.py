"""`tablero arena watch`: a folder whose files are handed in."""

import time
from datetime import UTC, datetime
from pathlib import Path

import click

from tablero.cli.arena.common import folder_argument, opened
from tablero.cli.common import Seconds, check_time, make_command, print_json
from tablero.locale import _


def command() -> click.Command:
    text = _(
        "Watch a folder: whatever is put there is handed in and moved to kept/ or discarded/, "
        "with a text beside it that says what was said. A crash loses nothing: the same command "
        "goes on. Until Ctrl-C."
    )
    inbox = click.Argument(["inbox"], metavar=_("FOLDER"), type=click.Path(path_type=Path))
    every = click.Option(
        ["--every"],
        type=Seconds(),
        default=2.0,
        show_default=True,
        metavar=_("SECONDS"),
        help=_("Between two looks; a file that changes meanwhile is left alone."),
    )
    once = click.Option(
        ["--once"], is_flag=True, help=_("Look twice, hand in what is there, and end.")
    )
    return make_command("watch", text, watch, [folder_argument(), inbox, every, once])


def watch(folder: Path, inbox: Path, every: float, once: bool, as_json: bool) -> None:
    check_time(every)
    with opened(folder) as (course, store):
        from tablero.arena.handin.desk import Desk
        from tablero.arena.handin.folder import Folder
        from tablero.arena.handin.forms import check_form

        desk = Desk(course, store, check_form(course.game.tracks))
        watched = Folder(inbox, desk, lambda: datetime.now(UTC))
        looks = 0
        while not once or looks < 2:
            for name, answer in watched.look():
                if as_json:
                    told = {"file": name, "kept": answer.kept, "message": answer.message}
                    print_json(told)
                else:
                    word = _("taken") if answer.kept else _("discarded")
                    click.echo(f"{ascii(name)[1:-1]}: {word}: {answer.message}")
            looks += 1
            if not once or looks < 2:
                time.sleep(every)
