"""Output of the results of an experiment: to the terminal and to files."""

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablero.cli import complain
from tablero.errors import OptionError, system_reason
from tablero.lab.table import FORMATS, ResultTable, write_tables
from tablero.locale import _

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PICTURES = (".svg", ".png", ".pdf")
"""Suffixes of pictures."""

PAGE, CSV = ".html", ".csv"


def out_option() -> click.Option:
    tables = _("Save the tables: .csv, one file each; .json, one line each; .md, .tex, .txt.")
    both = _("Or save the chart: .svg, .png, .pdf.")
    return click.Option(
        ["--out"],
        multiple=True,
        type=click.Path(dir_okay=False, path_type=Path),
        metavar=_("FILE"),
        help=f"{tables} {both}",
    )


def check_out(files: Sequence[Path], pages: bool = False) -> None:
    """Raise OptionError for a file that cannot be written, before the experiment starts.

    pages: whether an HTML page with all tables and pictures is allowed.
    """
    known = (*FORMATS, *PICTURES, *(PAGE,) * pages)
    for file in files:
        if file.suffix not in known:
            message = _("{file}: the extension must be one of {known}")
            raise OptionError(message.format(file=file, known=", ".join(known)))
        check_writable(file)
    if any(file.suffix not in FORMATS for file in files):
        try:
            import matplotlib  # noqa: F401
        except ImportError:
            message = _("pictures need matplotlib: pip install 'tablero[plots]'")
            raise OptionError(message) from None


def check_writable(file: Path) -> None:
    """Raise OptionError if the file cannot be written. The file stays unchanged."""
    if not file.parent.is_dir():
        raise OptionError(_("{file}: there is no such directory").format(file=file))
    try:
        if file.exists():
            file.open("ab").close()
        else:
            tempfile.TemporaryFile(dir=file.parent).close()
    except OSError as error:
        message = _("cannot write {path}: {reason}")
        raise OptionError(message.format(path=file, reason=system_reason(error))) from None


def deliver(
    tables: Sequence[ResultTable],
    files: Sequence[Path],
    json: bool,
    draw: "Callable[[], Figure] | None" = None,
) -> None:
    """Print the tables, and write them and the picture to these files.

    draw: returns the picture, which is saved with the command of the first table.
    """
    click.echo(write_tables(tables, ".json" if json else ".txt"), nl=False)
    for file in files:
        if file.suffix in FORMATS:
            keep_tables(tables, file)
        elif draw is not None:
            from tablero.lab.figure import save

            save(draw(), file, tables[0].command)


def keep_tables(tables: Sequence[ResultTable], file: Path) -> None:
    """Write tables to a file in the format of its suffix.

    A CSV file holds one table: the others are written to files beside it, which are named after
    the tables and listed on stderr.
    """
    if file.suffix != CSV or len(tables) == 1:
        file.write_text(write_tables(tables, file.suffix), encoding="utf-8")
        return
    first, *others = tables
    beside = {
        file.with_stem(f"{file.stem}-{table.name or number}"): table
        for number, table in enumerate(others, 2)
    }
    for path, table in {file: first, **beside}.items():
        path.write_text(write_tables([table], CSV), encoding="utf-8")
    message = _("a CSV holds one table; the others are in {files}")
    complain(message.format(files=", ".join(map(str, beside))))
