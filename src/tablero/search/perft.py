"""Perft: count the leaves of the move tree, to test the rules and to measure their speed."""

from tablero.jit import kernel
from tablero.position import ONGOING, Position


@kernel
def perft(position: Position, depth: int) -> int:
    """Return the number of sequences of `depth` legal moves from this position."""
    if depth == 0:
        return 1
    if position.outcome() != ONGOING:
        return 0
    leaves = 0
    for move in position.moves():
        leaves += perft(position.play(move), depth - 1)
    return leaves


@kernel
def count_nodes(position: Position, depth: int, most: int) -> int:
    """Return how many nodes minimax visits below `position`, searching `depth` plies ahead.

    If there are more than `most`, return some number above `most`.
    """
    count = 0
    if depth == 0 or position.outcome() != ONGOING:
        return count
    for move in position.moves():
        if count <= most:
            count += 1 + count_nodes(position.play(move), depth - 1, most - count - 1)
    return count
