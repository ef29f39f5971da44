"""MTD(f): close in on the score with the smallest windows alone.

Every call of alpha-beta with a window of one point answers "at least this, or
less?". The answers close in on the score; the first question is the judge's
opinion of the root. Made for a table: without one it searches the same nodes
again and again.
"""

from typing import Any

from tablero.jit import kernel
from tablero.position import Position
from tablero.search.alphabeta import alphabeta
from tablero.search.node import Task


@kernel
def mtdf(
    position: Position, depth: int, ply: int, alpha: int, beta: int, task: Task, table: Any
) -> int:
    """What `position` is worth to the side to move, if that lies within alpha..beta."""
    assert alpha < beta
    # Step 1. Close in: low <= s <= high
    low, high = alpha, beta
    guess = task.judge.value(position)
    while low < high:
        bound = min(max(guess, low + 1), high)
        guess = alphabeta(position, depth, ply, bound - 1, bound, task, table)
        if guess < bound:
            high = guess
        else:
            low = guess
    if low > high:  # the search was stopped, or the bounds were not true
        return guess
    # Step 2. The score is known: once more around it, for the best line
    low, high = max(alpha, low - 1), min(beta, high + 1)
    return alphabeta(position, depth, ply, low, high, task, table)
