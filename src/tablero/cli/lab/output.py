"""Where the results of an experiment go."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablero.errors import OptionError
from tablero.lab.table import FORMATS, Table, write_tables
from tablero.locale import _

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PICTURES = (".svg", ".png", ".pdf")
PAGE = ".html"


def out_option() -> click.Option:
    return click.Option(
        ["--out"],
        multiple=True,
        type=click.Path(dir_okay=False, path_type=Path),
        metavar=_("FILE"),
        help=_("Keep a table (.csv, .json, .md, .tex, .txt) or a picture (.svg, .png, .pdf)."),
    )


def check_out(files: Sequence[Path], draws: bool = True, pages: bool = False) -> None:
    """Raise OptionError for a file that cannot be made, before any work is done.

    draws -- is there a picture at all?
    pages -- can it all be one page, with its pictures?
    """
    known = (*FORMATS, *PICTURES * draws, *(PAGE,) * pages)
    for file in files:
        if file.suffix not in known:
            message = _("{file}: the ending tells the format, one of {known}")
            raise OptionError(message.format(file=file, known=", ".join(known)))
        if not file.parent.is_dir():
            raise OptionError(_("{file}: there is no such directory").format(file=file))
    if any(file.suffix not in FORMATS for file in files):
        try:
            import matplotlib  # noqa: F401
        except ImportError:
            raise OptionError(_("pictures need matplotlib: pip install tablero[plots]")) from None


def deliver(
    tables: Sequence[Table],
    files: Sequence[Path],
    json: bool,
    draw: "Callable[[], Figure] | None" = None,
) -> None:
    """Print the tables, and put them and the picture into these files; the picture is made by the
    command of the first table."""
    click.echo(write_tables(tables, ".json" if json else ".txt"), nl=False)
    for file in files:
        if file.suffix in FORMATS:
            file.write_text(write_tables(tables, file.suffix), encoding="utf-8")
        elif draw is not None:
            from tablero.lab.figure import save

            save(draw(), file, tables[0].command)
