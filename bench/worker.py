"""Measure one kind of work, in a process that is either compiled or interpreted.

worker.py perft|alphabeta DEPTH      prints nodes, answer and seconds, as JSON
"""

import json
import sys

import ours
from clock import cpu_seconds


def main(kind: str, depth: int) -> None:
    """The first run, which may compile, is not timed."""
    nodes, answer = ours.nodes_and_answer(kind, depth)
    seconds, _again = cpu_seconds(lambda: ours.work(kind, depth))
    print(json.dumps({"nodes": nodes, "answer": answer, "seconds": seconds}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
