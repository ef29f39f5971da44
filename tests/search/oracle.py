"""Minimax and alpha-beta as a textbook has them: max and min, seen by the first player.

Plain Python on the verbs of a position. Nothing here is shared with the searches
under test, and nothing is negated: an extra move is a node of the same kind.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from tablero.position import FIRST, INFINITY, ONGOING


class Node:
    """What the verbs say of a position, asked once."""

    def __init__(self, position: Any) -> None:
        self.position = position
        self.outcome = position.outcome()
        self.theory = position.theory()
        self.maximizing = position.turn() == FIRST
        self._children: dict[int, Node] = {}

    def children(self, order: str) -> Iterator[tuple[int, "Node"]]:
        moves = self.position.moves if order == "natural" else self.position.promising
        for move in moves():
            if move not in self._children:
                self._children[move] = node_of(self.position.play(move))
            yield move, self._children[move]


def class_of(value: Any) -> Any:
    """Values of two classes may be equal as tuples; what is remembered of them is not."""
    return type(value)


@cache
def _node(kind: type, position: Any) -> Node:
    return Node(position)


def node_of(position: Any) -> Node:
    return _node(class_of(position), position)


class Verdict(NamedTuple):
    """score -- for the first player; line -- best moves, the first among equals; then counts."""

    score: int
    line: tuple[int, ...] = ()
    evaluated: int = 0
    leaves: int = 0
    inferred: int = 0
    depth: int = 0
    cuts: int = 0
    lazy_savings: int = 0
    first_cuts: int = 0

    def for_mover(self, position: Any) -> int:
        return self.score if position.turn() == FIRST else -self.score

    def counts(self) -> dict[str, int]:
        """All but the cuts that first moves made."""
        return dict(zip(self._fields[2:-1], self[2:-1], strict=True))


class Question(NamedTuple):
    """evaluation -- asked at the horizon; order -- of the moves; infer -- is theory believed?"""

    evaluation: Any
    order: str = "natural"
    infer: bool = False

    def settled(self, node: Node, depth: int, at_root: bool = False) -> Verdict | None:
        """The verdict on a node whose children do not matter."""
        sign = 1 if node.maximizing else -1
        if node.outcome != ONGOING:
            return Verdict(sign * self.evaluation.final(node.outcome), leaves=1)
        if self.infer and node.theory != ONGOING and not at_root:
            return Verdict(sign * self.evaluation.final(node.theory), inferred=1)
        if depth == 0:
            return Verdict(sign * _value(class_of(self.evaluation), self.evaluation, node))
        return None


@cache
def _value(kind: type, evaluation: Any, node: Node) -> int:
    return int(evaluation.value(node.position))


def _asked(position: Any, evaluation: Any, order: str, infer: bool) -> Question:
    """Some evaluations know who MAX is: the side to move at the root."""
    if hasattr(evaluation, "seen_by"):
        evaluation = evaluation.seen_by(position.turn())
    return Question(evaluation, order, infer)


def minimax(
    position: Any, depth: int, evaluation: Any, order: str = "natural", infer: bool = False
) -> Verdict:
    """The verdict on an unfinished position, every node visited."""
    question = _asked(position, evaluation, order, infer)
    return _minimax(class_of(evaluation), question, node_of(position), depth, at_root=True)


@cache
def _minimax(
    kind: type, question: Question, node: Node, depth: int, at_root: bool = False
) -> Verdict:
    settled = question.settled(node, depth, at_root)
    if settled:
        return settled
    best: int | None = None
    line: tuple[int, ...] = ()
    evaluated = leaves = inferred = reached = 0
    for move, child in node.children(question.order):
        found = _minimax(kind, question, child, depth - 1)
        evaluated += 1 + found.evaluated
        leaves += found.leaves
        inferred += found.inferred
        reached = max(reached, 1 + found.depth)
        if node.maximizing:
            if best is None or found.score > best:
                best, line = found.score, (move, *found.line)
        else:
            if best is None or found.score < best:
                best, line = found.score, (move, *found.line)
    assert best is not None, node.position
    return Verdict(best, line, evaluated, leaves, inferred, reached)


def forget() -> None:
    """The rules behind equal positions have changed."""
    for memory in (_node, _value, _minimax):
        memory.cache_clear()


def alphabeta(
    position: Any,
    depth: int,
    evaluation: Any,
    order: str = "natural",
    infer: bool = False,
    root_window: str = "shared",
) -> Verdict:
    """The same verdict from fewer nodes. A cut is a node whose last children are not visited."""
    question = _asked(position, evaluation, order, infer)
    shared = root_window == "shared"
    low, high = question.evaluation.span(*position.bounds())
    alpha, beta = (low, high) if position.turn() == FIRST else (-high, -low)
    return _alphabeta(question, node_of(position), depth, alpha, beta, shared, True)


def _alphabeta(
    question: Question,
    node: Node,
    depth: int,
    alpha: int,
    beta: int,
    narrowing: bool = True,
    at_root: bool = False,
) -> Verdict:
    settled = question.settled(node, depth, at_root)
    if settled:
        return settled
    best = -INFINITY if node.maximizing else INFINITY
    line: tuple[int, ...] = ()
    reached = skipped = looked_at = 0
    totals = dict.fromkeys(Verdict._fields[2:], 0)
    del totals["depth"]
    for move, child in node.children(question.order):
        if alpha >= beta:
            skipped += 1
            continue
        found = _alphabeta(question, child, depth - 1, alpha, beta)
        looked_at += 1
        totals["evaluated"] += 1
        for name in totals:
            totals[name] += getattr(found, name)
        reached = max(reached, 1 + found.depth)
        if node.maximizing:
            if found.score > best:
                best, line = found.score, (move, *found.line)
            if narrowing:
                alpha = max(alpha, best)
        else:
            if found.score < best:
                best, line = found.score, (move, *found.line)
            if narrowing:
                beta = min(beta, best)
    totals["cuts"] += skipped > 0
    totals["first_cuts"] += skipped > 0 and looked_at == 1
    totals["lazy_savings"] += skipped
    return Verdict(best, line, depth=reached, **totals)
