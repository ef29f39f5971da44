"""Quarry for users: options, notation, drawing, and the solver."""

import re
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from tablero.errors import IllegalMove, ImpossiblePosition, NotationError
from tablero.games.game import AskNumber, Game, Paint, plain
from tablero.games.learning import Actions, Observation
from tablero.games.quarry.drawing import draw_block
from tablero.games.quarry.rules import (
    LAYER_BITS,
    LAYERS,
    LONGEST,
    MOST_DIMENSIONS,
    axis_name,
    position_class,
)
from tablero.games.quarry.view import BlockView
from tablero.limits import Between
from tablero.locale import _, mark
from tablero.position import FIRST, SECOND, Move
from tablero.solve import SolverSpec

MAX_ASKED_SIDE = 200
"""Longest side that is offered in questions: the default search ends within seconds then."""


@dataclass(frozen=True)
class Quarry(Game):
    """Quarry. A position is written as its sides, `4x4x4`; ` / 2` follows if the second moves."""

    name = "quarry"
    about = mark(
        "Cut one or more whole layers off a block, in one direction, and leave at least one. The "
        "player who faces a single cube cannot move and loses."
    )
    depth = 1000
    move_limit = 0
    solver = SolverSpec("tablero.games.quarry.solver:QuarrySolver", instant=True)
    page_view = BlockView()
    asks_search_options = True

    dimensions: Annotated[int, Between(1, MOST_DIMENSIONS)] = 3
    side: Annotated[int, Between(1, LONGEST)] = 4
    edges: Literal["lines", "numbers"] = "lines"

    @property
    def start(self) -> Any:
        return position_class(self.dimensions)(*[self.side] * self.dimensions, FIRST)

    def ask_start(self, ask_number: AskNumber) -> Any:
        """Ask for the sides of a block that is larger than a single cube."""
        sides: list[int] = []
        for axis in range(self.dimensions):
            single = axis == self.dimensions - 1 and set(sides) <= {1}
            question = _("side {axis} of the block").format(axis=axis_name(axis))
            least = 2 if single else 1
            default = min(max(least, self.side), MAX_ASKED_SIDE)
            sides.append(ask_number(question, least, MAX_ASKED_SIDE, default))
        return position_class(self.dimensions)(*sides, FIRST)

    def move_name(self, position: Any, move: Move) -> str:
        return f"{axis_name(move >> LAYER_BITS)}-{move & LAYERS}"

    def parse_move(self, position: Any, text: str) -> Move:
        name, dash, layers = text.strip().partition("-")
        axes = [axis_name(axis) for axis in range(len(position) - 1)]
        if name not in axes or not dash or not re.fullmatch(r"[0-9]{1,7}", layers):
            message = _("not a move: {text!r}, expected an axis and the layers to cut, like x-2")
            raise NotationError(message.format(text=text))
        axis = axes.index(name)
        if not 1 <= int(layers) < position[axis]:
            raise IllegalMove(self.not_legal(position, text))
        return axis << LAYER_BITS | int(layers)

    def nearest_move(self, position: Any, text: str) -> Move | None:
        """Return the cut nearest to this one: at least one layer, at most all but one."""
        name, _dash, layers = text.strip().partition("-")
        axes = {axis_name(axis): axis for axis in range(len(position) - 1)}
        if name not in axes or not re.fullmatch(r"[+-]?[0-9]{1,18}", layers):
            return None
        axis = axes[name]
        most: int = position[axis] - 1
        return axis << LAYER_BITS | max(1, min(int(layers), most)) if most else None

    def write(self, position: Any) -> str:
        return self._block(position) + (" / 2" if position.side == SECOND else "")

    def after(self, text: str, names: list[str], position: Any) -> str:
        return self._block(position)

    def _block(self, position: Any) -> str:
        return "x".join(map(str, position[:-1]))

    def _parse(self, text: str) -> Any:
        block, slash, turn = (part.strip() for part in text.partition("/"))
        sides = block.lower().split("x")
        numeric = all(re.fullmatch(r"[0-9]+", side) for side in sides)
        if not numeric or (slash and turn not in ("1", "2")):
            message = _("not a block: {text!r}, expected its sides, like 4x4x4")
            raise NotationError(message.format(text=text))
        numbers = [int(side.lstrip("0")[:9] or 0) for side in sides]
        if not all(1 <= number <= LONGEST for number in numbers):
            message = _("impossible block: {text!r}, every side must be 1 to {most}")
            raise ImpossiblePosition(message.format(text=text, most=LONGEST))
        if len(numbers) > MOST_DIMENSIONS:
            message = _("impossible block: {text!r}, more than {most} dimensions")
            raise ImpossiblePosition(message.format(text=text, most=MOST_DIMENSIONS))
        return position_class(len(numbers))(*numbers, SECOND if turn == "2" else FIRST)

    def draw(self, position: Any, paint: Paint = plain) -> str:
        sizes = " x ".join(map(str, position[:-1]))
        return f"{draw_block(position[:-1], self.edges == 'numbers', paint)}\n{sizes}"

    def actions(self) -> Actions:
        """Return all cuts along the first axis, the thinnest first, then along the second, …"""
        cuts = self.side - 1
        count = self.dimensions * cuts

        def number(move: Move) -> int:
            return (move >> LAYER_BITS) * cuts + (move & LAYERS) - 1

        return Actions(count, count, number)

    def observation(self) -> Observation:
        """Return the sides of the block."""
        return Observation(
            (self.dimensions,), "int64", self.side, lambda position, side: list(position)[:-1]
        )
