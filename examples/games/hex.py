"""Hex on a rhombus of up to 8 x 8 cells.

Cell n is bit n of a board, and the move that puts a stone there. A row has eight bits, of which
the first `size` are used. A cell has six neighbours, as 9 has 1, 2, 8, 10, 16 and 17:

    0  1  2  3
      8  9 10 11           the first player (x) connects the top and the bottom,
       16 17 18 19         the second (o) the left and the right; nobody may swap
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, NamedTuple

from tablero.games.game import Game, Paint, plain
from tablero.games.page_view import SquaresView
from tablero.jit import helper
from tablero.limits import Between
from tablero.position import ONGOING, Bitboard

WIDTH = 8
ALL, NOT_A, NOT_H = 0xFFFF_FFFF_FFFF_FFFF, 0xFEFE_FEFE_FEFE_FEFE, 0x7F7F_7F7F_7F7F_7F7F
TOP, LEFT, UNREACHABLE = 0xFF, 0x0101_0101_0101_0101, 99


@helper
def around(cells: int) -> int:
    """Return these cells and their neighbours."""
    east, west = (cells << 1 | cells >> 7) & NOT_A, (cells >> 1 | cells << 7) & NOT_H
    return cells | east | west | cells << 8 & ALL | cells >> 8


@helper
def connected(cells: int, stones: int) -> int:
    """Return `cells` and the stones that are connected to them."""
    wider = cells | around(cells) & stones
    while wider != cells:
        cells = wider
        wider = cells | around(cells) & stones
    return cells


@helper
def missing(side: int, own: int, free: int, size: int) -> int:
    """Return the least number of stones with which a side would win if it alone moved."""
    edge = LEFT if side else TOP
    goal = edge << (size - 1) * (1 if side else WIDTH)
    reached, stones = connected(edge & own, own), 0
    while not reached & goal:
        wider = connected(reached | (around(reached) | edge) & free, own)
        if wider == reached:
            return UNREACHABLE
        reached, stones = wider, stones + 1
    return stones


class Cells(NamedTuple):
    """The stones of the side to move and of its opponent, the side to move, and the size."""

    mine: Bitboard
    theirs: Bitboard
    side: int
    size: int

    def moves(self) -> Iterator[int]:
        for cell in range(WIDTH * self.size):
            if cell % WIDTH < self.size and not (self.mine | self.theirs) >> cell & 1:
                yield cell

    def play(self, move: int) -> "Cells":
        return Cells(self.theirs, self.mine | 1 << move, 1 - self.side, self.size)

    def outcome(self) -> int:
        return -1 if missing(1 - self.side, self.theirs, 0, self.size) == 0 else ONGOING

    def turn(self) -> int:
        return self.side


class Distance(NamedTuple):
    stone: int = 10

    def value(self, position: Cells) -> int:
        side, free = position.side, 0
        for cell in position.moves():
            free |= 1 << cell
        mine = missing(side, position.mine, free, position.size)
        return self.stone * (missing(1 - side, position.theirs, free, position.size) - mine)


def stones(position: Cells) -> str:
    first, second = (position.mine, position.theirs)[:: 1 - 2 * position.side]
    cells = [n for n in range(WIDTH * position.size) if n % WIDTH < position.size]
    return "".join(".xo"[(first >> cell & 1) + 2 * (second >> cell & 1)] for cell in cells)


@dataclass(frozen=True)
class Hex(Game):
    name = "hex"
    about = "Connect your two edges: the first player the top and the bottom."
    depth = 4

    size: Annotated[int, Between(2, WIDTH)] = 7

    @property
    def start(self) -> Cells:
        return Cells(0, 0, 0, self.size)

    @property
    def page_view(self) -> SquaresView:
        return SquaresView(self.size, self.size, stones=stones)

    def move_name(self, position: Cells, move: int) -> str:
        return "abcdefgh"[move % WIDTH] + str(move // WIDTH + 1)

    def draw(self, position: Cells, paint: Paint = plain) -> str:
        text, size = stones(position), self.size
        lines = [" ".join(text[start : start + size]) for start in range(0, size * size, size)]
        rows = [f"{' ' * row}{row + 1} {line}" for row, line in enumerate(lines)]
        return "\n".join(["  " + " ".join("abcdefgh"[:size]), *rows])
