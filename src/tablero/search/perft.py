"""Count the leaves of the move tree: proves the rules, measures their speed."""

from tablero.jit import kernel
from tablero.position import ONGOING, Position


@kernel
def perft(position: Position, depth: int) -> int:
    """How many sequences of `depth` legal moves there are from here."""
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
    """How many nodes minimax visits at `position` and below, looking `depth` plies ahead; if it
    is more than `most`, some number above that."""
    if depth == 0 or position.outcome() != ONGOING:
        return 1
    count = 1
    for move in position.moves():
        if count <= most:
            count += count_nodes(position.play(move), depth - 1, most - count)
    return count
