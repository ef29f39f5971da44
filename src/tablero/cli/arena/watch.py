"""`tablero arena watch`: a folder whose files are handed in."""

import time
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablero.cli.arena.common import folder_argument, opened
from tablero.cli.common import Float, check_time, make_command, print_json
from tablero.locale import _

if TYPE_CHECKING:
    from tablero.arena.check.findings import Verdict
    from tablero.arena.handin.desk import Answer
    from tablero.arena.handin.folder import Folder
    from tablero.arena.handin.reviews import Reviews
    from tablero.arena.store.models import Upload


def command() -> click.Command:
    text = _(
        "Watch a folder: whatever is put there is handed in and moved to kept/ or discarded/, "
        "with a text beside it that says what was said. A crash loses nothing: the same command "
        "goes on. Meanwhile, files that were kept are checked to the end. Until Ctrl-C."
    )
    inbox = click.Argument(["inbox"], metavar=_("FOLDER"), type=click.Path(path_type=Path))
    every = click.Option(
        ["--every"],
        type=Float(),
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
        from tablero.arena.handin.checks import Checks
        from tablero.arena.handin.desk import Desk
        from tablero.arena.handin.folder import Folder
        from tablero.arena.handin.reviews import Reviews

        with closing(Checks(course, folder.name)) as checks:
            clock = lambda: datetime.now(UTC)  # noqa: E731
            desk = Desk(course, store, checks.quick)
            with closing(Folder(inbox, desk, clock)) as watched:
                looks = Looks(watched, every, as_json)
                if once:
                    looks.look()
                    time.sleep(every)
                    looks.look()
                else:
                    _watch(looks, Reviews(checks, store, clock))


class Looks:
    """At a folder, if there is one. Two are so many seconds apart: what is still being copied
    changes meanwhile.

    last -- when it was looked at, by the monotonic clock
    """

    def __init__(self, watched: "Folder | None", every: float, as_json: bool) -> None:
        self.watched, self.every, self.as_json = watched, every, as_json
        self.last = -every

    def look(self) -> None:
        """Hand in what has come to rest, and tell what was said."""
        self.last = time.monotonic()
        for name, answer in self.watched.look() if self.watched else ():
            tell_answer(name, answer, self.as_json)

    @property
    def are_due(self) -> bool:
        """Whoever is about something that takes long asks: a file's time is that of the first look
        at it."""
        return time.monotonic() - self.last >= self.every


def _watch(looks: Looks, reviews: "Reviews") -> None:
    """Between two looks, one of the files that were kept is checked; whoever hands in meanwhile
    waits for a stage of that."""
    reviews.tell = lambda _step: looks.look() if looks.are_due else None
    while True:
        looks.look()
        review_one(reviews, looks.as_json)
        time.sleep(looks.every)


def review_one(reviews: "Reviews", as_json: bool) -> None:
    """The next file that waits, where files can be run."""
    found = reviews.one() if reviews.checks.runs else None
    if found is not None and found.verdict is not None:
        _tell_verdict(found.upload, found.verdict, as_json)


def _tell_verdict(upload: "Upload", verdict: "Verdict", as_json: bool) -> None:
    from tablero.arena.check.findings import kind_name

    if as_json:
        kind = verdict.kind.value
        print_json({"alias": upload.alias, "version": upload.version, "verdict": kind})
        return
    told = [kind_name(verdict.kind), *(finding.what for finding in verdict.findings)]
    message = _("{alias}, version {version}")
    values = {"alias": upload.alias, "version": upload.version}
    click.echo(f"{message.format(**values)}: {'; '.join(told)}")


def tell_answer(name: str, answer: "Answer", as_json: bool) -> None:
    if as_json:
        print_json({"file": name, "kept": answer.kept, "message": answer.message})
        return
    word = _("taken") if answer.kept else _("discarded")
    click.echo(f"{ascii(name)[1:-1]}: {word}: {answer.message}")
