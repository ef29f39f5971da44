"""Connect-4 for users: options, notation, drawing, and its evaluations and solver."""

from dataclasses import dataclass
from itertools import product
from typing import Annotated, Any

from tablero.errors import IllegalMove, ImpossiblePosition, NotationError, OptionError
from tablero.games.connect4.evaluations import lines, potential, table
from tablero.games.connect4.rules import LARGEST, full_column, position_class
from tablero.games.connect4.student import Connect4BoardFactory
from tablero.games.connect4.view import Connect4View
from tablero.games.game import Game, Paint, plain
from tablero.games.learning import Actions, Observation, stone_planes
from tablero.limits import Between
from tablero.locale import _, mark
from tablero.position import ONGOING, Move
from tablero.solve import SolverSpec

COLUMN_NAMES = "123456789abcdefghijklmnopqrstuv"


@dataclass(frozen=True)
class Connect4Game(Game):
    """Connect-4. A position is written as the columns played, as one word: `4453`."""

    name = "connect4"
    about = mark(
        "A stone dropped into a column falls to the lowest free cell. Four in a line, along a "
        "row, a column or a diagonal, win; a full board is a draw. A win is worth the stones "
        "that the winner still has in hand, and one more."
    )
    evaluations = {"lines": lines, "table": table, "potential": potential}
    solver = SolverSpec(
        "tablero.games.connect4.solver.solver:new_solver",
        book_builder="tablero.games.connect4.solver.builder:new_builder",
    )
    student_board = Connect4BoardFactory
    page_view = Connect4View()

    columns: Annotated[int, Between(1, LARGEST // 2)] = 7
    rows: Annotated[int, Between(1, LARGEST - 1)] = 6
    connect: Annotated[int, Between(2, LARGEST)] = 4

    def __post_init__(self) -> None:
        super().__post_init__()
        if (self.rows + 1) * self.columns > LARGEST:
            message = _("{columns} x {rows} does not fit: (rows + 1) * columns may be 2 to {most}")
            values = {"columns": self.columns, "rows": self.rows, "most": LARGEST}
            raise OptionError(message.format(**values))

    @property
    def start(self) -> Any:
        return position_class(self.columns, self.rows, self.connect)(0, 0, 0)

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
        """Return a word that leads to `position`, found by removing stones from the top."""
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

    def actions(self) -> Actions:
        """Return the columns, from the left."""
        cells = self.columns * self.rows
        return Actions(
            self.columns, cells, lambda move: (move.bit_length() - 1) // (self.rows + 1)
        )

    def observation(self) -> Observation:
        """Return rows from the top, columns, and mine, theirs or empty."""
        places = product(reversed(range(self.rows)), range(self.columns))
        cells = [1 << (self.rows + 1) * column + row for row, column in places]
        return stone_planes((self.rows, self.columns), cells)
