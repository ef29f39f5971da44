"""The engine's search: NegaScout with a move ordering that learns from cutoffs.

It needs a transposition table, which is kept between searches and may be shared by threads.
"""

from tablero.jit import kernel
from tablero.position import INFINITY, Position
from tablero.search.node import (
    NO_MOVE,
    Task,
    count_visit,
    enter,
    improve,
    leave,
    sign_of,
    visit_again,
    window,
)
from tablero.search.ordering import (
    DEFER,
    DEFERRED,
    HASH_MOVE,
    KILLERS,
    MARKED,
    OFTEN_GOOD,
    OTHERS,
    announce,
    is_due,
    learn,
    move_in_table,
    withdraw,
)


@kernel
def engine(position: Position, depth: int, ply: int, alpha: int, beta: int, task: Task) -> int:
    """Return the fail-soft score, with the guarantees of `alphabeta`."""
    assert alpha < beta
    # Step 1. Is the score known without a search?
    known, score = enter(task, position, depth, ply, alpha, beta)
    if known:
        return score
    # Step 2. Search every move, stage by stage, until one is too good for the opponent to allow
    best, best_move = -INFINITY, NO_MOVE
    hash_move, side = move_in_table(task.table, position), position.turn()
    cutoffs, searching = task.order.cutoffs, task.order.searching
    tried, visited, deferred = 0, 0, False
    for stage in (HASH_MOVE, KILLERS, OFTEN_GOOD, OTHERS, DEFERRED):
        if stage == DEFERRED and not deferred:
            break
        number = -1
        for move in position.promising():
            floor = max(alpha, best)
            if floor >= beta:
                break
            number += 1
            if not is_due(move, number, tried, stage, hash_move, side, ply, cutoffs):
                continue
            child = position.play(move)
            may_defer = best > -INFINITY and number < MARKED and stage < DEFERRED
            slot = announce(child, depth, may_defer, searching)
            if slot == DEFER:
                deferred = True
                continue
            if number < MARKED:
                tried |= 1 << number
            visited += 1
            count_visit(task, move, ply)
            sign = sign_of(position, child)
            # Step 2a. Scout every move but the first
            ceiling = floor + 1 if best > -INFINITY else beta
            low, high = window(sign, floor, ceiling)
            score = sign * engine(child, depth - 1, ply + 1, low, high, task)
            # Step 2b. The move is better than expected: search it again, unless it was a leaf
            if ceiling <= score < beta and depth > 1:
                visit_again(task)
                low, high = window(sign, floor, beta)
                score = sign * engine(child, depth - 1, ply + 1, low, high, task)
            withdraw(slot, searching)
            if score > best:
                best, best_move = score, move
                improve(task, ply, move)
    # Step 3. Learn from a cutoff; store and log the score
    if best >= beta:
        task.state.cuts += 1
        task.state.first_cuts += visited == 1
        learn(best_move, depth, ply, side, cutoffs)
    return leave(task, position, depth, ply, alpha, beta, best, best_move)
