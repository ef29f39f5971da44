"""The engine's search: NegaScout that learns which moves to try first.

It is made for a table that outlives it, and that others search with at the same time.
"""

from typing import Any

from tablero.jit import kernel
from tablero.position import INFINITY, Position
from tablero.search.log import CACHED, EXPANDED, NOWHERE, leave
from tablero.search.node import Task, settle, sign_of, visit, window
from tablero.search.notes import prefer
from tablero.search.ordering import (
    KILLERS,
    LATER,
    MARKED,
    NO_MOVE,
    OFTEN_GOOD,
    OTHERS,
    TAKEN,
    TOLD,
    claim,
    is_due,
    learn,
    move_in_table,
    release,
)
from tablero.search.table import begin, recall, store


@kernel
def engine(
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
    best, best_move = -INFINITY, NO_MOVE
    told, side = move_in_table(table, position), position.turn()
    cuts, busy = task.order.cuts, task.order.busy
    tried, looked_at, postponed = 0, 0, False
    for stage in (TOLD, KILLERS, OFTEN_GOOD, OTHERS, LATER):
        if stage == LATER and not postponed:
            break
        number = -1
        for move in position.promising():
            floor = max(alpha, best)
            if floor >= beta:
                break
            number += 1
            if not is_due(move, number, tried, stage, told, side, ply, cuts):
                continue
            child = position.play(move)
            patient = best > -INFINITY and number < MARKED and stage < LATER
            place = claim(child, depth, patient, busy)
            if place == TAKEN:
                postponed = True
                continue
            if number < MARKED:
                tried |= 1 << number
            looked_at += 1
            visit(task, ply, move)
            sign = sign_of(position, child)
            # Step 3a. Scout every move but the first
            ceiling = floor + 1 if best > -INFINITY else beta
            low, high = window(sign, floor, ceiling)
            score = sign * engine(child, depth - 1, ply + 1, low, high, task, table)
            # Step 3b. Better than thought: search it in earnest, unless it was a leaf
            if ceiling <= score < beta and depth > 1:
                task.notes.evaluated += 1
                low, high = window(sign, floor, beta)
                score = sign * engine(child, depth - 1, ply + 1, low, high, task, table)
            release(place, busy)
            if score > best:
                best, best_move = score, move
                prefer(task.notes, ply, move)
    # Step 4. Learn and remember
    if best >= beta:
        task.notes.cuts += 1
        task.notes.first_cuts += looked_at == 1
        learn(best_move, depth, ply, side, cuts)
    store(table, position, depth, ply, alpha, beta, best, best_move, before, task.notes)
    leave(task.log, ply, EXPANDED, best, best_move)
    return best
