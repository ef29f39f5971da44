"""Othello on 8 x 8 squares.

Square n is bit n of a board, and the move that puts a disk there; 64 is the pass:

       a  b  c  d  e  f  g  h
    1  0  1  2  3  4  5  6  7
    2  8  9 10 11 12 13 14 15
    3 16 17 18 19 20 21 22 23
    4 24 25 26 27 28 29 30 31
    5 32 33 34 35 36 37 38 39      28 and 35 begin with a disk of the first player (x),
    6 40 41 42 43 44 45 46 47      27 and 36 with one of the second (o)
    7 48 49 50 51 52 53 54 55
    8 56 57 58 59 60 61 62 63
"""

from collections.abc import Iterator
from typing import NamedTuple

from tablero.games.game import Game, Paint, plain
from tablero.games.page_view import SquaresView
from tablero.jit import helper
from tablero.position import ONGOING, Bitboard

PASS = 64
ALL, NOT_A, NOT_H = 0xFFFF_FFFF_FFFF_FFFF, 0xFEFE_FEFE_FEFE_FEFE, 0x7F7F_7F7F_7F7F_7F7F
ONWARD = ((1, NOT_A), (7, NOT_H), (8, ALL), (9, NOT_A))
STEPS = (*ONWARD, (-1, NOT_H), (-7, NOT_A), (-8, ALL), (-9, NOT_H))
"""By direction, the step to the next square, and the squares that it can lead to."""

CORNERS = 1 << 0 | 1 << 7 | 1 << 56 | 1 << 63


@helper
def next_to(disks: int, step: int, reachable: int) -> int:
    return (disks << step if step > 0 else disks >> -step) & reachable


@helper
def line(disks: int, through: int, step: int, reachable: int) -> int:
    """Return the squares of `through` in unbroken lines from `disks` in one direction."""
    found = next_to(disks, step, reachable) & through
    for _ in range(5):
        found |= next_to(found, step, reachable) & through
    return found


class Disks(NamedTuple):
    """The disks of the side to move and of its opponent, and the side to move."""

    mine: Bitboard
    theirs: Bitboard
    side: int

    def squares(self) -> int:
        """Return the free squares where a disk of mine encloses some of theirs."""
        found = 0
        for step, reachable in STEPS:
            enclosed = line(self.mine, self.theirs, step, reachable)
            found |= next_to(enclosed, step, reachable)
        return found & ~(self.mine | self.theirs)

    def moves(self) -> Iterator[int]:
        squares = self.squares()
        if not squares:
            yield PASS
        while squares:
            lowest = squares & -squares
            yield lowest.bit_length() - 1
            squares ^= lowest

    def play(self, move: int) -> "Disks":
        if move == PASS:
            return Disks(self.theirs, self.mine, 1 - self.side)
        disk, turned = 1 << move, 0
        for step, reachable in STEPS:
            enclosed = line(disk, self.theirs, step, reachable)
            if next_to(enclosed, step, reachable) & self.mine:
                turned |= enclosed
        return Disks(self.theirs ^ turned, self.mine | turned | disk, 1 - self.side)

    def outcome(self) -> int:
        """Return the difference in disks when neither side can move."""
        if self.squares() or self.play(PASS).squares():
            return ONGOING
        return self.mine.bit_count() - self.theirs.bit_count()

    def turn(self) -> int:
        return self.side


class Mobility(NamedTuple):
    """Points for a legal move more than the opponent has, and for a corner more."""

    move: int = 2
    corner: int = 20

    def value(self, position: Disks) -> int:
        moves = position.squares().bit_count() - position.play(PASS).squares().bit_count()
        mine, theirs = position.mine & CORNERS, position.theirs & CORNERS
        return self.move * moves + self.corner * (mine.bit_count() - theirs.bit_count())


def stones(position: Disks) -> str:
    first, second = (position.mine, position.theirs)[:: 1 - 2 * position.side]
    return "".join(".xo"[(first >> n & 1) + 2 * (second >> n & 1)] for n in range(64))


class Othello(Game):
    name = "othello"
    about = "Enclose lines of disks to turn them. More disks win; who cannot move passes."
    start = Disks(1 << 28 | 1 << 35, 1 << 27 | 1 << 36, 0)
    page_view = SquaresView(8, 8, stones=stones)

    def move_name(self, position: Disks, move: int) -> str:
        return "pass" if move == PASS else "abcdefgh"[move % 8] + str(move // 8 + 1)

    def draw(self, position: Disks, paint: Paint = plain) -> str:
        text = stones(position)
        rows = [f"{row + 1} {' '.join(text[8 * row : 8 * row + 8])}" for row in range(8)]
        return "\n".join(["  a b c d e f g h", *rows])
