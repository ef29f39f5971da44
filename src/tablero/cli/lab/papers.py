"""`tablero lab papers`: all figures and questions of the five papers, beside new results."""

import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablero.cli.common import asked, check_seed, file_option, make_command, seed_option
from tablero.cli.lab.output import PAGE, check_out, keep_tables, out_option
from tablero.cli.progress import run_counted
from tablero.errors import OptionError
from tablero.lab.table import FORMATS, write_tables
from tablero.locale import _

if TYPE_CHECKING:
    from tablero.lab.papers.report import PapersReport


def command() -> click.Command:
    text = _(
        "Compare the five papers that Tablero began from with new results: every figure, table "
        "and question of theirs, ours beside it, a verdict, and the command that reproduces it. "
        "Without a name: all five, which takes some minutes.\n\n"
        "    tablero lab papers\n\n"
        "    tablero lab papers p4 p5 --html report.html\n\n"
        "    tablero lab papers p1 --out p1.csv --out p1.svg"
    )
    return make_command("papers", text, papers, _params())


def _params() -> list[click.Parameter]:
    return [
        click.Argument(["names"], nargs=-1, metavar="[p1 p2 p3 p4 p5]"),
        seed_option(),
        click.Option(
            ["--minute"],
            is_flag=True,
            help=_(
                "Give all sets of options of p2 the paper's minute, not only the paper's own; "
                "about a quarter of an hour."
            ),
        ),
        file_option(
            "--html", _("Write a page with everything in it; the same as --out FILE.html.")
        ),
        out_option(),
    ]


def papers(
    names: tuple[str, ...],
    seed: int,
    minute: bool,
    html: Path | None,
    out: Sequence[Path],
    as_json: bool,
) -> None:
    if html is not None and html.suffix != PAGE:
        message = _("{file}: the extension must be one of {known}")
        raise OptionError(message.format(file=html, known=PAGE))
    files = [*out, *([html] if html else [])]
    check_out(files, pages=True)
    from tablero.lab.papers import MINUTE, PapersRun
    from tablero.lab.papers.report import report_text

    check_seed(seed)
    run = PapersRun(names, seed, MINUTE if minute else None)
    begun = time.monotonic()
    report = run_counted(
        partial(run.run, asked()), lambda: run.done, run.total, _nothing, lambda: run.current
    )
    shown = write_tables(report.tables(), ".json") if as_json else report_text(report)
    click.echo(shown, nl=False)
    for file in files:
        _keep(report, file, time.monotonic() - begun)


def _nothing() -> None:
    """Do nothing: experiments hold no processes or files; their threads end with this process."""


def _keep(report: "PapersReport", file: Path, seconds: float) -> None:
    """Write the report to a file in the format of its suffix."""
    if file.suffix == PAGE:
        from tablero.lab.papers.page import page

        file.write_text(page(report, _facts(seconds)), encoding="utf-8")
    elif file.suffix == ".txt":
        from tablero.lab.papers.report import report_text

        file.write_text(report_text(report), encoding="utf-8")
    elif file.suffix in FORMATS:
        keep_tables(report.tables(), file)
    else:
        from tablero.lab.figure import save
        from tablero.lab.papers.page import pictures

        save(pictures(report), file, asked())


def _facts(seconds: float) -> list[tuple[str, str]]:
    """Return the version, the machine, the date and the duration of this run."""
    import tablero
    from tablero.lab.machine import surroundings

    around = surroundings()
    machine = around["machine"]
    computer = _("{cpu}, {cores} cores, load {load}, {system}").format(**machine)
    versions = f"Tablero {tablero.__version__} {around.get('commit') or ''}".strip()
    others = "Python {python}, Numba {numba}, NumPy {numpy}".format(**machine)
    return [
        (_("version"), f"{versions}, {others}"),
        (_("machine"), computer),
        (_("date"), around["when"]),
        (_("took"), f"{seconds:.0f} s"),
    ]
