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
    # Step 1. Close in: alpha <= s <= beta
    guess = task.judge.value(position)
    while alpha < beta:
        bound = min(max(guess, alpha + 1), beta)
        guess = alphabeta(position, depth, ply, bound - 1, bound, task, table)
        if guess < bound:
            beta = guess
        else:
            alpha = guess
    # Step 2. The score is known: once more around it, for the best line
    return alphabeta(position, depth, ply, alpha - 1, alpha + 1, task, table)
