"""Negamax: minimax in one voice. What is good for me is bad for you, by the same amount."""

from typing import Any

from tablero.jit import kernel
from tablero.position import INFINITY, Position
from tablero.search.log import CACHED, EXPANDED, NOWHERE, leave
from tablero.search.node import Task, settle, sign_of, visit
from tablero.search.notes import prefer
from tablero.search.table import begin, recall, store


@kernel
def negamax(
    position: Position, depth: int, ply: int, alpha: int, beta: int, task: Task, table: Any
) -> int:
    """What `position` is worth to the side to move, looking `depth` plies ahead.

    The window is of no use here: every child is visited.
    """
    # Step 1. Is there nothing to look at?
    settled, score = settle(position, depth, ply, alpha, beta, task)
    if settled:
        return score
    # Step 2. Have we been here before?
    found, score = recall(table, position, depth, ply, alpha, beta, task.notes)
    if found:
        leave(task.log, ply, CACHED, score, NOWHERE)
        return score
    # Step 3. Look at every move
    before = begin(table, ply, task.notes)
    best, best_move = -INFINITY, -1
    for move in task.order.arrange(position):
        visit(task, ply, move)
        child = position.play(move)
        sign = sign_of(position, child)
        score = sign * negamax(child, depth - 1, ply + 1, alpha, beta, task, table)
        if score > best:
            best, best_move = score, move
            prefer(task.notes, ply, move)
    # Step 4. Remember
    store(table, position, depth, ply, alpha, beta, best, best_move, before, task.notes)
    leave(task.log, ply, EXPANDED, best, best_move)
    return best
