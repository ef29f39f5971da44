"""`tablero lab growth`: nodes and time by depth, beside the theoretical values."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablero import games
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

USUAL_TIME = 2.0
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
            ).format(usual=USUAL_TIME)
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
    from tablero.lab.growth import USUAL, Growth, growth_table
    from tablero.lab.probe import load_search
    from tablero.lab.theory import Theory

    check_out(out)
    check_pool(workers, cluster)
    seconds = _time_of(seconds, depth)
    rules = games.load(game)
    positions, told = chosen_positions(rules, seed=seed, **where)
    loaded = [load_search(text, rules) for text in searches or USUAL]
    found = Growth(rules, loaded, positions, seed)

    def work(pool: "WorkerPool") -> Theory:
        found.run(depth, seconds, pool)
        return Theory(positions, found.deepest)

    with open_pool(workers, cluster) as pool:
        theory = run_watched(partial(work, pool), lambda: found.at, found.stop)
    title = f"{rules}: {told}"

    def draw() -> Any:
        from tablero.lab.growth_picture import draw_growth

        return draw_growth(found, theory, title, asked())

    table = growth_table(found, theory, f"{title}; {theory.told()}", asked())
    deliver([table], out, as_json, draw)


def _time_of(seconds: float | None, depth: int | None) -> float | None:
    """Return the time limit in seconds: USUAL_TIME if neither time nor depth is limited.

    Raise OptionError for an invalid time or depth.
    """
    from tablero.search.notes import DEPTHS

    check_time(seconds)
    DEPTHS.check("depth", depth)
    return USUAL_TIME if depth is None and seconds is None else seconds
