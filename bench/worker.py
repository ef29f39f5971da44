"""Measure one kind of work, in a process that is either compiled or interpreted.

worker.py perft|alphabeta DEPTH TIMES      prints nodes, answer and the best of TIMES, as JSON
"""

import json
import sys

import ours
from clock import best_of


def main(kind: str, depth: int, times: int) -> None:
    """The first run, which may compile, is not timed."""
    nodes, answer = ours.nodes_and_answer(kind, depth)
    seconds = best_of(times, lambda: ours.work(kind, depth))
    print(json.dumps({"nodes": nodes, "answer": answer, "seconds": seconds}))


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
