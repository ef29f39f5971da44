"""Exact scores of Quarry by the theory of Nim, one heap for every side."""

from functools import reduce
from operator import xor
from typing import Any

from tablero.position import Move
from tablero.solve import Solver


class QuarrySolver(Solver):
    """A solver that visits no node: the exclusive-or of the heaps decides."""

    def __init__(self, game: Any = None, threads: int = 1) -> None:
        """Accept and ignore game and threads: one formula solves blocks of any size."""

    def score(self, position: Any) -> int:
        """Return 1 if the side to move wins, else -1: it loses where the heaps cancel out."""
        return 1 if reduce(xor, (side - 1 for side in position[:-1])) else -1

    def quickest(self, position: Any, best: list[Move], score: int) -> list[Move]:
        """Return the moves that leave the smallest block to win, or the largest to lose."""
        left = {move: sum(position.play(move)[:-1]) for move in best}
        wanted = min(left.values()) if score > 0 else max(left.values())
        return [move for move in best if left[move] == wanted]
