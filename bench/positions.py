"""Random positions to solve."""

import random
from collections.abc import Callable
from typing import Any

from tablero.position import ONGOING


def random_position(
    generator: random.Random, start: Any, size: Callable[[Any], int], wanted: int
) -> Any:
    """Return a position of this size after random moves, which no single move ends."""
    while True:
        position = start
        while size(position) != wanted and position.outcome() == ONGOING:
            position = position.play(generator.choice(list(position.moves())))
        if position.outcome() == ONGOING and is_quiet(position):
            return position


def is_quiet(position: Any) -> bool:
    """Return whether no move ends the game."""
    return all(position.play(move).outcome() == ONGOING for move in position.moves())


def stones(position: Any) -> int:
    """Return the number of stones on a Connect-4 board."""
    return int(position.stones)
