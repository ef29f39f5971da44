"""Opinions about Connect-4, from the fourth and fifth papers.

Masks are those of games/connect4.py: a step of 1 goes up, of `stride` to the
right, of stride + 1 and stride - 1 along the rising and the falling diagonal.
"""

from itertools import product
from typing import Any, NamedTuple, Self

from tablero.errors import OptionError
from tablero.games.connect4 import Connect4Game, full_column
from tablero.games.variants import remake, variants
from tablero.jit import helper
from tablero.locale import _
from tablero.position import FIRST, Side, opinion


@helper
def open_lines(cells: int, stride: int, connect: int) -> int:
    """How many lines lie wholly in `cells`."""
    lines = 0
    for step in (1, stride - 1, stride, stride + 1):
        run = cells
        for _i in range(connect - 1):
            run &= run >> step
        lines += run.bit_count()
    return lines


@variants
def lines_class(columns: int, rows: int, connect: int) -> type[Any]:
    everything = sum(full_column(column, rows) for column in range(columns))

    @opinion
    class Lines(NamedTuple):
        """Lines still open to the mover, less those open to the other: `line` points each."""

        line: int = 1

        def value(self, position: Any) -> int:
            theirs = position.mine ^ position.full
            mine_open = open_lines(everything ^ theirs, rows + 1, connect)
            their_open = open_lines(everything ^ position.mine, rows + 1, connect)
            return self.line * (mine_open - their_open)

    return Lines


@variants
def table_class(columns: int, rows: int, connect: int) -> type[Any]:
    planes = weight_planes(columns, rows, connect)

    @opinion
    class Table(NamedTuple):
        """A stone is worth the lines that run through its cell; MAX has `offset` besides."""

        offset: int
        max_side: Side = FIRST

        def seen_by(self, side: Side) -> Self:
            return self._replace(max_side=side)

        def value(self, position: Any) -> int:
            theirs = position.mine ^ position.full
            points = self.offset if position.turn() == self.max_side else -self.offset
            weight = 1
            for plane in planes:
                mine = (position.mine & plane).bit_count()
                points += weight * (mine - (theirs & plane).bit_count())
                weight *= 2
            return points

    return Table


def weight_planes(columns: int, rows: int, connect: int) -> tuple[int, ...]:
    """Bit n of every cell's number of lines, as a mask of cells, for each n."""
    numbers = lines_through(columns, rows, connect)
    planes = max(1, *numbers.values()).bit_length()
    return tuple(
        sum(cell for cell, number in numbers.items() if number >> n & 1) for n in range(planes)
    )


def lines_through(columns: int, rows: int, connect: int) -> dict[int, int]:
    """How many lines run through each cell."""
    numbers = {1 << (rows + 1) * x + y: 0 for x, y in product(range(columns), range(rows))}
    for cell, step in product(numbers, (1, rows, rows + 1, rows + 2)):
        line = [cell << step * i for i in range(connect)]
        if all(other in numbers for other in line):
            for other in line:
                numbers[other] += 1
    return numbers


@variants
def potential_class(columns: int, rows: int) -> type[Any]:
    stride = rows + 1
    everything = sum(full_column(column, rows) for column in range(columns))
    centre = 1 << columns // 2 * stride
    beside = (centre << stride | centre >> stride) & everything

    @opinion
    class Potential(NamedTuple):
        """What a stone and the three cells behind it may still become; MAX owns the empty cells.

        book -- count the first stones near the bottom centre
        """

        book: bool = False
        max_side: Side = FIRST

        def seen_by(self, side: Side) -> Self:
            return self._replace(max_side=side)

        def value(self, position: Any) -> int:
            maximizing = position.turn() == self.max_side
            theirs = position.mine ^ position.full
            top, low = (position.mine, theirs) if maximizing else (theirs, position.mine)
            free = everything ^ position.full
            points = stones_potential(top, free, stride) - stones_potential(low, free, stride)
            points += empty_potential(top, free, stride)
            if self.book and position.stones <= 3:
                if low & centre:
                    points += 2 * (top & beside).bit_count()
                elif top & centre:
                    points += 3
            return points if maximizing else -points

    return Potential


@helper
def behind(stones: int, free: int, step: int) -> tuple[int, int, int]:
    """The cells whose next three hold two stones and a free cell, one and two, none and three."""
    stone1, stone2, stone3 = stones >> step, stones >> 2 * step, stones >> 3 * step
    free1, free2, free3 = free >> step, free >> 2 * step, free >> 3 * step
    two = stone1 & stone2 & free3 | stone1 & free2 & stone3 | free1 & stone2 & stone3
    one = stone1 & free2 & free3 | free1 & stone2 & free3 | free1 & free2 & stone3
    return two, one, free1 & free2 & free3


@helper
def stones_potential(stones: int, free: int, stride: int) -> int:
    """3, 2 or 1 for every stone and direction, by what lies behind it."""
    points = 0
    for step in (1, stride, stride + 1, stride - 1):
        two, one, none = behind(stones, free, step)
        points += 3 * (stones & two).bit_count() + 2 * (stones & one).bit_count()
        points += (stones & none).bit_count()
    return points


@helper
def empty_potential(stones: int, free: int, stride: int) -> int:
    """The same for every free cell, 3 or 2 only, halved and rounded down cell by cell.

    A cell with n threes and m twos has (3n + 2m) // 2 = n + m + n // 2 points;
    `single` holds the cells with an odd number of threes so far.
    """
    points, single = 0, 0
    for step in (1, stride, stride + 1, stride - 1):
        two, one, _none = behind(stones, free, step)
        points += (free & (two | one)).bit_count() + (single & free & two).bit_count()
        single ^= free & two
    return points


__getattr__ = remake(Lines=lines_class, Table=table_class, Potential=potential_class)


def lines(game: Connect4Game) -> Any:
    """The fourth paper's: open lines."""
    return lines_class(game.columns, game.rows, game.connect)()


def table(game: Connect4Game) -> Any:
    """The fifth paper's first: cells by the lines through them. The offset makes it positive."""
    total = sum(lines_through(game.columns, game.rows, game.connect).values())
    return table_class(game.columns, game.rows, game.connect)(total // 2)


def potential(game: Connect4Game) -> Any:
    """The fifth paper's second; defined for lines of four."""
    if game.connect != 4:
        message = _("the evaluation potential is for connect=4, not connect={connect}")
        raise OptionError(message.format(connect=game.connect))
    return potential_class(game.columns, game.rows)()
