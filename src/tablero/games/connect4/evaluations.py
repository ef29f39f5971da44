"""Evaluations of Connect-4, from the fourth and fifth papers.

Masks are those of rules.py: a step of 1 goes up, of `stride` to the
right, of stride + 1 and stride - 1 along the rising and the falling diagonal.

All three have the option `wins`: whether a quick win is worth more than a late one.
"""

from itertools import product
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, Self, TypeAlias

from tablero.errors import OptionError
from tablero.games.connect4.rules import full_column
from tablero.games.variants import remake, variants
from tablero.jit import helper
from tablero.locale import _
from tablero.options import Named
from tablero.position import FIRST, WIN, P, Side, complete, win_first_span

Wins: TypeAlias = Annotated[int, Named(("quick", "infinite"))]
QUICK, INFINITE = range(2)


def final_by_wins(self: Any, outcome: int) -> int:
    """Return the points of a finished game for the side to move.

    QUICK: a win is worth WIN and its margin, which is larger the earlier the win.
    INFINITE: every win is worth WIN. No score is larger, so a search that has found a win
    prunes the remaining moves, as if WIN were infinity.
    """
    margin = outcome if self.wins == QUICK else 0
    if outcome > 0:
        return WIN + margin
    if outcome < 0:
        return margin - WIN
    return 0


def counting_wins(cls: type[P]) -> type[P]:
    """Add the methods `final` and `span` to an evaluation class with the field `wins`."""
    complete(cls, final=final_by_wins, span=win_first_span)
    return cls


if TYPE_CHECKING:
    from tablero.games.connect4.game import Connect4Game


@helper
def open_lines(cells: int, stride: int, connect: int) -> int:
    """Return the number of lines that lie wholly in `cells`."""
    lines = 0
    for step in (1, stride - 1, stride, stride + 1):
        run = cells
        for _i in range(connect - 1):
            run &= run >> step
        lines += run.bit_count()
    return lines


@variants
def lines_class(columns: int, rows: int, connect: int) -> type[Any]:
    """Return the class of the evaluation `lines` for one size of board."""
    everything = sum(full_column(column, rows) for column in range(columns))

    @counting_wins
    class Lines(NamedTuple):
        """The lines still open to the mover, minus those open to the other side.

        line: points per line.
        """

        line: int = 1
        wins: Wins = QUICK

        def value(self, position: Any) -> int:
            theirs = position.mine ^ position.full
            mine_open = open_lines(everything ^ theirs, rows + 1, connect)
            their_open = open_lines(everything ^ position.mine, rows + 1, connect)
            return self.line * (mine_open - their_open)

    return Lines


@variants
def cell_weights_class(columns: int, rows: int, connect: int) -> type[Any]:
    """Return the class of the evaluation `table` for one size of board."""
    planes = weight_planes(columns, rows, connect)

    @counting_wins
    class CellWeights(NamedTuple):
        """The stones of each side, each worth the number of lines through its cell.

        offset: points added for MAX.
        """

        offset: int
        wins: Wins = QUICK
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

    return CellWeights


def weight_planes(columns: int, rows: int, connect: int) -> tuple[int, ...]:
    """Return, for each n, bit n of every cell's number of lines, as a mask of cells."""
    numbers = lines_through(columns, rows, connect)
    planes = max(1, *numbers.values()).bit_length()
    return tuple(
        sum(cell for cell, number in numbers.items() if number >> n & 1) for n in range(planes)
    )


def lines_through(columns: int, rows: int, connect: int) -> dict[int, int]:
    """Return the number of lines through each cell."""
    numbers = {1 << (rows + 1) * x + y: 0 for x, y in product(range(columns), range(rows))}
    for cell, step in product(numbers, (1, rows, rows + 1, rows + 2)):
        line = [cell << step * i for i in range(connect)]
        if all(other in numbers for other in line):
            for other in line:
                numbers[other] += 1
    return numbers


@variants
def potential_class(columns: int, rows: int) -> type[Any]:
    """Return the class of the evaluation `potential` for one size of board."""
    stride = rows + 1
    everything = sum(full_column(column, rows) for column in range(columns))
    centre = 1 << columns // 2 * stride
    beside = (centre << stride | centre >> stride) & everything

    @counting_wins
    class Potential(NamedTuple):
        """The lines of four that a stone and the three cells behind it may still become.

        Points of empty cells go to MAX.

        book: whether the first stones near the bottom centre count.
        """

        book: bool = False
        wins: Wins = QUICK
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
    """Return the cells whose next three hold 2 stones and 1 free cell, 1 and 2, 0 and 3."""
    stone1, stone2, stone3 = stones >> step, stones >> 2 * step, stones >> 3 * step
    free1, free2, free3 = free >> step, free >> 2 * step, free >> 3 * step
    two = stone1 & stone2 & free3 | stone1 & free2 & stone3 | free1 & stone2 & stone3
    one = stone1 & free2 & free3 | free1 & stone2 & free3 | free1 & free2 & stone3
    return two, one, free1 & free2 & free3


@helper
def stones_potential(stones: int, free: int, stride: int) -> int:
    """Return the sum of 3, 2 or 1 for every stone and direction, by the cells behind it."""
    points = 0
    for step in (1, stride, stride + 1, stride - 1):
        two, one, none = behind(stones, free, step)
        points += 3 * (stones & two).bit_count() + 2 * (stones & one).bit_count()
        points += (stones & none).bit_count()
    return points


@helper
def empty_potential(stones: int, free: int, stride: int) -> int:
    """Return the same sum for free cells, 3 or 2 only, halved and rounded down cell by cell.

    A cell with n threes and m twos has (3n + 2m) // 2 = n + m + n // 2 points;
    `single` holds the cells with an odd number of threes so far.
    """
    points, single = 0, 0
    for step in (1, stride, stride + 1, stride - 1):
        two, one, _none = behind(stones, free, step)
        points += (free & (two | one)).bit_count() + (single & free & two).bit_count()
        single ^= free & two
    return points


__getattr__ = remake(Lines=lines_class, CellWeights=cell_weights_class, Potential=potential_class)


def lines(game: "Connect4Game") -> Any:
    """Return the evaluation of the fourth paper: open lines."""
    return lines_class(game.columns, game.rows, game.connect)()


def table(game: "Connect4Game") -> Any:
    """Return the first evaluation of the fifth paper: cells weighted by the lines through them.

    The offset makes it positive.
    """
    total = sum(lines_through(game.columns, game.rows, game.connect).values())
    return cell_weights_class(game.columns, game.rows, game.connect)(total // 2)


def potential(game: "Connect4Game") -> Any:
    """Return the second evaluation of the fifth paper. Raise OptionError unless connect is 4."""
    if game.connect != 4:
        message = _("the evaluation potential is for connect=4, not connect={connect}")
        raise OptionError(message.format(connect=game.connect))
    return potential_class(game.columns, game.rows)()
