"""Measure one kind of work, in a process that is either compiled or interpreted.

python -m tablero.bench.worker perft|alphabeta DEPTH

prints nodes, answer and seconds, as JSON
"""

import json
import sys

from tablero.bench import ours
from tablero.bench.clock import cpu_seconds


def main(kind: str, depth: int) -> None:
    """The first run, which may compile, is not timed."""
    nodes, answer = ours.nodes_and_answer(kind, depth)
    seconds, _again = cpu_seconds(lambda: ours.work(kind, depth))
    print(json.dumps({"nodes": nodes, "answer": answer, "seconds": seconds}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
