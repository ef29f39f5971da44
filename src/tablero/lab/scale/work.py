"""The work of a book: what its blocks take, as a sample of stretches tells.

A worker keeps its table, and the next position is much like the last: behind n neighbours a block
takes (n + 1) ** -learning of what it takes as the first. What was learnt elsewhere hardly helps.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from tablero.lab.scale.records import Sample
from tablero.match.dice import generator
from tablero.solve.connect4.journal import BLOCK

ENTRY_BYTES = 8
"""Of a table of bounds (solve/table.py)."""


@dataclass(frozen=True)
class Work:
    sample: Sample

    @property
    def blocks(self) -> int:
        """In the book."""
        return -(-self.sample.positions // BLOCK)

    @property
    def node(self) -> float:
        """Seconds of a processor for one node."""
        nodes = sum(sum(each.later) for each in self.sample.stretches)
        return sum(each.seconds for each in self.sample.stretches) / nodes

    @property
    def carried(self) -> float:
        """Nodes behind stretches elsewhere, for each of the same blocks behind none."""
        return _ratio((sum(each.later), sum(each.nodes)) for each in self.sample.stretches)

    @property
    def first(self) -> float:
        """Nodes of the last block of a stretch alone, for each that it takes in its place."""
        return max(1.0, _ratio((each.alone, each.nodes[-1]) for each in self.sample.stretches))

    @property
    def learning(self) -> float:
        """How fast blocks become cheaper: by what the last ones of stretches have gained."""
        return math.log(self.first) / math.log(len(self.sample.stretches[0].nodes))

    @cached_property
    def firsts(self) -> Any:
        """Nodes of all blocks, if each were the first; a row for every stretch."""
        nodes = np.array([each.later for each in self.sample.stretches], float)
        return nodes / self._course(nodes.shape[1])

    def nodes(self, sizes: Sequence[int]) -> float:
        """As expected of orders of so many blocks."""
        course = np.cumsum(self._course(max(sizes)))
        return float(self.firsts.mean() * course[np.array(sizes) - 1].sum())

    def orders(self, sizes: Sequence[int], seed: int) -> list[Any]:
        """Seconds of the blocks of every order. Each goes through one stretch, drawn, from some
        place of it on, and from its begin again."""
        stretches, length = self.firsts.shape
        dice, most = generator(seed), max(sizes)
        which, place = (dice.integers(n, size=(len(sizes), 1)) for n in (stretches, length))
        drawn = self.firsts[which, (place + np.arange(most)) % length]
        blocks = drawn * self._course(most) * self.node
        return [row[:size] for row, size in zip(blocks, sizes, strict=True)]

    def _course(self, blocks: int) -> Any:
        """What so many in a row take, for each that they would take as the first."""
        return np.arange(1, blocks + 1) ** -self.learning

    @property
    def table_bytes(self) -> int:
        """Of every worker."""
        return ENTRY_BYTES << self.sample.bits


def _ratio(pairs: Iterable[tuple[int, int]]) -> float:
    above, below = map(sum, zip(*pairs, strict=True))
    return above / below
