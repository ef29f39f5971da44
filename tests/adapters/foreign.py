"""Tic-tac-toe as another package might bring it: objects that machine code knows nothing of."""

from dataclasses import dataclass
from typing import Any, ClassVar

from tablero.games.tictactoe import Grid, TicTacToe
from tablero.position import Foreign, rules


@rules
class ForeignGrid(Foreign):
    """grid -- ours"""

    def __init__(self, grid):
        self.grid = grid

    def moves(self):
        yield from self.grid.moves()

    def promising(self):
        yield from self.grid.promising()

    def play(self, move):
        return ForeignGrid(self.grid.play(int(move)))

    def outcome(self):
        return self.grid.outcome()

    def turn(self):
        return self.grid.turn()

    def key(self):
        return self.grid.key()


@dataclass(frozen=True)
class ForeignGame(TicTacToe):
    """The same texts, other positions."""

    name = "foreign"
    start: ClassVar[Any] = ForeignGrid(Grid(0, 0))

    def move_name(self, position, move):
        return super().move_name(position.grid, move)

    def write(self, position):
        return super().write(position.grid)

    def read(self, text):
        return ForeignGrid(TicTacToe().read(text))

    def draw(self, position, *paint):
        return super().draw(position.grid, *paint)
