"""`tablero lab pruning`: nodes that pruning saves in each move of one game."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click

import tablero.games as games
from tablero.cli.common import (
    asked,
    check_seed,
    depth_option,
    game_argument,
    make_command,
    number_option,
    seed_option,
)
from tablero.cli.lab.output import check_out, deliver, out_option
from tablero.cli.lab.positions import MAX_PLIES
from tablero.cli.pool import check_pool, open_pool, pool_options
from tablero.cli.progress import run_watched
from tablero.limits import Between
from tablero.locale import _

DEFAULT_DEPTH = 6
"""Default depth of the searches, in plies."""


def command() -> click.Command:
    text = _(
        "Play one game of a search against itself, and count the nodes that it and other "
        "searches visit for every move, with and without pruning. The last search plays; its "
        "savings are relative to the nodes of the first. Without searches: minimax and "
        "alpha-beta. The positions of the game are shared among the workers once it has been "
        "played.\n\n"
        "    tablero lab pruning connect4 --depth 5\n\n"
        "    tablero lab pruning kalah minimax 'alphabeta(order=best)' --plies 4 --out saved.svg"
    )
    searches = click.Argument(["searches"], metavar=_("[SEARCH …]"), nargs=-1)
    depth_help = _("Depth of searches that name none; default: {usual}.").format(
        usual=DEFAULT_DEPTH
    )
    plies = number_option("--plies", _("Number of random moves that open the game."), 0)
    options = [depth_option(depth_help), plies, seed_option(), *pool_options(), out_option()]
    return make_command("pruning", text, pruning, [game_argument(), searches, *options])


def pruning(
    game: str,
    searches: Sequence[str],
    depth: int | None,
    plies: int,
    seed: int,
    workers: int,
    cluster: str | None,
    out: Sequence[Path],
    as_json: bool,
) -> None:
    from tablero.lab.probe import deep, load_search
    from tablero.lab.pruning import (
        DEFAULT_SEARCHES,
        PruningExperiment,
        opening_description,
        opening_position,
        pruning_table,
    )

    check_out(out)
    check_pool(workers, cluster)
    check_seed(seed)
    Between(0, MAX_PLIES).check("plies", plies)
    rules = games.load(game)
    loaded = [load_search(text, rules) for text in searches or DEFAULT_SEARCHES]
    asked_for = DEFAULT_DEPTH if depth is None else depth
    found = PruningExperiment(
        rules, [deep(each, asked_for) for each in loaded], opening_position(rules, plies, seed)
    )
    with open_pool(workers, cluster) as pool:
        run_watched(partial(found.run, pool), lambda: found.at, found.stop)
    title = f"{rules}: {opening_description(plies, seed)}"

    def draw() -> Any:
        from tablero.lab.pruning_picture import draw_pruning

        return draw_pruning(found, title, asked())

    deliver([pruning_table(found, f"{title}; {found.summary()}", asked())], out, as_json, draw)
