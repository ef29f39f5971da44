"""Negamax: minimax as one rule for both sides. A score for one is its negative for the other."""

from tablero.jit import kernel
from tablero.position import INFINITY, Position
from tablero.search.node import NO_MOVE, Task, enter, improve, leave, sign_of, visit


@kernel
def negamax(position: Position, depth: int, ply: int, alpha: int, beta: int, task: Task) -> int:
    """Return the score for the side to move, searching `depth` plies ahead.

    The window prunes nothing: every child is visited.
    """
    # Step 1. Is the score known without a search?
    known, score = enter(task, position, depth, ply, alpha, beta)
    if known:
        return score
    # Step 2. Search every move
    best, best_move = -INFINITY, NO_MOVE
    for move in task.order.arrange(position):
        child = visit(task, position, move, ply)
        sign = sign_of(position, child)
        score = sign * negamax(child, depth - 1, ply + 1, alpha, beta, task)
        if score > best:
            best, best_move = score, move
            improve(task, ply, move)
    # Step 3. Store and log the score
    return leave(task, position, depth, ply, alpha, beta, best, best_move)
