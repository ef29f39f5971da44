"""Negamax as the tournament plays it: it evaluates every leaf, possibly in another process.

All leaves of a search are generated first, then evaluated, here by a plain Python function or in
one message by a player's own process, and then their values are backed up.
"""

import math
import time
from collections.abc import Sequence
from typing import Any, TypeAlias

from tablero.agents.agent import TimeIsUp
from tablero.errors import OutsideError
from tablero.games.student.functions import PlainEvaluation, evaluate, final_score
from tablero.locale import _
from tablero.position import ONGOING, Move
from tablero.search.run import Result

DEPTH = 2
"""Depth of the tournament's searches, in plies."""

Score: TypeAlias = int | float

Tree: TypeAlias = "int | list[tuple[Move, int, Tree]]"
"""A leaf, as its index among the scores, or an inner node, as a list of (move, sign, child).

The sign is 1 if the same side moves again, else -1.
"""


class Leaves:
    """The leaves of a search.

    open: positions to be evaluated; number n is n in the tree.
    over: finished positions; number n is -1 - n in the tree.
    nodes: nodes generated so far, below the root.
    most: maximum number of nodes.
    """

    def __init__(self, most: int | None = None) -> None:
        self.open: list[Any] = []
        self.over: list[Any] = []
        self.nodes, self.most = 0, math.inf if most is None else most

    def grow(self, position: Any, depth: int) -> Tree:
        """Return the tree below a position. Raise TimeIsUp if it has too many nodes."""
        if position.outcome() != ONGOING:
            self.over.append(position)
            return -len(self.over)
        if depth == 0:
            self.open.append(position)
            return len(self.open) - 1
        turn, grown = position.turn(), []
        for move in position.moves():
            if self.nodes >= self.most:
                message = _("the search was stopped after {nodes} nodes")
                raise TimeIsUp(message.format(nodes=self.nodes))
            self.nodes += 1
            child = position.play(move)
            sign = 1 if child.turn() == turn else -1
            grown.append((move, sign, self.grow(child, depth - 1)))
        if not grown:
            raise OutsideError(_("a position that is not over has no moves"))
        return grown


def all_scores(values: Sequence[Score], finals: Sequence[Score]) -> list[Score]:
    """Return the scores of open and finished leaves in one list, indexed by the tree's numbers."""
    return [*values, *reversed(finals)]


def back_up(tree: Tree, scores: Sequence[Score]) -> Score:
    """Return the negamax value of a node for the side to move: the best of its children."""
    if isinstance(tree, int):
        return scores[tree]
    return max(sign * back_up(child, scores) for _move, sign, child in tree)


def best_line(tree: Tree, scores: Sequence[Score]) -> tuple[Score, list[Move]]:
    """Return the negamax value and the principal variation; of equal moves the first."""
    if isinstance(tree, int):
        return scores[tree], []
    worth = [sign * back_up(child, scores) for _move, sign, child in tree]
    best = max(worth)
    move, _sign, child = tree[worth.index(best)]
    return best, [move, *best_line(child, scores)[1]]


class PlainSearch:
    """One search with an evaluation in plain Python.

    most: maximum number of nodes.
    """

    def __init__(self, evaluation: PlainEvaluation, most: int | None = None) -> None:
        self.evaluation, self.most = evaluation, most

    def run(self, position: Any, depth: int) -> Result:
        """Return the score, rounded, and the principal variation, as the search `negamax` does."""
        start = time.perf_counter()
        leaves = Leaves(self.most)
        tree = leaves.grow(position, depth)
        values = [evaluate(self.evaluation, each) for each in leaves.open]
        finals = [final_score(self.evaluation, each, each.outcome()) for each in leaves.over]
        score, line = best_line(tree, all_scores(values, finals))
        seconds = time.perf_counter() - start
        counted = {"evaluated": leaves.nodes, "seconds": seconds}
        return Result(round(score), line, depth, False, counted)
