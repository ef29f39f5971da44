"""Alpha-beta: minimax that stops asking once the answer cannot matter."""

from typing import Any

from tablero.jit import kernel
from tablero.position import INFINITY, Position
from tablero.search.log import CACHED, EXPANDED, NOWHERE, leave
from tablero.search.node import Task, settle, sign_of, skip, visit, window
from tablero.search.notes import prefer
from tablero.search.table import begin, recall, store


@kernel
def alphabeta(
    position: Position, depth: int, ply: int, alpha: int, beta: int, task: Task, table: Any
) -> int:
    """Fail-soft. Let s be minimax of `position`, seen by the side to move:

    result <= alpha  implies  s <= result
    result >= beta   implies  s >= result
    otherwise                 s == result
    """
    assert alpha < beta
    # Step 1. Is there nothing to look at?
    settled, score = settle(position, depth, ply, alpha, beta, task)
    if settled:
        return score
    # Step 2. Have we been here before?
    found, score = recall(table, position, depth, ply, alpha, beta, task.notes)
    if found:
        leave(task.log, ply, CACHED, score, NOWHERE)
        return score
    # Step 3. Look at every move, until one is too good to be allowed
    before = begin(table, ply, task.notes)
    narrowing = ply > 0 or task.shared
    best, best_move, cut, tried = -INFINITY, -1, False, 0
    for move in task.order.arrange(position):
        floor = max(alpha, best) if narrowing else alpha
        if floor >= beta:
            skip(position, move, task)
            cut = True
            continue
        tried += 1
        visit(task, ply, move)
        child = position.play(move)
        sign = sign_of(position, child)
        low, high = window(sign, floor, beta)
        score = sign * alphabeta(child, depth - 1, ply + 1, low, high, task, table)
        if score > best:
            best, best_move = score, move
            prefer(task.notes, ply, move)
    task.notes.cuts += cut
    task.notes.first_cuts += cut and tried == 1
    # Step 4. Remember
    store(table, position, depth, ply, alpha, beta, best, best_move, before, task.notes)
    leave(task.log, ply, EXPANDED, best, best_move)
    return best
