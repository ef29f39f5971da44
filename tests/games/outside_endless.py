"""A game outside the package that never ends: two players walk around a circle."""

from collections.abc import Iterator
from typing import NamedTuple

from tablero.games.game import Game
from tablero.position import ONGOING


class Circle(NamedTuple):
    place: int
    side: int

    def moves(self) -> Iterator[int]:
        yield 1
        yield 2

    def play(self, move: int) -> "Circle":
        return Circle((self.place + move) % 7, 1 - self.side)

    def outcome(self) -> int:
        return ONGOING

    def turn(self) -> int:
        return self.side


class Walk(Game):
    name = "walk"
    start = Circle(0, 0)
