"""Quarry: cut layers off a block; who faces a single cube cannot move and loses.

A block of x * y * z is Nim with heaps x-1, y-1, z-1. A move is the number of its
axis and the layers cut, as one int:

    axis << 20 | layers
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NamedTuple

from tablero.errors import IllegalMove, ImpossiblePosition, NotationError, OptionError
from tablero.games.blocks import draw_block
from tablero.games.game import Game, Paint, plain
from tablero.games.options import Between
from tablero.games.variants import remake, variants
from tablero.jit.words import replaced
from tablero.locale import _, mark
from tablero.position import FIRST, ONGOING, SECOND, Move, Side, rules

LONGEST, MOST_DIMENSIONS = 10**6, 100
LAYER_BITS = 20
LAYERS = (1 << LAYER_BITS) - 1
LONG_SIDES_INFERRED = 2


def axis_name(axis: int) -> str:
    """x, y, z, and from the fourth on d4, d5, …"""
    return "xyz"[axis] if axis < 3 else f"d{axis + 1}"


@variants
def blocks(dimensions: int) -> type[Any]:
    """The positions of one number of dimensions."""
    names = [*map(axis_name, range(dimensions)), "side"]

    @rules
    class Block(NamedTuple("Sides", [(name, int) for name in names])):  # type: ignore[misc]
        """The sides of the block, and who moves."""

        __slots__ = ()

        def moves(self) -> Iterator[Move]:
            for axis in range(dimensions):
                for layers in range(1, self[axis]):
                    yield axis << LAYER_BITS | layers

        def promising(self) -> Iterator[Move]:
            """The deepest cuts first: they make the smallest blocks."""
            for axis in range(dimensions):
                for layers in range(self[axis] - 1, 0, -1):
                    yield axis << LAYER_BITS | layers

        def play(self, move: Move) -> "Block":
            axis = move >> LAYER_BITS
            cut = replaced(self, axis, self[axis] - (move & LAYERS))
            return Block(*replaced(cut, dimensions, 1 - self[dimensions]))

        def outcome(self) -> int:
            for axis in range(dimensions):
                if self[axis] > 1:
                    return ONGOING
            return -1

        def turn(self) -> Side:
            return self[dimensions]

        def bounds(self) -> tuple[int, int]:
            return -1, 1

        def theory(self) -> int:
            """Blocks with at most two long sides: equal ones are lost, others won."""
            heaps, longer = 0, 0
            for axis in range(dimensions):
                heaps ^= self[axis] - 1
                longer += self[axis] > 1
            if longer > LONG_SIDES_INFERRED:
                return ONGOING
            return 1 if heaps else -1

    return Block


__getattr__ = remake(Block=blocks)


@dataclass(frozen=True)
class Quarry(Game):
    """A position is written as its sides, `4x4x4`; ` / 2` behind it if the second player moves."""

    name = "quarry"
    about = mark(
        "Cut one or more whole layers off a block, in one direction, and leave at least one. "
        "Whoever faces a single cube cannot move and loses."
    )
    depth = 1000

    dimensions: Annotated[int, Between(1, MOST_DIMENSIONS)] = 3
    side: Annotated[int, Between(1, LONGEST)] = 4
    edges: Literal["lines", "numbers"] = "lines"

    def __post_init__(self) -> None:
        if not (1 <= self.dimensions <= MOST_DIMENSIONS and 1 <= self.side <= LONGEST):
            message = _(
                "dimensions must be 1 to {dimensions} and side 1 to {side}, not {these} and {this}"
            )
            most = {"dimensions": MOST_DIMENSIONS, "side": LONGEST}
            raise OptionError(message.format(**most, these=self.dimensions, this=self.side))

    @property
    def start(self) -> Any:
        return blocks(self.dimensions)(*[self.side] * self.dimensions, FIRST)

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
        """Too few layers are one, too many all but one."""
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
        return blocks(len(numbers))(*numbers, SECOND if turn == "2" else FIRST)

    def draw(self, position: Any, paint: Paint = plain) -> str:
        sizes = " x ".join(map(str, position[:-1]))
        return f"{draw_block(position[:-1], self.edges == 'numbers', paint)}\n{sizes}"
