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

DEFAULT_DEPTH = 2
"""Default depth of a search, in plies: that of the tournament."""

Score: TypeAlias = int | float

NegamaxTree: TypeAlias = "int | list[tuple[Move, int, NegamaxTree]]"
"""A leaf, as its index among the scores, or an inner node, as a list of (move, sign, child).

The sign is 1 if the same side moves again, else -1.
"""


class Leaves:
    """The leaves of a search.

    open: positions to be evaluated; number n is n in the tree.
    finished: finished positions; number n is -1 - n in the tree.
    nodes: nodes generated so far, below the root.
    max_nodes: maximum number of nodes.
    """

    def __init__(self, max_nodes: int | None = None) -> None:
        self.open: list[Any] = []
        self.finished: list[Any] = []
        self.nodes, self.max_nodes = 0, math.inf if max_nodes is None else max_nodes

    def expand(self, position: Any, depth: int) -> NegamaxTree:
        """Return the tree below a position. Raise TimeIsUp if it has too many nodes."""
        if position.outcome() != ONGOING:
            self.finished.append(position)
            return -len(self.finished)
        if depth == 0:
            self.open.append(position)
            return len(self.open) - 1
        turn, children = position.turn(), []
        for move in position.moves():
            if self.nodes >= self.max_nodes:
                message = _("the search was stopped after {nodes} nodes")
                raise TimeIsUp(message.format(nodes=self.nodes))
            self.nodes += 1
            child = position.play(move)
            sign = 1 if child.turn() == turn else -1
            children.append((move, sign, self.expand(child, depth - 1)))
        if not children:
            raise OutsideError(_("a position that is not over has no moves"))
        return children


def all_scores(values: Sequence[Score], finals: Sequence[Score]) -> list[Score]:
    """Return the scores of open and finished leaves in one list, indexed by the tree's numbers."""
    return [*values, *reversed(finals)]


def back_up(tree: NegamaxTree, scores: Sequence[Score]) -> Score:
    """Return the negamax value of a node for the side to move: the best of its children."""
    if isinstance(tree, int):
        return scores[tree]
    return max(sign * back_up(child, scores) for _move, sign, child in tree)


def principal_variation(tree: NegamaxTree, scores: Sequence[Score]) -> tuple[Score, list[Move]]:
    """Return the negamax value and the principal variation; of equal moves the first."""
    if isinstance(tree, int):
        return scores[tree], []
    values = [sign * back_up(child, scores) for _move, sign, child in tree]
    best = max(values)
    move, _sign, child = tree[values.index(best)]
    return best, [move, *principal_variation(child, scores)[1]]


class PlainSearch:
    """One search with an evaluation in plain Python.

    max_nodes: maximum number of nodes.
    """

    def __init__(self, evaluation: PlainEvaluation, max_nodes: int | None = None) -> None:
        self.evaluation, self.max_nodes = evaluation, max_nodes

    def run(self, position: Any, depth: int) -> Result:
        """Return the score, rounded, and the principal variation, as the search `negamax` does."""
        start = time.perf_counter()
        leaves = Leaves(self.max_nodes)
        tree = leaves.expand(position, depth)
        values = [evaluate(self.evaluation, each) for each in leaves.open]
        finals = [final_score(self.evaluation, each, each.outcome()) for each in leaves.finished]
        score, line = principal_variation(tree, all_scores(values, finals))
        seconds = time.perf_counter() - start
        counted = {"evaluated": leaves.nodes, "seconds": seconds}
        return Result(round(score), line, depth, False, counted)
