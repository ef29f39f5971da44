"""Oware, by the rules called Abapa.

Each side has six houses, SEEDS bits of a row each. Move n sows from house n, round the board:

    opponent   5  4  3  2  1  0
    mover      0  1  2  3  4  5 ->

- The house that is sown from stays empty. An opponent without seeds has to be given some.
- The last seed captures if it makes two or three in a house of the opponent, and so do the houses
  before it in turn; but a capture of all the opponent's seeds, a grand slam, is left undone.
- The game ends with more than half of the seeds captured, without a move, or when a position
  comes back. Each side then also gets the seeds in its own houses.
"""

from collections.abc import Iterator
from typing import NamedTuple

from tablero.games.game import Game, Paint, plain
from tablero.games.page_view import PitsView, Row
from tablero.jit import helper
from tablero.position import ONGOING

HOUSES, SEEDS, ALL_SEEDS = 6, 6, 48


@helper
def seeds_in(row: int, house: int) -> int:
    return row >> SEEDS * house & (1 << SEEDS) - 1


@helper
def sown(mine: int, theirs: int, house: int) -> tuple[int, int, int]:
    """Return both rows after the seeds of a house are sown, and the place of the last seed."""
    seeds, place = seeds_in(mine, house), house
    mine -= seeds << SEEDS * house
    while seeds:
        place = (place + 1) % (2 * HOUSES)
        if place != house:
            seeds -= 1
            mine += 1 << SEEDS * place if place < HOUSES else 0
            theirs += 1 << SEEDS * (place - HOUSES) if place >= HOUSES else 0
    return mine, theirs, place


class Houses(NamedTuple):
    """The rows and the captures of the side to move and of its opponent, and the side to move.

    quiet: moves since the last capture. old_mine, old_theirs: the rows when it was last a power
        of two; play in circles comes back to them.
    """

    mine: int
    theirs: int
    captured: int = 0
    lost: int = 0
    side: int = 0
    quiet: int = 0
    old_mine: int = 0
    old_theirs: int = 0

    def moves(self) -> Iterator[int]:
        for house in range(HOUSES):
            if seeds_in(self.mine, house) and (self.theirs or sown(self.mine, 0, house)[1]):
                yield house

    def play(self, move: int) -> "Houses":
        mine, theirs, place = sown(self.mine, self.theirs, move)
        left, prize, house = theirs, 0, place - HOUSES
        while house >= 0 and 2 <= seeds_in(theirs, house) <= 3:
            prize += seeds_in(theirs, house)
            left -= seeds_in(theirs, house) << SEEDS * house
            house -= 1
        if not left:
            left, prize = theirs, 0
        lost, quiet = self.captured + prize, 0 if prize else self.quiet + 1
        old = self.old_mine, self.old_theirs
        if self.quiet & self.quiet - 1 == 0:
            old = self.mine, self.theirs
        return Houses(left, mine, self.lost, lost, 1 - self.side, quiet, old[0], old[1])

    def outcome(self) -> int:
        again = self.mine == self.old_mine and self.theirs == self.old_theirs and self.quiet > 2
        if max(self.captured, self.lost) <= ALL_SEEDS // 2 and not (again and self.quiet % 2 == 0):
            for _move in self.moves():
                return ONGOING
        mine = self.captured
        for house in range(HOUSES):
            mine += seeds_in(self.mine, house)
        return 2 * mine - ALL_SEEDS

    def turn(self) -> int:
        return self.side


class Seeds(NamedTuple):
    seed: int = 10

    def value(self, position: Houses) -> int:
        return self.seed * (position.captured - position.lost)


def rows(position: Houses) -> tuple[Row, Row]:
    pairs = (position.mine, position.captured), (position.theirs, position.lost)
    mine, theirs = (([seeds_in(row, n) for n in range(HOUSES)], won) for row, won in pairs)
    return (mine, theirs) if position.side == 0 else (theirs, mine)


class Oware(Game):
    name = "oware"
    about = "Sow the seeds of a house, capture twos and threes. More seeds win."
    start = Houses(*[sum(4 << SEEDS * house for house in range(HOUSES))] * 2)
    page_view = PitsView(rows)

    def move_name(self, position: Houses, move: int) -> str:
        return str(move + 1)

    def draw(self, position: Houses, paint: Paint = plain) -> str:
        (first, won), (second, lost) = rows(position)
        above, below = (" ".join(f"{n:2}" for n in row) for row in (second[::-1], first))
        return f"{lost:2} | {above} |\n   | {below} | {won:2}"
