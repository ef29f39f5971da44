"""The opening book that `tablero solve --build-book` builds."""

import time
from pathlib import Path
from typing import Any

import click

from tablero.cli import INTERRUPTED, complain
from tablero.cli.common import Number, file_option, print_json
from tablero.cli.pool import cluster_option, open_cluster
from tablero.cli.progress import run_counted
from tablero.cli.solving import giving_up, ready, solved_with
from tablero.errors import UnknownName
from tablero.games.game import Game
from tablero.lazy import imported
from tablero.locale import _
from tablero.numbers import grouped
from tablero.workers.in_process import InProcessPool


def book_options() -> list[click.Parameter]:
    """Return the options for building an opening book."""
    return [
        click.Option(
            ["--build-book", "stones"],
            type=Number(),
            metavar="N",
            help=_("Build the opening book of all positions of N stones, or resume building it."),
        ),
        file_option("--out", _("File of that book; default: where `solve` looks for it.")),
        cluster_option(
            _("Build that book on a Dask cluster; local: one of --threads workers here.")
        ),
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
    """Build an opening book and print its path and size.

    If interrupted, print how to resume. Raise UnknownName if the game has no book builder.
    """
    spec = rules.solver
    if spec is None or spec.book_builder is None:
        raise UnknownName(_("game with opening books"), rules.name, solved_with("book_builder"))
    new_builder = imported(spec.book_builder)
    start = time.perf_counter()
    with open_cluster(cluster, threads) if cluster else InProcessPool(threads) as pool:
        builder = ready(lambda: new_builder(rules, stones, out, pool))
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
        message = _("interrupted with {done} of {total} positions done; the same command resumes")
        complain(message.format(done=grouped(builder.done), total=grouped(builder.total)))
        raise click.exceptions.Exit(INTERRUPTED) from None


def _print_book(record: dict[str, Any]) -> None:
    message = _("{positions} positions of {stones} stones in {bytes} bytes: {file}")
    click.echo(message.format(**record))
