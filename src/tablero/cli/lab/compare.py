"""`tablero lab compare`: compare searches on the same positions."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click

import tablero.games as games
from tablero.cli import complain
from tablero.cli.common import asked, game_argument, make_command
from tablero.cli.lab.output import check_out, deliver, out_option
from tablero.cli.lab.positions import chosen_positions, position_options
from tablero.cli.pool import check_pool, open_pool, pool_options
from tablero.cli.progress import run_counted
from tablero.locale import _

DISAGREE = 1
"""Exit code if scores differ that must be equal."""


def command() -> click.Command:
    text = _(
        "Any searches, with their options and evaluations, on the same positions: scores, nodes, "
        "cutoffs, time and effective branching factor, with confidence intervals. Searches of "
        "the same depth and evaluation must agree in their scores; otherwise the exit code is 1. "
        "The positions are shared among the workers; seconds are CPU time.\n\n"
        "    tablero lab compare kalah 'minimax(depth=5)' 'alphabeta(depth=5)' 'engine(depth=5)' "
        "--positions 20 --out nodes.svg"
    )
    searches = click.Argument(["searches"], metavar=_("SEARCH …"), nargs=-1, required=True)
    options = [game_argument(), searches, *position_options(), *pool_options(), out_option()]
    return make_command("compare", text, compare, options)


def compare(
    game: str,
    searches: Sequence[str],
    seed: int,
    workers: int,
    cluster: str | None,
    out: Sequence[Path],
    as_json: bool,
    **where: Any,
) -> None:
    from tablero.lab.compare import Comparison, counts, ratios, scores
    from tablero.lab.probe import load_search

    check_out(out)
    check_pool(workers, cluster)
    rules = games.load(game)
    loaded = [load_search(text, rules) for text in searches]
    positions, description = chosen_positions(rules, seed=seed, **where)
    comparison = Comparison(rules, loaded, positions, seed)
    total = len(loaded) * len(positions)
    with open_pool(workers, cluster) as pool:
        run = partial(comparison.run, pool)
        run_counted(run, lambda: comparison.done, total, comparison.stop)
    title, again = f"{rules}: {description}", asked()

    def draw() -> Any:
        from tablero.lab.compare_picture import draw_comparison

        return draw_comparison(comparison, title, again)

    totals, values = counts(comparison, title, again), scores(comparison, again)
    deliver([totals, ratios(comparison, again), values], out, as_json, draw)
    _check(comparison)


def _check(comparison: Any) -> None:
    """Exit with code 1 if scores differ that must be equal."""
    wrong = comparison.warnings()
    for line in wrong:
        complain(line)
    if wrong:
        raise click.exceptions.Exit(DISAGREE)
