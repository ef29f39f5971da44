"""The work that is measured in a separate process: Connect-4 from the empty board.

python -m bench.ours perft|alphabeta DEPTH

prints nodes, answer and seconds as JSON; NUMBA_DISABLE_JIT determines whether it is compiled.
"""

import json
import sys
from typing import Any

import tablero.games as games
from bench.clock import cpu_seconds
from tablero.games import evaluations
from tablero.search.perft import perft
from tablero.search.run import Settings, search

CONNECT4 = games.load("connect4")
TABLE = evaluations.load("table", CONNECT4)


def work(kind: str, depth: int) -> Any:
    """Run perft, or alpha-beta with `table`: natural order, shared root window, no cache."""
    if kind == "perft":
        return perft(CONNECT4.start, depth)
    settings = Settings("alphabeta", depth, order="natural", cache=False, root_window="shared")
    return search(CONNECT4.start, TABLE, settings)


def nodes_and_answer(kind: str, depth: int) -> tuple[int, int]:
    """Return the nodes below the root, and the result: leaves or score."""
    if kind == "perft":
        leaves = [int(work(kind, d)) for d in range(1, depth + 1)]
        return sum(leaves), leaves[-1]
    result = work(kind, depth)
    return int(result.statistics["evaluated"]), result.score


def main(kind: str, depth: int) -> None:
    """Print nodes, answer and seconds. The first run, which may compile, is not timed."""
    nodes, answer = nodes_and_answer(kind, depth)
    seconds, _again = cpu_seconds(lambda: work(kind, depth))
    print(json.dumps({"nodes": nodes, "answer": answer, "seconds": seconds}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
