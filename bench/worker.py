"""One piece of work in a process of its own; prints one object of JSON.

worker.py rate perft|alphabeta DEPTH TIMES      nodes, answer, best seconds of TIMES
worker.py search DEPTH EVALUATION               one search
"""

import json
import sys
from typing import Any

import ours
from clock import best_of


def rate(kind: str, depth: int, times: int) -> dict[str, Any]:
    """How fast `kind` of work runs here, once it is compiled (if it is)."""
    nodes, answer = ours.nodes_and_answer(kind, depth)
    if kind == "perft":
        seconds = best_of(times, lambda: ours.count_leaves(depth))
    else:
        seconds = best_of(times, lambda: ours.alphabeta(depth, "table"))
    return {"nodes": nodes, "answer": answer, "seconds": seconds}


def one_search(depth: int, evaluation: str) -> dict[str, Any]:
    result = ours.alphabeta(depth, evaluation)
    return {"score": result.score, **result.statistics}


def main(words: list[str]) -> dict[str, Any]:
    match words:
        case ["rate", kind, depth, times]:
            return rate(kind, int(depth), int(times))
        case ["search", depth, evaluation]:
            return one_search(int(depth), evaluation)
    raise SystemExit(__doc__)


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1:])))
