"""The steps that every search takes at a node."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from tablero.jit import helper
from tablero.position import INFINITY, ONGOING, WIN, Judge, Move, Position, Side
from tablero.search.log import (
    INFERRED,
    JUDGED,
    NOWHERE,
    OPEN,
    OVER,
    STOPPED,
    arrive,
    leave,
    try_move,
)


class Natural(NamedTuple):
    """Moves in the order of their names."""

    rank: int = 0

    def arrange(self, position: Position) -> Iterator[Move]:
        return position.moves()


class Best(NamedTuple):
    """Moves as the game itself would try them."""

    rank: int = 1

    def arrange(self, position: Position) -> Iterator[Move]:
        return position.promising()


class Task(NamedTuple):
    """What stays the same at every node of one search; lazy, infer and shared are 0 or 1.

    judge  -- the evaluation
    order  -- Natural or Best
    notes  -- where the search writes (notes.py)
    me     -- the side to move at the root: MAX
    lazy   -- children that are not visited are not made either
    infer  -- ask the game's theory before looking further
    shared -- a root move profits from what its elder siblings were worth
    log    -- where it writes down its tree (log.py), or None
    """

    judge: Judge
    order: Any
    notes: Any
    me: Side
    lazy: int
    infer: int
    shared: int
    log: Any = None


@helper
def settle(
    position: Position, depth: int, ply: int, alpha: int, beta: int, task: Task
) -> tuple[bool, int]:
    """(settled, score): is the node valued without looking at its children?"""
    arrive(task.log, position, depth, ply, alpha, beta)
    task.notes.length[ply] = 0
    kind, score = _settled(position, depth, ply, task)
    if kind != OPEN:
        leave(task.log, ply, kind, score, NOWHERE)
    return kind != OPEN, score


@helper
def _settled(position: Position, depth: int, ply: int, task: Task) -> tuple[int, int]:
    """(kind, score); OPEN if the children have to be looked at."""
    notes = task.notes
    outcome = position.outcome()
    if outcome != ONGOING:
        notes.leaves += 1
        return OVER, task.judge.final(outcome)
    if task.infer and ply > 0:
        outcome = position.theory()
        if outcome != ONGOING:
            notes.inferred += 1
            return INFERRED, task.judge.final(outcome)
    if depth == 0:
        notes.horizon += 1
        return JUDGED, max(1 - WIN, min(task.judge.value(position), WIN - 1))
    if notes.evaluated >= notes.budget:
        notes.horizon += 1
        return STOPPED, 0
    return OPEN, 0


@helper
def visit(task: Task, ply: int, move: Move) -> None:
    """Count a child that is made and looked at."""
    task.notes.created += 1
    task.notes.evaluated += 1
    try_move(task.log, ply, move)


@helper
def skip(position: Position, move: Move, task: Task) -> None:
    """Count a child that is not looked at; made all the same unless the search is lazy."""
    task.notes.lazy_savings += 1
    if not task.lazy:
        position.play(move)
        task.notes.created += 1


@helper
def sign_of(position: Position, child: Position) -> int:
    """1 if the same side moves again in `child`, else -1: the extra-move rule."""
    return 1 if child.turn() == position.turn() else -1


@helper
def window(sign: int, low: int, high: int) -> tuple[int, int]:
    """The window low..high as whoever moves next sees it."""
    return min(sign * low, sign * high), max(sign * low, sign * high)


@helper
def whole_window(position: Position, judge: Judge) -> tuple[int, int]:
    """Every score of `position` lies within, so one at the edge is exact too."""
    least, most = position.bounds()
    low, high = judge.span(least, most)
    low, high = max(low, 1 - INFINITY), min(high, INFINITY - 1)
    return min(low, high - 1), high
