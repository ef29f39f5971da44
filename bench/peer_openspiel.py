"""OpenSpiel's own Python alpha-beta on its own C++ Connect-4, with the evaluation `table`.

OpenSpiel pays 1 for a won game, so a point is worth 1/WIN here. Every win then counts the
same; ours grow with the stones in hand. From the empty board to depth 8 that cannot differ:
all of MAX's wins come at ply 7 and all of MIN's at ply 8.
"""

from importlib import import_module
from typing import Any

import pyspiel

from bench.peers import BONUS, WEIGHTS, calls_of
from tablero.position import WIN

minimax: Any = import_module("open_spiel.python.algorithms.minimax")


def table(state: Any) -> float:
    """The evaluation for the first player, from the list of columns played.

    Of all the ways to look into a state from Python, its history is the quickest.
    """
    points: int = BONUS
    heights = [0] * 7
    sign = 1
    for column in state.history():
        points += sign * WEIGHTS[heights[column]][column]
        heights[column] += 1
        sign = -sign
    return points / WIN


def score(depth: int) -> int:
    """What the empty board is worth to the first player, by OpenSpiel's search."""
    game = pyspiel.load_game("connect_four")
    value, _action = minimax.alpha_beta_search(game, value_function=table, maximum_depth=depth)
    return int(round(value * WIN))


def nodes(depth: int) -> int:
    """How many nodes below the root that search visits."""
    return calls_of(minimax, "_alpha_beta", lambda: score(depth)) - 1
