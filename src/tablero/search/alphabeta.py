"""Alpha-beta: minimax that stops searching a position once its score cannot matter."""

from tablero.jit import kernel
from tablero.position import INFINITY, Position
from tablero.search.node import (
    NO_MOVE,
    Task,
    cut_off,
    enter,
    floor_of,
    improve,
    leave,
    sign_of,
    visit,
    window,
)


@kernel
def alphabeta(position: Position, depth: int, ply: int, alpha: int, beta: int, task: Task) -> int:
    """Return the fail-soft score for the side to move. Let s be the minimax score of `position`:

    result <= alpha  implies  s <= result
    result >= beta   implies  s >= result
    otherwise                 s == result
    """
    assert alpha < beta
    # Step 1. Is the score known without a search?
    known, score = enter(task, position, depth, ply, alpha, beta)
    if known:
        return score
    # Step 2. Search every move, until one is too good for the opponent to allow
    best, best_move = -INFINITY, NO_MOVE
    for move in task.order.arrange(position):
        floor = floor_of(task.shared, ply, alpha, best)
        if floor >= beta:
            cut_off(task, position, best_move)
            break
        child = visit(task, position, move, ply)
        sign = sign_of(position, child)
        low, high = window(sign, floor, beta)
        score = sign * alphabeta(child, depth - 1, ply + 1, low, high, task)
        if score > best:
            best, best_move = score, move
            improve(task, ply, move)
    # Step 3. Store and log the score
    return leave(task, position, depth, ply, alpha, beta, best, best_move)
