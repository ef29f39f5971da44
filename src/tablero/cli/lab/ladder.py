"""`tablero lab ladder`: a round robin of agents, with ratings."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablero.cli import INTERRUPTED, complain
from tablero.cli.common import (
    asked,
    check_seed,
    game_argument,
    make_command,
    number_option,
    openings_option,
    seed_option,
)
from tablero.cli.lab.output import check_out, deliver, out_option
from tablero.cli.pool import check_pool, open_pool, pool_options
from tablero.cli.progress import run_counted
from tablero.errors import OptionError, system_reason
from tablero.games import load
from tablero.limits import Between
from tablero.locale import _
from tablero.numbers import grouped
from tablero.position import FIRST

if TYPE_CHECKING:
    from tablero.workers.pool import WorkerPool

MOST_GAMES = 10**6
"""Largest number of games between two agents."""


def command() -> click.Command:
    text = _(
        "Play a round robin, in pairs of games with the same opening and sides swapped: ratings "
        "with confidence intervals, agents that are not significantly different yet, the "
        "advantage of starting, and the points of every pairing.\n\n"
        "    tablero lab ladder connect4 'level(2)' 'level(4)' 'level(6)' --games 40\n\n"
        "    tablero lab ladder kalah random 'alphabeta(depth=1)' 'alphabeta(depth=3)' --workers "
        "2 --keep games --out ladder.svg"
    )
    agents = click.Argument(["agents"], metavar=_("AGENT …"), nargs=-1, required=True)
    return make_command("ladder", text, ladder, [game_argument(), agents, *_options()])


def _options() -> list[click.Parameter]:
    return [
        number_option("--games", _("Number of games of every pairing, even."), 100),
        openings_option("plies=4"),
        seed_option(),
        *pool_options(),
        click.Option(
            ["--keep"],
            type=click.Path(file_okay=False, path_type=Path),
            metavar=_("DIRECTORY"),
            help=_(
                "Directory of the games, one file per match; games found there are not played "
                "again."
            ),
        ),
        out_option(),
    ]


def ladder(
    out: Sequence[Path],
    as_json: bool,
    workers: int,
    cluster: str | None,
    keep: Path | None,
    **what: Any,
) -> None:
    from tablero.lab.ladder import cross_table, seat_table, standings

    check_out(out)
    check_pool(workers, cluster)
    found = _ladder(**what)
    folder = _folder(keep)
    with open_pool(workers, cluster) as pool:
        _play(found, pool, folder)
    ratings, again = found.ratings(), asked()

    def draw() -> Any:
        from tablero.lab.ladder_picture import draw_ladder

        return draw_ladder(found, ratings, found.title, again)

    ranked = standings(found, ratings, again)
    tables = [ranked, cross_table(found, ratings, again), seat_table(ratings, again)]
    deliver(tables, out, as_json, draw)
    _warn(found)


def _ladder(game: str, agents: Sequence[str], games: int, openings: str, seed: int) -> Any:
    """Return the round robin. Raise TableroError for invalid options or agents."""
    from tablero.cli.contest import load_machine, option_values
    from tablero.lab.ladder import Ladder
    from tablero.match.openings import Openings

    check_seed(seed)
    Between(2, MOST_GAMES).check("games", games)
    rules = load(game)
    machines = [load_machine(text) for text in agents]
    for machine in machines:
        machine.seat(rules, FIRST).close()
    moves = Openings(**option_values(openings, Openings))
    return Ladder(str(rules), [str(machine) for machine in machines], games, seed, moves)


def _folder(keep: Path | None) -> Path | None:
    if keep is not None:
        try:
            keep.mkdir(exist_ok=True)
        except OSError as error:
            message = _("cannot write {path}: {reason}")
            values = {"path": keep, "reason": system_reason(error)}
            raise OptionError(message.format(**values)) from None
    return keep


def _play(found: Any, pool: "WorkerPool", folder: Path | None) -> None:
    """Play all games. If interrupted, print how to resume, and exit with code INTERRUPTED."""
    total = found.games * len(found.plans)
    try:
        run_counted(partial(found.run, pool, folder), lambda: found.played, total, found.stop)
    except KeyboardInterrupt:
        counts = {"done": grouped(found.played), "total": grouped(total)}
        if folder:
            message = _("{done} of {total} games played; the same command continues")
        else:
            message = _(
                "{done} of {total} games played; with --keep DIRECTORY they would have been saved"
            )
        complain(message.format(**counts))
        raise click.exceptions.Exit(INTERRUPTED) from None


def _warn(found: Any) -> None:
    """Print the damaged lines of all journals, and the warnings about all matches."""
    for batch in found.batches.values():
        for line in batch.journal.damaged if batch.journal else []:
            complain(line)
    for line in found.complaints():
        complain(line)
