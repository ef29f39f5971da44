"""Minimax, by the book. Slow, obvious, and the judge of every other search."""

from typing import Any

from tablero.jit import kernel
from tablero.position import INFINITY, Position
from tablero.search.log import CACHED, EXPANDED, NOWHERE, leave
from tablero.search.node import Task, settle, visit
from tablero.search.notes import prefer
from tablero.search.table import begin, recall, store


@kernel
def minimax(
    position: Position, depth: int, ply: int, alpha: int, beta: int, task: Task, table: Any
) -> int:
    """What `position` is worth to MAX, who moves at the root, looking `depth` plies ahead.

    The window is of no use here: every child is visited.
    """
    maximizing = position.turn() == task.me
    # Step 1. Is there nothing to look at?
    settled, score = settle(position, depth, ply, alpha, beta, task)
    if settled:
        return score if maximizing else -score
    # Step 2. Have we been here before?
    found, score = recall(table, position, depth, ply, alpha, beta, task.notes)
    if found:
        leave(task.log, ply, CACHED, score if maximizing else -score, NOWHERE)
        return score
    # Step 3. Look at every move
    before = begin(table, ply, task.notes)
    best, best_move = -INFINITY if maximizing else INFINITY, -1
    for move in task.order.arrange(position):
        visit(task, ply, move)
        score = minimax(position.play(move), depth - 1, ply + 1, alpha, beta, task, table)
        if score > best if maximizing else score < best:
            best, best_move = score, move
            prefer(task.notes, ply, move)
    # Step 4. Remember
    store(table, position, depth, ply, alpha, beta, best, best_move, before, task.notes)
    leave(task.log, ply, EXPANDED, best if maximizing else -best, best_move)
    return best
