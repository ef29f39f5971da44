"""MTD(f): a sequence of null-window searches that converges on the score.

A call of alpha-beta with a window of one point answers whether the score is at least this. The
answers bound the score from both sides; the first guess is the evaluation of the root. It needs a
transposition table: without one it searches the same nodes again and again.
"""

from tablero.jit import kernel
from tablero.position import Position
from tablero.search.alphabeta import alphabeta
from tablero.search.node import Task


@kernel
def mtdf(position: Position, depth: int, ply: int, alpha: int, beta: int, task: Task) -> int:
    """Return the score for the side to move, if it lies within alpha..beta."""
    assert alpha < beta
    # Step 1. Narrow the bounds: low <= s <= high
    low, high = alpha, beta
    guess = task.evaluation.value(position)
    while low < high:
        bound = min(max(guess, low + 1), high)
        guess = alphabeta(position, depth, ply, bound - 1, bound, task)
        if guess < bound:
            high = guess
        else:
            low = guess
    if low > high:  # the search was stopped, or the bounds were not true
        return guess
    # Step 2. The score is known: search once more around it, for the principal variation
    low, high = max(alpha, low - 1), min(beta, high + 1)
    return alphabeta(position, depth, ply, low, high, task)
