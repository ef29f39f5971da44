"""OpenSpiel's Python alpha-beta on its own C++ Connect-4, with the evaluation `table`.

The utility of a won game is 1 in OpenSpiel, so a point of the evaluation is 1/WIN here. All wins
have the same value there; in Tablero earlier wins score more. From the empty board to depth 8 this
makes no difference: all wins of MAX come at ply 7, and all wins of MIN at ply 8.
"""

from importlib import import_module
from typing import Any

import pyspiel

from bench.peers import BONUS, WEIGHTS, calls_of
from tablero.position import WIN

minimax: Any = import_module("open_spiel.python.algorithms.minimax")


def table(state: Any) -> float:
    """Return the evaluation for the first player, computed from the list of columns played.

    The history is the part of a state that Python can read fastest.
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
    """Return the value of the empty board for the first player, by OpenSpiel's search."""
    game = pyspiel.load_game("connect_four")
    value, _action = minimax.alpha_beta_search(game, value_function=table, maximum_depth=depth)
    return int(round(value * WIN))


def nodes(depth: int) -> int:
    """Return the number of nodes below the root that this search visits."""
    return calls_of(minimax, "_alpha_beta", lambda: score(depth)) - 1
