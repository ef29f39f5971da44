"""Minimax as in the textbook: slow and simple. Every other search is tested against it."""

from tablero.jit import kernel
from tablero.position import INFINITY, Position
from tablero.search.node import NO_MOVE, Task, enter, improve, leave, visit, window


@kernel
def minimax(position: Position, depth: int, ply: int, alpha: int, beta: int, task: Task) -> int:
    """Return the score for MAX, the side to move at the root, searching `depth` plies ahead.

    The window is that of MAX, and prunes nothing: every child is visited.
    """
    maximizing = position.turn() == task.me
    sign = 1 if maximizing else -1
    low, high = window(sign, alpha, beta)
    # Step 1. Is the score known without a search?
    known, score = enter(task, position, depth, ply, low, high)
    if known:
        return sign * score
    # Step 2. Search every move
    best, best_move = -sign * INFINITY, NO_MOVE
    for move in task.order.arrange(position):
        child = visit(task, position, move, ply)
        score = minimax(child, depth - 1, ply + 1, alpha, beta, task)
        if score > best if maximizing else score < best:
            best, best_move = score, move
            improve(task, ply, move)
    # Step 3. Store and log the score
    return sign * leave(task, position, depth, ply, low, high, sign * best, best_move)
