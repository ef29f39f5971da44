"""`tablero arena check`: the long checks of files that were handed in."""

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablero.cli.arena.common import folder_argument, opened, player_called
from tablero.cli.check import tell
from tablero.cli.common import make_command, print_json
from tablero.locale import _

if TYPE_CHECKING:
    from tablero.arena.check.findings import Verdict
    from tablero.arena.handin.checks import Checks
    from tablero.arena.store.models import Upload


def command() -> click.Command:
    text = _(
        "Check files that were handed in and are waiting for it: random positions, time, games "
        "against the shipped players. What is found is a verdict. To be run before a round; "
        "a crash loses nothing, and no file is checked twice. Exit code 1 if one is not in.\n\n"
        "With an ALIAS, the last version of that player is checked again, whatever was found, and "
        "nothing is written down: for whoever doubts a verdict."
    )
    alias = click.Argument(["alias"], metavar=_("[ALIAS]"), default="")
    return make_command("check", text, check, [folder_argument(), alias])


def check(folder: Path, alias: str, as_json: bool) -> None:
    with opened(folder) as (course, store):
        from tablero.arena.handin.checks import Checks, record, waiting

        bad = 0
        with closing(Checks(course, folder.name)) as checks:
            again = [player_called(store, alias)] if alias else None
            for upload in again or waiting(store, level=checks.counts):
                verdict = _tell(checks, store.file(upload), as_json)
                if not again:
                    record(store, upload, verdict, datetime.now(UTC))
                bad += verdict.kind != "in"
    if bad:
        raise click.exceptions.Exit(1)


def _tell(checks: "Checks", upload: "Upload", as_json: bool) -> "Verdict":
    """What is found about a version, stage by stage."""
    values = {"alias": upload.alias, "version": upload.version}
    if as_json:
        print_json(values)
    else:
        click.echo(_("{alias}, version {version}").format(**values))
    return tell(checks.examiner(upload), as_json)
