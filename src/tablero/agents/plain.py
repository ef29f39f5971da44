"""Negamax as the tournament plays it: every leaf counts, and whoever values them may be elsewhere.

All leaves of a search are made first, then valued, here by a plain Python function or in one
message by a player's own process, and then their values are backed up.
"""

import math
import time
from collections.abc import Sequence
from typing import Any, TypeAlias

from tablero.agents.agent import TimeIsUp
from tablero.errors import OutsideError
from tablero.evals.functions import Opinion, final_score, judged
from tablero.locale import _
from tablero.position import ONGOING, Move
from tablero.search.run import Result

DEPTH = 2
"""The tournament's."""

Score: TypeAlias = int | float

Tree: TypeAlias = "int | list[tuple[Move, int, Tree]]"
"""The place of a leaf among the scores; or every move, with 1 where the same side moves again,
else -1, and what it leads to."""


class Leaves:
    """The ends of a search.

    open  -- positions to be valued; number n is n in the tree
    over  -- finished ones; number n is -1 - n in the tree
    nodes -- made so far, below the root
    most  -- that may be made
    """

    def __init__(self, most: int | None = None) -> None:
        self.open: list[Any] = []
        self.over: list[Any] = []
        self.nodes, self.most = 0, math.inf if most is None else most

    def grow(self, position: Any, depth: int) -> Tree:
        """The tree below a position. Raises TimeIsUp if it has too many nodes."""
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
    """Of open leaves and of finished ones, so that a tree's numbers find them."""
    return [*values, *reversed(finals)]


def back_up(tree: Tree, scores: Sequence[Score]) -> Score:
    """What a node is worth to its mover: the best of its children."""
    if isinstance(tree, int):
        return scores[tree]
    return max(sign * back_up(child, scores) for _move, sign, child in tree)


def best_line(tree: Tree, scores: Sequence[Score]) -> tuple[Score, list[Move]]:
    """The same, and the moves that lead there; of equal ones the first."""
    if isinstance(tree, int):
        return scores[tree], []
    worth = [sign * back_up(child, scores) for _move, sign, child in tree]
    best = max(worth)
    move, _sign, child = tree[worth.index(best)]
    return best, [move, *best_line(child, scores)[1]]


class PlainSearch:
    """One search for an evaluation that is plain Python.

    most -- nodes that may be made
    """

    def __init__(self, opinion: Opinion, most: int | None = None) -> None:
        self.opinion, self.most = opinion, most

    def run(self, position: Any, depth: int) -> Result:
        """Score and line, as the search `negamax` says them; the score as a whole number."""
        start = time.perf_counter()
        leaves = Leaves(self.most)
        tree = leaves.grow(position, depth)
        values = [judged(self.opinion, each) for each in leaves.open]
        finals = [final_score(self.opinion, each, each.outcome()) for each in leaves.over]
        score, line = best_line(tree, all_scores(values, finals))
        seconds = time.perf_counter() - start
        counted = {"evaluated": leaves.nodes, "seconds": seconds}
        return Result(round(score), line, depth, False, counted)
