"""Boards of Connect-4 for evaluation functions of students.

Columns are numbered from 0 from the left, rows from 0 from the bottom; a cell is (column, row).
"""

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING, Any

from tablero.games.student.board import ME, RIVAL, Board, BoardFactory, Scratch
from tablero.position import Move

if TYPE_CHECKING:
    from tablero.games.game import Game


class Connect4Board(Board):
    """A read-only board of Connect-4.

    side: ME or RIVAL, in all methods.
    """

    __slots__ = ()

    @property
    def columns(self) -> int:
        return self._factory.game.columns  # type: ignore[no-any-return]

    @property
    def rows(self) -> int:
        return self._factory.game.rows  # type: ignore[no-any-return]

    @property
    def connect(self) -> int:
        """Number of stones in a line that win."""
        return self._factory.game.connect  # type: ignore[no-any-return]

    @property
    def stones(self) -> int:
        """Number of stones on the board."""
        return self._position.stones  # type: ignore[no-any-return]

    @property
    def lines(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """All lines that win, each as its cells."""
        return self._factory.lines  # type: ignore[no-any-return]

    def cell(self, column: int, row: int) -> int | None:
        """Return the owner of the stone in a cell, ME or RIVAL; None if the cell is empty."""
        bit = self._factory.bits[column, row]
        mine, theirs = self._facts
        return ME if mine & bit else RIVAL if theirs & bit else None

    def column(self, column: int) -> list[int]:
        """Return the owners of the stones in a column, from the bottom."""
        cells = (self.cell(column, row) for row in range(self.height(column)))
        return [side for side in cells if side is not None]

    def height(self, column: int) -> int:
        """Return the number of stones in a column."""
        mine, theirs = self._facts
        return ((mine | theirs) & self._factory.full[column]).bit_count()  # type: ignore[no-any-return]

    def open_lines(self, side: int) -> list[int]:
        """Return how many lines without a stone of the other hold 0 stones of `side`, 1, 2 …"""
        own, other = self._facts[side], self._facts[1 - side]
        counts = [0] * (self._factory.game.connect + 1)
        for mask in self._factory.masks:
            if not mask & other:
                counts[(mask & own).bit_count()] += 1
        return counts

    def wins(self, side: int, column: int) -> bool:
        """Return whether the next stone in this column would complete a line for `side`."""
        row = self.height(column)
        if row == self._factory.game.rows:
            return False
        own = self._facts[side] | self._factory.bits[column, row]
        return any(mask & own == mask for mask in self._factory.masks)

    def moves(self) -> list[Move]:
        """Return the columns that are not full, none when the game is over."""
        if self.over:
            return []
        rows = self._factory.game.rows
        return [column for column in range(self.columns) if self.height(column) < rows]


class Connect4Scratch(Scratch, Connect4Board):
    """A board of Connect-4 on which moves can be played."""

    __slots__ = "_flipped", "_origin"

    def _code(self, move: Move) -> Move:
        return self._factory.bits[move, self.height(move)]  # type: ignore[no-any-return]


class Connect4BoardFactory(BoardFactory):
    """The factory of the boards of Connect-4.

    bits: the bit of each cell.
    full: mask of all cells of each column.
    lines: cells of each line.
    masks: mask of all cells of each line.
    """

    board = Connect4Board
    scratch = Connect4Scratch

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        columns, rows, stride = range(game.columns), range(game.rows), game.rows + 1
        self.bits = {cell: 1 << stride * cell[0] + cell[1] for cell in product(columns, rows)}
        self.full = [sum(self.bits[column, row] for row in rows) for column in columns]
        self.lines = tuple(lines(game))
        self.masks = [sum(self.bits[cell] for cell in line) for line in self.lines]

    def facts(self, position: Any) -> Any:
        return position.mine, position.mine ^ position.full

    def turned(self, facts: Any) -> Any:
        return facts[::-1]


def lines(game: "Game") -> Iterator[tuple[tuple[int, int], ...]]:
    """Yield every straight line of `connect` cells."""
    size: Any = game
    for x, y in product(range(size.columns), range(size.rows)):
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            cells = [(x + i * dx, y + i * dy) for i in range(size.connect)]
            last_x, last_y = cells[-1]
            if last_x < size.columns and 0 <= last_y < size.rows:
                yield tuple(cells)
