"""`tablero arena check`: the long checks of files that were handed in."""

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import click

from tablero.cli.arena.common import folder_argument, opened
from tablero.cli.check import tell
from tablero.cli.common import make_command, print_json
from tablero.locale import _


def command() -> click.Command:
    text = _(
        "Check files that were handed in and are waiting for it: random positions, time, games "
        "against the shipped players. What is found is a verdict. To be run before a round; "
        "a crash loses nothing, and no file is checked twice. Exit code 1 if one is not in."
    )
    return make_command("check", text, check, [folder_argument()])


def check(folder: Path, as_json: bool) -> None:
    with opened(folder) as (course, store):
        from tablero.arena.handin.checks import Checks, record, waiting

        bad = 0
        with closing(Checks(course, folder.name)) as checks:
            for upload in waiting(store, level=checks.counts):
                if as_json:
                    print_json({"alias": upload.alias, "version": upload.version})
                else:
                    message = _("{alias}, version {version}")
                    values = {"alias": upload.alias, "version": upload.version}
                    click.echo(message.format(**values))
                verdict = tell(checks.examiner(upload), as_json)
                record(store, upload, verdict, datetime.now(UTC))
                bad += verdict.kind != "in"
    if bad:
        raise click.exceptions.Exit(1)
