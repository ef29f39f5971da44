"""What is measured of ours in one process, all on Connect-4 from the empty board."""

from typing import Any

from tablero import evals, games
from tablero.search.perft import perft
from tablero.search.run import Settings, search

CONNECT4 = games.load("connect4")
TABLE = evals.load("table", CONNECT4)


def work(kind: str, depth: int) -> Any:
    """Perft, or alpha-beta with `table`: natural order, root window shared, no cache."""
    if kind == "perft":
        return perft(CONNECT4.start, depth)
    settings = Settings("alphabeta", depth, order="natural", cache=False, root_window="shared")
    return search(CONNECT4.start, TABLE, settings)


def nodes_and_answer(kind: str, depth: int) -> tuple[int, int]:
    """How many nodes below the root that work visits, and what it finds: leaves or score."""
    if kind == "perft":
        leaves = [int(work(kind, d)) for d in range(1, depth + 1)]
        return sum(leaves), leaves[-1]
    result = work(kind, depth)
    return int(result.statistics["evaluated"]), result.score
