"""Count the leaves of the move tree: proves the rules, measures their speed."""

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any

from tablero.jit import kernel
from tablero.position import ONGOING, Position

STEP_BY_STEP = 6
"""From this depth on the first two plies are walked one by one."""


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


def count_leaves(
    position: Any, depth: int, watch: Callable[[Iterable[Any]], Iterable[Any]] = iter
) -> int:
    """`perft`, in steps that `watch` sees pass by and that Ctrl-C can come between."""
    if depth < STEP_BY_STEP:
        return int(perft(position, depth))
    grandchildren = list(chain.from_iterable(map(_children, _children(position))))
    return sum(int(perft(each, depth - 2)) for each in watch(grandchildren))


def _children(position: Any) -> list[Any]:
    if position.outcome() != ONGOING:
        return []
    return [position.play(move) for move in position.moves()]
