"""Negamax as the tournament plays it, for evaluations that are plain Python: every leaf counts."""

import math
import time
from typing import Any

from tablero.agents.agent import TimeIsUp
from tablero.errors import OutsideError
from tablero.evals.functions import Opinion, final_score, judged
from tablero.locale import _
from tablero.position import ONGOING, Move
from tablero.search.run import Result

DEPTH = 2
"""The tournament's."""


class PlainSearch:
    """One search.

    nodes -- visited so far, below the root
    most  -- that may be visited
    """

    def __init__(self, opinion: Opinion, most: int | None = None) -> None:
        self.opinion, self.most, self.nodes = opinion, most, 0

    def run(self, position: Any, depth: int) -> Result:
        """Score and line, as the search `negamax` says them; the score as a whole number."""
        start = time.perf_counter()
        score, line = self.negamax(position, depth)
        seconds = time.perf_counter() - start
        counted = {"evaluated": self.nodes, "seconds": seconds}
        return Result(round(score), line, depth, False, counted)

    def negamax(self, position: Any, depth: int) -> tuple[int | float, list[Move]]:
        """What `position` is worth to the side to move, looking `depth` plies ahead, and the
        moves that lead there; of equal ones the first."""
        # Step 1. Is there nothing to look at?
        outcome = position.outcome()
        if outcome != ONGOING:
            return final_score(self.opinion, position, outcome), []
        if depth == 0:
            return judged(self.opinion, position), []
        # Step 2. Look at every move
        best: int | float = -math.inf
        best_line: list[Move] = []
        for move in position.moves():
            self._visit()
            child = position.play(move)
            score, line = self.negamax(child, depth - 1)
            if child.turn() != position.turn():
                score = -score
            if score > best:
                best, best_line = score, [move, *line]
        if not best_line:
            raise OutsideError(_("a position that is not over has no moves"))
        return best, best_line

    def _visit(self) -> None:
        if self.most is not None and self.nodes >= self.most:
            message = _("the search was stopped after {nodes} nodes")
            raise TimeIsUp(message.format(nodes=self.nodes))
        self.nodes += 1
