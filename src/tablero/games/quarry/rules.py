"""Quarry: cut layers off a block; a player that faces a single cube cannot move and loses.

A block of x * y * z is Nim with heaps x-1, y-1, z-1. A move is the number of its
axis and the layers cut, as one int:

    axis << 20 | layers
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from tablero.games.variants import remake, variants
from tablero.jit.extensions import replaced
from tablero.position import ONGOING, Move, Side, rules

LONGEST, MOST_DIMENSIONS = 10**6, 100
"""Largest side of a block, in layers, and largest number of dimensions."""

LAYER_BITS = 20
"""Bits of the number of layers in a move."""

LAYERS = (1 << LAYER_BITS) - 1
"""Mask of the number of layers in a move."""

LONG_SIDES_INFERRED = 2
"""Largest number of sides longer than 1 for which `theory` returns a value."""


def axis_name(axis: int) -> str:
    """Return the name of an axis: x, y, z, and from the fourth on d4, d5, …"""
    return "xyz"[axis] if axis < 3 else f"d{axis + 1}"


@variants
def position_class(dimensions: int) -> type[Any]:
    """Return the class of positions with this number of dimensions."""
    names = [*map(axis_name, range(dimensions)), "side"]

    @rules
    class QuarryPosition(NamedTuple("Sides", [(name, int) for name in names])):  # type: ignore[misc]
        """The sides of the block, and the side to move."""

        __slots__ = ()

        def moves(self) -> Iterator[Move]:
            for axis in range(dimensions):
                for layers in range(1, self[axis]):
                    yield axis << LAYER_BITS | layers

        def promising(self) -> Iterator[Move]:
            """Yield the deepest cuts first: they make the smallest blocks."""
            for axis in range(dimensions):
                for layers in range(self[axis] - 1, 0, -1):
                    yield axis << LAYER_BITS | layers

        def play(self, move: Move) -> "QuarryPosition":
            axis = move >> LAYER_BITS
            cut = replaced(self, axis, self[axis] - (move & LAYERS))
            return QuarryPosition(*replaced(cut, dimensions, 1 - self[dimensions]))

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
            """Return the value of blocks with at most two sides longer than 1, else ONGOING.

            The side to move loses if the two sides are equal, and wins otherwise.
            """
            heaps, longer = 0, 0
            for axis in range(dimensions):
                heaps ^= self[axis] - 1
                longer += self[axis] > 1
            if longer > LONG_SIDES_INFERRED:
                return ONGOING
            return 1 if heaps else -1

    return QuarryPosition


__getattr__ = remake(QuarryPosition=position_class)
