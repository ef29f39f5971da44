"""NegaScout (principal variation search): search the first move, scout the others.

A scout is a search with the null window, which is one point wide. It finds only whether a move is
better than the best so far. If it is, the move is searched again with the full window.
"""

from tablero.jit import kernel
from tablero.position import INFINITY, Position
from tablero.search.node import (
    NO_MOVE,
    Task,
    cut_off,
    enter,
    floor_of,
    improve,
    is_narrowed,
    leave,
    sign_of,
    visit,
    visit_again,
    window,
)


@kernel
def negascout(position: Position, depth: int, ply: int, alpha: int, beta: int, task: Task) -> int:
    """Return the fail-soft score, with the guarantees of `alphabeta`."""
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
        # Step 2a. Scout every move but the first
        ceiling = floor + 1 if best > -INFINITY and is_narrowed(task.shared, ply) else beta
        low, high = window(sign, floor, ceiling)
        score = sign * negascout(child, depth - 1, ply + 1, low, high, task)
        # Step 2b. The move is better than expected: search it again, unless it was a leaf
        if ceiling <= score < beta and depth > 1:
            visit_again(task)
            low, high = window(sign, floor, beta)
            score = sign * negascout(child, depth - 1, ply + 1, low, high, task)
        if score > best:
            best, best_move = score, move
            improve(task, ply, move)
    # Step 3. Store and log the score
    return leave(task, position, depth, ply, alpha, beta, best, best_move)
