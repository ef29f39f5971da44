"""Tic-tac-toe, the example: copy this file to write your own game.

Square n is bit n - 1:

    1 2 3
    4 5 6
    7 8 9
"""

from collections.abc import Iterator
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from tablero.errors import ImpossiblePosition, NotationError
from tablero.games.game import Game, Paint, plain
from tablero.games.learning import Actions, Observation, stone_planes
from tablero.games.page_view import SquaresView
from tablero.locale import _, mark
from tablero.position import ONGOING, rules

BOARD = 0o777
LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)


@rules
class Grid(NamedTuple):
    """A position.

    mine: stones of the side to move, as a bit mask.
    full: stones of both sides.
    """

    mine: int
    full: int

    def moves(self) -> Iterator[int]:
        for square in range(9):
            if not self.full >> square & 1:
                yield square

    def promising(self) -> Iterator[int]:
        for square in (4, 0, 2, 6, 8, 1, 3, 5, 7):
            if not self.full >> square & 1:
                yield square

    def play(self, move: int) -> "Grid":
        return Grid(self.mine ^ self.full, self.full | 1 << move)

    def outcome(self) -> int:
        theirs = self.mine ^ self.full
        for line in LINES:
            if theirs & line == line:
                return -1
        return 0 if self.full == BOARD else ONGOING

    def turn(self) -> int:
        return self.full.bit_count() & 1


def winning_squares(grid: Grid) -> int:
    """Return the squares of the lines completed by the side that moved last, as a bit mask."""
    theirs = grid.mine ^ grid.full
    return reduce(or_, (line for line in LINES if theirs & line == line), 0)


class TicTacToe(Game):
    """Tic-tac-toe. A position is written as its nine squares, row by row: `x.o.x....`"""

    name = "tictactoe"
    about = mark("Put a stone on a free square; three in a row win, a full board is a draw.")
    depth = 9

    page_view = SquaresView(3, 3, winning_squares)

    start = Grid(0, 0)

    def move_name(self, position: Grid, move: int) -> str:
        return str(move + 1)

    def write(self, position: Grid) -> str:
        first = position.mine if position.turn() == 0 else position.mine ^ position.full
        stones = ("xo"[not first >> n & 1] if position.full >> n & 1 else "." for n in range(9))
        return "".join(stones)

    def _parse(self, text: str) -> Grid:
        if len(text) != 9 or set(text) - set("xo."):
            message = _("not a position: {text!r}, expected nine of x, o and '.'")
            raise NotationError(message.format(text=text))
        first, second = (sum(1 << n for n in range(9) if text[n] == s) for s in "xo")
        grid = Grid(first if first.bit_count() == second.bit_count() else second, first | second)
        before = Grid(grid.mine ^ grid.full, grid.full)
        if first.bit_count() - second.bit_count() not in (0, 1) or before.outcome() == -1:
            message = _("impossible position: {text!r}, x begins and no move follows a win")
            raise ImpossiblePosition(message.format(text=text))
        return grid

    def draw(self, position: Grid, paint: Paint = plain) -> str:
        roles: Any = {"x": "first", "o": "second", ".": "edge"}
        text = self.write(position)
        rows = (" ".join(paint(s, roles[s]) for s in text[i : i + 3]) for i in (0, 3, 6))
        return "\n".join(rows)

    def actions(self) -> Actions:
        return Actions(9, 9, int)

    def observation(self) -> Observation:
        return stone_planes((3, 3), [1 << square for square in range(9)])
