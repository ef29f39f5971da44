"""`tablero arena import`: a course from files."""

import shutil
from pathlib import Path

import click

from tablero.cli.arena.common import folder_argument, opened
from tablero.cli.arena.export import print_rows
from tablero.cli.common import make_command
from tablero.errors import OutsideError
from tablero.locale import _


def command() -> click.Command:
    text = _(
        "A course from the files that `tablero arena export` has written, into a directory that "
        "is not there yet; all of it or nothing. It goes into DIR/arena.db, or into the database "
        "that the variable TABLERO_ARENA_DATABASE names."
    )
    source = click.Argument(["archive"], metavar="OUT", type=click.Path(path_type=Path))
    return make_command("import", text, import_course, [folder_argument(), source])


def import_course(folder: Path, archive: Path, as_json: bool) -> None:
    from tablero.arena.store.archive import copy_course, import_archive, read_archive

    told, _rows = read_archive(archive)
    try:
        folder.mkdir(parents=True)
    except FileExistsError:
        message = _("{folder} exists already; nothing was written")
        raise OutsideError(message.format(folder=folder)) from None
    try:
        folder.chmod(0o700)
        copy_course(archive, told, folder)
        with opened(folder) as (_course, store):
            rows = import_archive(archive, store)
    except BaseException:
        shutil.rmtree(folder)
        raise
    print_rows(rows, as_json)
