"""The steps that every search takes at a node: enter it, visit its children, leave it."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from tablero.jit import helper
from tablero.position import INFINITY, ONGOING, WIN, Evaluation, Move, Position, Side
from tablero.search.log import (
    CACHED,
    EXPANDED,
    HORIZON,
    INFERRED,
    NOWHERE,
    OPEN,
    OVER,
    STOPPED,
    close_node,
    open_node,
    try_move,
)
from tablero.search.state import NO_NODE
from tablero.search.table import open_entry, recall, store

NO_MOVE = -1


class Natural(NamedTuple):
    """Move ordering: by the names of the moves."""

    rank: int = 0

    def arrange(self, position: Position) -> Iterator[Move]:
        return position.moves()


class Best(NamedTuple):
    """Move ordering: the game's own guess, the most promising move first."""

    rank: int = 1

    def arrange(self, position: Position) -> Iterator[Move]:
        return position.promising()


class Task(NamedTuple):
    """What stays the same at every node of one search; lazy, infer and shared are 0 or 1.

    evaluation: the evaluation.
    order: the move ordering, Natural or Best.
    state: the state of the search (state.py): counters, node budget, principal variation.
    me: the side to move at the root, MAX.
    lazy: children that are not visited are not generated either.
    infer: ask the game for the theoretical value before searching.
    shared: a root move is searched with the window narrowed by the moves searched before it.
    table: the transposition table (table.py), or None.
    log: the record of the tree (log.py), or None.
    """

    evaluation: Evaluation
    order: Any
    state: Any
    me: Side
    lazy: int
    infer: int
    shared: int
    table: Any = None
    log: Any = None


@helper
def enter(
    task: Task, position: Position, depth: int, ply: int, alpha: int, beta: int
) -> tuple[bool, int]:
    """Return (known, score): is the score for the side to move known without a search?

    It is known if the game is over, by theory, at the horizon, from the table, or because the
    search was stopped. Otherwise the node is expanded, and `leave` must follow.
    """
    open_node(task.log, position, depth, ply, alpha, beta)
    task.state.length[ply] = 0
    kind, score = _known(task, position, depth, ply)
    if kind == OPEN:
        found, score = recall(task.table, position, depth, ply, alpha, beta, task.state)
        if found:
            kind = CACHED
    if kind == OPEN:
        open_entry(task.table, ply, task.state)
    else:
        close_node(task.log, ply, kind, score, NOWHERE)
    return kind != OPEN, score


@helper
def _known(task: Task, position: Position, depth: int, ply: int) -> tuple[int, int]:
    """Return (kind, score); the kind is OPEN if the children have to be searched."""
    state = task.state
    if state.evaluated > state.budget:  # stop at this node, which does not count as visited
        state.budget = NO_NODE
        state.horizon += 1
        state.evaluated -= ply > 0
        return STOPPED, 0
    outcome = position.outcome()
    if outcome != ONGOING:
        state.leaves += 1
        return OVER, task.evaluation.final(outcome)
    if task.infer and ply > 0:
        outcome = position.theory()
        if outcome != ONGOING:
            state.inferred += 1
            return INFERRED, task.evaluation.final(outcome)
    if depth == 0:
        state.horizon += 1
        return HORIZON, max(1 - WIN, min(task.evaluation.value(position), WIN - 1))
    return OPEN, 0


@helper
def visit(task: Task, position: Position, move: Move, ply: int) -> Position:
    """Return the child that `move` leads to, counted as generated and visited."""
    count_visit(task, move, ply)
    return position.play(move)


@helper
def count_visit(task: Task, move: Move, ply: int) -> None:
    """Count a child that is generated and visited."""
    task.state.created += 1
    task.state.evaluated += 1
    try_move(task.log, ply, move)


@helper
def visit_again(task: Task) -> None:
    """Count a child that is searched a second time."""
    task.state.evaluated += 1


@helper
def improve(task: Task, ply: int, move: Move) -> None:
    """Make `move` and the principal variation after it the principal variation from `ply` on."""
    state = task.state
    rest = state.length[ply + 1]
    state.line[ply, 0] = move
    for i in range(rest):
        state.line[ply, i + 1] = state.line[ply + 1, i]
    state.length[ply] = rest + 1


@helper
def leave(
    task: Task,
    position: Position,
    depth: int,
    ply: int,
    alpha: int,
    beta: int,
    best: int,
    best_move: Move,
) -> int:
    """Store and log an expanded node, and return its score `best`, seen by the side to move."""
    store(task.table, position, depth, ply, alpha, beta, best, best_move, task.state)
    close_node(task.log, ply, EXPANDED, best, best_move)
    return best


@helper
def is_narrowed(shared: int, ply: int) -> bool:
    """Return whether a child's window is narrowed by the best score of the moves before it.

    It is, except at a root whose moves are all searched with the full window.
    """
    return ply > 0 or shared == 1


@helper
def floor_of(shared: int, ply: int, alpha: int, best: int) -> int:
    """Return the score that the next child must exceed: alpha, or max(alpha, best) if narrowed."""
    return max(alpha, best) if is_narrowed(shared, ply) else alpha


@helper
def cut_off(task: Task, position: Position, best_move: Move) -> None:
    """Count a cutoff after `best_move`, and the children behind it, which are not visited.

    A complete search, one that is not lazy, generates them all the same.
    """
    state, before, pruned = task.state, 0, 0
    for move in task.order.arrange(position):
        if pruned:
            state.lazy_savings += 1
            if not task.lazy:
                position.play(move)
                state.created += 1
        elif move == best_move:
            pruned = 1
        else:
            before += 1
    state.cuts += 1
    state.first_cuts += before == 0


@helper
def sign_of(position: Position, child: Position) -> int:
    """Return 1 if the same side moves in `child` (an extra turn), else -1."""
    return 1 if child.turn() == position.turn() else -1


@helper
def window(sign: int, low: int, high: int) -> tuple[int, int]:
    """Return the window low..high as the side to move in the child sees it."""
    return min(sign * low, sign * high), max(sign * low, sign * high)


@helper
def full_window(position: Position, evaluation: Evaluation) -> tuple[int, int]:
    """Return the full window. Every score of `position` lies in it; one at its edge is exact."""
    least, most = position.bounds()
    low, high = evaluation.span(least, most)
    low, high = max(low, 1 - INFINITY), min(high, INFINITY - 1)
    return min(low, high - 1), high
