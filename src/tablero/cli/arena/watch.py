"""`tablero arena watch`: a folder whose files are handed in."""

import time
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablero.cli.arena.common import folder_argument, opened
from tablero.cli.common import Seconds, check_time, make_command, print_json
from tablero.locale import _

if TYPE_CHECKING:
    from tablero.arena.handin.desk import Answer
    from tablero.arena.handin.folder import Folder


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
        with closing(Folder(inbox, desk, lambda: datetime.now(UTC))) as watched:
            _watch(watched, every, once, as_json)


def _watch(watched: "Folder", every: float, once: bool, as_json: bool) -> None:
    looks = 0
    while True:
        for name, answer in watched.look():
            tell_answer(name, answer, as_json)
        looks += 1
        if once and looks == 2:
            return
        time.sleep(every)


def tell_answer(name: str, answer: "Answer", as_json: bool) -> None:
    if as_json:
        print_json({"file": name, "kept": answer.kept, "message": answer.message})
        return
    word = _("taken") if answer.kept else _("discarded")
    click.echo(f"{ascii(name)[1:-1]}: {word}: {answer.message}")
