"""Connect-4: stones fall down columns; `connect` of them in a line win.

One bit per cell, and one spare bit on top of every column. For 7 x 6:

     6 13 20 27 34 41 48      <- always empty; keeps lines from wrapping
     5 12 19 26 33 40 47
     4 11 18 25 32 39 46
     3 10 17 24 31 38 45
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42
     1  2  3  4  5  6  7      <- names of the columns
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

from tablero.errors import IllegalMove, ImpossiblePosition, NotationError, OptionError
from tablero.games.game import Game, Paint, plain
from tablero.games.options import Between
from tablero.games.variants import remake, variants
from tablero.jit import helper
from tablero.locale import _, mark
from tablero.position import ONGOING, Move, rules

LARGEST = 62
COLUMN_NAMES = "123456789abcdefghijklmnopqrstuv"


def full_column(column: int, rows: int) -> int:
    """All cells of a column."""
    return ((1 << rows) - 1) << (rows + 1) * column


@helper
def has_line(stones: int, stride: int, connect: int) -> bool:
    """Do `connect` stones stand in a line?"""
    for step in (1, stride - 1, stride, stride + 1):
        run = stones
        for _i in range(connect - 1):
            run &= run >> step
        if run:
            return True
    return False


@variants
def board(columns: int, rows: int, connect: int) -> type[Any]:
    """The positions of one size of board."""
    stride = rows + 1
    cells = columns * rows
    bottom = sum(1 << stride * column for column in range(columns))
    left_to_right = tuple(full_column(column, rows) for column in range(columns))
    everything = sum(left_to_right)
    by_distance = sorted(range(columns), key=lambda column: abs(2 * column + 1 - columns))
    centre_first = tuple(left_to_right[column] for column in by_distance)

    @rules
    class Connect4(NamedTuple):
        """mine -- stones of the side to move; full -- stones of both; stones -- how many."""

        mine: int
        full: int
        stones: int

        def moves(self) -> Iterator[Move]:
            free = (self.full + bottom) & everything
            for column in left_to_right:
                if free & column:
                    yield free & column

        def promising(self) -> Iterator[Move]:
            free = (self.full + bottom) & everything
            for column in centre_first:
                if free & column:
                    yield free & column

        def play(self, move: Move) -> "Connect4":
            return Connect4(self.mine ^ self.full, self.full | move, self.stones + 1)

        def outcome(self) -> int:
            """A win is worth the stones left in the winner's hand, and one more."""
            if has_line(self.mine ^ self.full, stride, connect):
                return (self.stones + 1) // 2 - (cells + self.stones % 2) // 2 - 1
            return 0 if self.stones == cells else ONGOING

        def turn(self) -> int:
            return self.stones & 1

        def key(self) -> tuple[int, ...]:
            return (self.mine + self.full,)

    return Connect4


__getattr__ = remake(Connect4=board)


@dataclass(frozen=True)
class Connect4Game(Game):
    """A position is written as the columns played, as one word: `4453`."""

    name = "connect4"
    about = mark(
        "A stone dropped into a column falls to the lowest free cell. Four in a line, along a "
        "row, a column or a diagonal, win; a full board is a draw. A win is worth the stones "
        "that the winner still has in hand, and one more."
    )

    columns: Annotated[int, Between(1, LARGEST // 2)] = 7
    rows: Annotated[int, Between(1, LARGEST - 1)] = 6
    connect: Annotated[int, Between(2, LARGEST)] = 4

    def __post_init__(self) -> None:
        if min(self.columns, self.rows) < 1 or (self.rows + 1) * self.columns > LARGEST:
            message = _("{columns} x {rows} does not fit: (rows + 1) * columns may be 2 to {most}")
            values = {"columns": self.columns, "rows": self.rows, "most": LARGEST}
            raise OptionError(message.format(**values))
        if not 2 <= self.connect <= LARGEST:
            message = _("connect must be 2 to {most}, not {connect}")
            raise OptionError(message.format(most=LARGEST, connect=self.connect))

    @property
    def start(self) -> Any:
        return board(self.columns, self.rows, self.connect)(0, 0, 0)

    @property
    def names(self) -> str:
        return COLUMN_NAMES[: self.columns]

    def move_name(self, position: Any, move: Move) -> str:
        return COLUMN_NAMES[(move.bit_length() - 1) // (self.rows + 1)]

    def parse_move(self, position: Any, text: str) -> Move:
        name = text.strip()
        if len(name) != 1 or name not in self.names:
            message = _("not a column: {text!r}, expected one of {names}")
            raise NotationError(message.format(text=text, names=self.names))
        return super().parse_move(position, name)

    def _parse(self, text: str) -> Any:
        position = self.start
        for ply, name in enumerate(text, 1):
            try:
                position = position.play(self.parse_move(position, name))
            except (NotationError, IllegalMove) as error:
                message = _("impossible position: {text!r}, move {ply}: {error}")
                raise ImpossiblePosition(message.format(text=text, ply=ply, error=error)) from None
        return position

    def after(self, text: str, names: list[str], position: Any) -> str:
        return (text.strip() if text.strip() != "start" else "") + "".join(names)

    def write(self, position: Any) -> str:
        """A word that leads to `position`: stones are taken off the top until none is left."""
        dead: set[int] = set()

        def taken_off(position: Any) -> str | None:
            if not position.full:
                return ""
            theirs = position.mine ^ position.full
            for column in range(self.columns):
                stack = position.full & full_column(column, self.rows)
                top = stack & ~(stack >> 1)
                before = type(position)(theirs ^ top, position.full ^ top, position.stones - 1)
                if top & theirs and before.full not in dead and before.outcome() == ONGOING:
                    word = taken_off(before)
                    if word is not None:
                        return word + COLUMN_NAMES[column]
            dead.add(position.full)
            return None

        word = taken_off(position)
        assert word is not None, position
        return word

    def draw(self, position: Any, paint: Paint = plain) -> str:
        first = position.mine if position.turn() == 0 else position.mine ^ position.full
        lines = []
        for row in reversed(range(self.rows)):
            cells = [1 << (self.rows + 1) * column + row for column in range(self.columns)]
            stones = (self._cell(position.full & cell, first & cell, paint) for cell in cells)
            lines.append(" ".join(stones))
        lines.append(" ".join(paint(name, "label") for name in self.names))
        return "\n".join(lines)

    def _cell(self, stone: int, first: int, paint: Paint) -> str:
        if not stone:
            return paint(".", "edge")
        return paint("x", "first") if first else paint("o", "second")
