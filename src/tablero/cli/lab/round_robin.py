"""`tablero lab round-robin`: a round robin of agents, with ratings."""

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
    load_machine,
    make_command,
    number_option,
    openings_option,
    option_values,
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

MAX_GAMES = 10**6
"""Largest number of games between two agents."""


def command() -> click.Command:
    text = _(
        "Play a round robin, in pairs of games with the same opening and sides swapped: ratings "
        "with confidence intervals, agents that are not significantly different yet, the "
        "advantage of starting, and the points of every pairing.\n\n"
        "    tablero lab round-robin connect4 'level(2)' 'level(4)' 'level(6)' --games 40\n\n"
        "    tablero lab round-robin kalah random 'alphabeta(depth=1)' 'alphabeta(depth=3)' "
        "--workers 2 --keep games --out ratings.svg"
    )
    agents = click.Argument(["agents"], metavar=_("AGENT …"), nargs=-1, required=True)
    return make_command("round-robin", text, round_robin, [game_argument(), agents, *_options()])


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


def round_robin(
    out: Sequence[Path],
    as_json: bool,
    workers: int,
    cluster: str | None,
    keep: Path | None,
    **what: Any,
) -> None:
    from tablero.lab.round_robin import cross_table, first_move_table, standings

    check_out(out)
    check_pool(workers, cluster)
    experiment = _experiment(**what)
    folder = _folder(keep)
    with open_pool(workers, cluster) as pool:
        _play(experiment, pool, folder)
    ratings, again = experiment.ratings(), asked()

    def draw() -> Any:
        from tablero.lab.round_robin_picture import draw_round_robin

        return draw_round_robin(experiment, ratings, experiment.title, again)

    ranked = standings(experiment, ratings, again)
    tables = [ranked, cross_table(experiment, ratings, again), first_move_table(ratings, again)]
    deliver(tables, out, as_json, draw)
    _warn(experiment)


def _experiment(game: str, agents: Sequence[str], games: int, openings: str, seed: int) -> Any:
    """Return the round robin. Raise TableroError for invalid options or agents."""
    from tablero.lab.round_robin import RoundRobinExperiment
    from tablero.match.openings import Openings

    check_seed(seed)
    Between(2, MAX_GAMES).check("games", games)
    rules = load(game)
    machines = [load_machine(text) for text in agents]
    for machine in machines:
        machine.seat(rules, FIRST).close()
    moves = Openings(**option_values(openings, Openings))
    return RoundRobinExperiment(
        str(rules), [str(machine) for machine in machines], games, seed, moves
    )


def _folder(keep: Path | None) -> Path | None:
    if keep is not None:
        try:
            keep.mkdir(exist_ok=True)
        except OSError as error:
            message = _("cannot write {path}: {reason}")
            values = {"path": keep, "reason": system_reason(error)}
            raise OptionError(message.format(**values)) from None
    return keep


def _play(experiment: Any, pool: "WorkerPool", folder: Path | None) -> None:
    """Play all games. If interrupted, print how to resume, and exit with code INTERRUPTED."""
    total = experiment.games * len(experiment.plans)
    try:
        run_counted(
            partial(experiment.run, pool, folder),
            lambda: experiment.played,
            total,
            experiment.stop,
        )
    except KeyboardInterrupt:
        counts = {"done": grouped(experiment.played), "total": grouped(total)}
        if folder:
            message = _("{done} of {total} games played; the same command continues")
        else:
            message = _(
                "{done} of {total} games played; with --keep DIRECTORY they would have been saved"
            )
        complain(message.format(**counts))
        raise click.exceptions.Exit(INTERRUPTED) from None


def _warn(experiment: Any) -> None:
    """Print the damaged lines of all journals, and the warnings about all matches."""
    for batch in experiment.batches.values():
        for line in batch.journal.damaged if batch.journal else []:
            complain(line)
    for line in experiment.warnings():
        complain(line)
