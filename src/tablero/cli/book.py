"""The opening table that `tablero solve --build-book` makes."""

import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click

from tablero.cli import INTERRUPTED, complain
from tablero.cli.common import Number, file_option, print_json
from tablero.cli.progress import run_counted
from tablero.cli.solving import giving_up, ready
from tablero.cli.team import cluster_of, cluster_option
from tablero.games.game import Game
from tablero.locale import _
from tablero.numbers import grouped


def book_options() -> list[click.Parameter]:
    """To make an opening table."""
    return [
        click.Option(
            ["--build-book", "stones"],
            type=Number(),
            metavar="N",
            help=_("Make a table of all positions of N stones; again, to go on with it."),
        ),
        file_option("--out", _("Where to put that table; else where solve finds it.")),
        cluster_option(_("Make that table on a Dask cluster; local: one of --threads here.")),
    ]


def build(
    rules: Game,
    stones: int,
    out: Path | None,
    threads: int,
    cluster: str | None,
    seconds: float | None,
    as_json: bool,
) -> None:
    """Make a table and say where it is; if we are interrupted, how to go on."""
    from tablero.solve import book_builder

    start = time.perf_counter()
    with ExitStack() as stack:
        team = stack.enter_context(cluster_of(cluster, threads)) if cluster else None
        builder = ready(lambda: book_builder(rules, stones, out, threads, team))
        _run_builder(builder, seconds)
    record = {
        "game": str(rules),
        "stones": stones,
        "positions": builder.total,
        "file": str(builder.path),
        "bytes": builder.path.stat().st_size,
        "seconds": round(time.perf_counter() - start, 6),
    }
    (print_json if as_json else _print_book)(record)


def _run_builder(builder: Any, seconds: float | None) -> None:
    try:
        with giving_up(builder, seconds):
            run_counted(builder.build, lambda: builder.done, builder.total, builder.stop)
    except KeyboardInterrupt:
        message = _("interrupted with {done} of {total} positions done; the same command goes on")
        complain(message.format(done=grouped(builder.done), total=grouped(builder.total)))
        raise click.exceptions.Exit(INTERRUPTED) from None


def _print_book(record: dict[str, Any]) -> None:
    message = _("{positions} positions of {stones} stones in {bytes} bytes: {file}")
    click.echo(message.format(**record))
