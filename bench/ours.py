"""The searches of ours that are measured, all on Connect-4 from the empty board."""

from typing import Any

from tablero import evals, games
from tablero.search.perft import perft
from tablero.search.run import Result, Settings, search

CONNECT4 = games.load("connect4")


def alphabeta(depth: int, evaluation: str) -> Result:
    """Natural order, root window shared, no cache."""
    settings = Settings("alphabeta", depth, order="natural", cache=False, root_window="shared")
    return search(CONNECT4.start, evals.load(evaluation, CONNECT4), settings)


def count_leaves(depth: int) -> int:
    """Perft of the empty board."""
    return int(perft(CONNECT4.start, depth))


def perft_nodes(depth: int) -> int:
    """How many nodes below the root a perft visits: the leaves of all depths up to it."""
    return sum(count_leaves(d) for d in range(1, depth + 1))


def nodes_and_answer(kind: str, depth: int) -> tuple[int, Any]:
    """What `kind` of work, perft or alphabeta, visits and what it finds."""
    if kind == "perft":
        return perft_nodes(depth), count_leaves(depth)
    result = alphabeta(depth, "table")
    return int(result.statistics["evaluated"]), result.score
