"""Quarry on the page: the block, and the equivalent heaps of Nim."""

from functools import reduce
from operator import xor
from typing import Any

from tablero.games.page_view import PageView, View
from tablero.games.quarry.rules import axis_name


class BlockView(PageView):
    """The sides of the block; in the names of cuts `#` stands for the number of layers."""

    def view(self, game: Any, position: Any) -> View:
        sides = list(position[:-1])
        heaps = [side - 1 for side in sides]
        axes = [axis_name(axis) for axis in range(len(sides))]
        return {
            "kind": "block",
            "sides": sides,
            "axes": axes,
            "names": [f"{axis}-#" for axis in axes],
            "heaps": heaps,
            "xor": reduce(xor, heaps),
        }
