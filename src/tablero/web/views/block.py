"""Quarry: the block, and the heaps of Nim that it is."""

from functools import reduce
from operator import xor
from typing import Any

from tablero.games.quarry import Quarry, axis_name
from tablero.position import Move
from tablero.web.models import Block


def view(game: Quarry, position: Any) -> Block:
    sides = list(position[:-1])
    heaps = [side - 1 for side in sides]
    axes = [axis_name(axis) for axis in range(len(sides))]
    return Block(sides=sides, axes=axes, heaps=heaps, xor=reduce(xor, heaps))


def effects(game: Quarry, position: Any, move: Move) -> dict[str, Any]:
    return {}
