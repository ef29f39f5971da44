"""`tablero arena submit`: one file handed in."""

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablero.cli.arena.common import at_option, folder_argument, instant, opened
from tablero.cli.common import make_command, print_json
from tablero.errors import OptionError, OutsideError, system_reason
from tablero.locale import _

if TYPE_CHECKING:
    from tablero.arena.course.model import Course, Pair
    from tablero.arena.handin.desk import Answer


def command() -> click.Command:
    text = _(
        "Hand in a player's file: kept as a new version, or discarded, and why. Exit code 1 if "
        "it is discarded or disqualified. Positions, time and games are checked before the "
        "round, or at once by `tablero arena check`."
    )
    file = click.Argument(["file"], metavar=_("FILE"), type=click.Path(path_type=Path))
    at = at_option(_("As if it had come at this time, by the teacher's leave; that is recorded."))
    whose = click.Option(
        ["--for", "whose"],
        metavar=_("PLAYER"),
        default="",
        help=_("For this player, as 01-02-3, by the teacher's leave: the name does not matter."),
    )
    return make_command("submit", text, submit, [folder_argument(), file, whose, at])


def submit(folder: Path, file: Path, whose: str, at: str, as_json: bool) -> None:
    with opened(folder) as (course, store):
        from tablero.arena.handin.checks import Checks
        from tablero.arena.handin.desk import Desk
        from tablero.arena.store.store import TEACHER

        came, data = instant(course, at), _contents(file, course)
        with closing(Checks(course, folder.name)) as checks:
            desk = Desk(course, store, checks.quick)
            if whose:
                pair, player = _player(course, whose)
                answer = desk.hand_in_for(pair, player, data, came, "command")
            else:
                answer = desk.hand_in(file.name, data, came)
        if at or whose:
            told = {"upload": answer.upload.id, "time": at, "player": whose}
            store.note(instant(course, ""), TEACHER, "handed in for others", **told)
    _print(answer, as_json)
    if not answer.kept or answer.rulings:
        raise click.exceptions.Exit(1)


def _contents(file: Path, course: "Course") -> bytes:
    """So much of a file that one sees whether it is too large."""
    from tablero.arena.handin.desk import KILOBYTE

    try:
        with file.open("rb") as source:
            return source.read(course.limits.file * KILOBYTE + 1)
    except OSError as error:
        message = _("cannot read {path}: {reason}")
        values = {"path": file, "reason": system_reason(error)}
        raise OutsideError(message.format(**values)) from None


def _player(course: "Course", whose: str) -> tuple["Pair", int]:
    """The pair and the number of a player. Raises OptionError if there is no such pair."""
    told, _dash, player = whose.rpartition("-")
    for pair in course.pairs:
        if pair.id == told and player.isascii() and player.isdecimal():
            return pair, int(player)
    known = ", ".join(pair.id for pair in course.pairs) or _("none")
    message = _("a player is GROUP-PAIR-NUMBER, not {whose!r}; pairs: {known}")
    raise OptionError(message.format(whose=whose, known=known))


def _print(answer: "Answer", as_json: bool) -> None:
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
