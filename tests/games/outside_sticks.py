"""A game outside the package, with nothing but what a game must have: take one to three sticks."""

from collections.abc import Iterator
from typing import NamedTuple

from tablero.games.game import Game
from tablero.position import ONGOING


class Pile(NamedTuple):
    """left -- sticks on the table; who takes the last one wins."""

    left: int
    side: int

    def moves(self) -> Iterator[int]:
        for sticks in range(1, 4):
            if sticks <= self.left:
                yield sticks

    def play(self, move: int) -> "Pile":
        return Pile(self.left - move, 1 - self.side)

    def outcome(self) -> int:
        return ONGOING if self.left else -1

    def turn(self) -> int:
        return self.side


class Sticks(Game):
    name = "sticks"

    @property
    def start(self) -> Pile:
        return Pile(21, 0)
