"""`tablero lab growth`: nodes and time by depth, beside the theoretical values."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import tablero.games as games
from tablero.cli.common import (
    asked,
    check_time,
    depth_option,
    game_argument,
    make_command,
    time_option,
)
from tablero.cli.lab.output import check_out, deliver, out_option
from tablero.cli.lab.positions import chosen_positions, position_options
from tablero.cli.pool import check_pool, open_pool, pool_options
from tablero.cli.progress import run_watched
from tablero.locale import _

if TYPE_CHECKING:
    from tablero.workers.pool import WorkerPool

DEFAULT_TIME_S = 2.0
"""Default limit of the time that a depth may take in a position, in seconds."""


def command() -> click.Command:
    text = _(
        "Show how nodes and time grow with the depth of a search, beside the leaves of the full "
        "tree, b^d, and the minimum for alpha-beta, about twice b^(d/2); b is the mean number of "
        "moves, counted. Without searches: minimax and alpha-beta, then with the best move "
        "ordering, then with a transposition table too. The positions are shared among the "
        "workers; seconds are CPU time.\n\n"
        "    tablero lab growth connect4 --out growth.svg\n\n"
        "    tablero lab growth kalah alphabeta engine --depth 8 --positions 10"
    )
    searches = click.Argument(["searches"], metavar=_("[SEARCH …]"), nargs=-1)
    limits = [
        depth_option(_("Maximum depth.")),
        time_option(
            _(
                "Time limit per position and depth; default: {usual:g}, or none with --depth."
            ).format(usual=DEFAULT_TIME_S)
        ),
    ]
    options = [*limits, *position_options(), *pool_options(), out_option()]
    return make_command("growth", text, growth, [game_argument(), searches, *options])


def growth(
    game: str,
    searches: Sequence[str],
    depth: int | None,
    seconds: float | None,
    seed: int,
    workers: int,
    cluster: str | None,
    out: Sequence[Path],
    as_json: bool,
    **where: Any,
) -> None:
    from tablero.lab.growth import DEFAULT_SEARCHES, GrowthExperiment, growth_table
    from tablero.lab.probe import load_search
    from tablero.lab.tree_sizes import TreeSizes

    check_out(out)
    check_pool(workers, cluster)
    seconds = _time_of(seconds, depth)
    rules = games.load(game)
    positions, description = chosen_positions(rules, seed=seed, **where)
    loaded = [load_search(text, rules) for text in searches or DEFAULT_SEARCHES]
    found = GrowthExperiment(rules, loaded, positions, seed)

    def run_and_count(pool: "WorkerPool") -> TreeSizes:
        found.run(depth, seconds, pool)
        return TreeSizes(positions, found.deepest)

    with open_pool(workers, cluster) as pool:
        sizes = run_watched(partial(run_and_count, pool), lambda: found.at, found.stop)
    title = f"{rules}: {description}"

    def draw() -> Any:
        from tablero.lab.growth_picture import draw_growth

        return draw_growth(found, sizes, title, asked())

    table = growth_table(found, sizes, f"{title}; {sizes.summary()}", asked())
    deliver([table], out, as_json, draw)


def _time_of(seconds: float | None, depth: int | None) -> float | None:
    """Return the time limit in seconds: DEFAULT_TIME_S if neither time nor depth is limited.

    Raise OptionError for an invalid time or depth.
    """
    from tablero.search.state import DEPTHS

    check_time(seconds)
    DEPTHS.check("depth", depth)
    return DEFAULT_TIME_S if depth is None and seconds is None else seconds
