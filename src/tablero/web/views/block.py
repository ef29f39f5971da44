"""Quarry: the block, and the heaps of Nim that it is."""

from functools import reduce
from operator import xor
from typing import Any

from tablero.games.quarry import LAYER_BITS, Quarry, axis_name
from tablero.position import Move
from tablero.web.models import Block


def view(game: Quarry, position: Any) -> Block:
    sides = list(position[:-1])
    heaps = [side - 1 for side in sides]
    axes = [axis_name(axis) for axis in range(len(sides))]
    names = [_name(game, position, axis) for axis in range(len(sides))]
    return Block(sides=sides, axes=axes, names=names, heaps=heaps, xor=reduce(xor, heaps))


def _name(game: Quarry, position: Any, axis: int) -> str:
    """Of cuts off a side, with # for the layers."""
    return game.move_name(position, axis << LAYER_BITS | 1).removesuffix("1") + "#"


def effects(game: Quarry, position: Any, move: Move) -> dict[str, Any]:
    return {}
