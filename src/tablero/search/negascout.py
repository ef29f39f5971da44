"""NegaScout (principal variation search): trust the first move, scout the others.

A scout asks only "is this move better than the best so far?", with the smallest
window there is. When the answer is yes, the move is searched again in earnest.
"""

from typing import Any

from tablero.jit import kernel
from tablero.position import INFINITY, Position
from tablero.search.log import CACHED, EXPANDED, NOWHERE, leave
from tablero.search.node import Task, settle, sign_of, skip, visit, window
from tablero.search.notes import prefer
from tablero.search.table import begin, recall, store


@kernel
def negascout(
    position: Position, depth: int, ply: int, alpha: int, beta: int, task: Task, table: Any
) -> int:
    """Fail-soft: the promise of alphabeta."""
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
        child = position.play(move)
        sign = sign_of(position, child)
        # Step 3a. Scout every move but the first
        ceiling = floor + 1 if narrowing and best > -INFINITY else beta
        tried += 1
        visit(task, ply, move)
        low, high = window(sign, floor, ceiling)
        score = sign * negascout(child, depth - 1, ply + 1, low, high, task, table)
        # Step 3b. Better than thought: search it in earnest, unless it was a leaf
        if ceiling <= score < beta and depth > 1:
            task.notes.evaluated += 1
            low, high = window(sign, floor, beta)
            score = sign * negascout(child, depth - 1, ply + 1, low, high, task, table)
        if score > best:
            best, best_move = score, move
            prefer(task.notes, ply, move)
    task.notes.cuts += cut
    task.notes.first_cuts += cut and tried == 1
    # Step 4. Remember
    store(table, position, depth, ply, alpha, beta, best, best_move, before, task.notes)
    leave(task.log, ply, EXPANDED, best, best_move)
    return best
