"""Random positions to solve."""

import random
from collections.abc import Callable
from typing import Any

from tablero.position import ONGOING


def random_position(
    dice: random.Random, start: Any, size: Callable[[Any], int], wanted: int
) -> Any:
    """A position of this size that random moves lead to, and that no single move ends."""
    while True:
        position = start
        while size(position) != wanted and position.outcome() == ONGOING:
            position = position.play(dice.choice(list(position.moves())))
        if position.outcome() == ONGOING and is_quiet(position):
            return position


def is_quiet(position: Any) -> bool:
    """Does the game go on after every move?"""
    return all(position.play(move).outcome() == ONGOING for move in position.moves())


def stones(position: Any) -> int:
    """How many stones are on a Connect-4 board."""
    return int(position.stones)
