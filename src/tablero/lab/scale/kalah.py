"""Kalah(6,6): how many nodes, how large a table, and how far its search can be cut apart."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import comb

from tablero.lab.scale.line import Line
from tablero.lab.scale.records import Layer, Search, Split
from tablero.solve.sowing.field import fields_up_to

KEPT = (
    Search(5, 5, 18, 2, 31_079_727, 26.10),
    Search(5, 6, 23, 2, 193_293_217, 168.20),
    Search(6, 5, 22, 12, 3_404_614_892, 2457.0),
)
"""Searches that take too long to be made again: from docs/solvers/kalah.md."""

KEPT_TABLE = fields_up_to(6, 22), 139.0
"""Fields of a table and seconds for it, from there as well."""

PUBLISHED = 106 * 86_400
"""Seconds of a processor that Kalah(6,6) took others, in 2015."""

LEAST_SEEDS = 2
"""With fewer to a pit there is nothing to be learnt."""

SETTLED = 9
"""Layers of fewer seeds are over before a clock has seen them."""


@dataclass(frozen=True)
class Step:
    """From one seed in every pit to the next: decades of nodes for each seed that is more."""

    pits: int
    seeds: int
    decades: float


@dataclass(frozen=True)
class Guess:
    """low, high -- as sure as SURE says, if the next step is like those before it."""

    nodes: float
    low: float
    high: float


def steps(searches: Iterable[Search]) -> list[Step]:
    """Between searches whose tables have the usual share of the seeds."""
    usual = {(each.pits, each.seeds): each for each in searches if is_usual(each)}
    ordered = [usual[key] for key in sorted(usual) if key[1] >= LEAST_SEEDS]
    return [
        Step(one.pits, one.seeds, math.log10(more.nodes / one.nodes) / (2 * one.pits))
        for one, more in pairwise(ordered)
        if (more.pits, more.seeds) == (one.pits, one.seeds + 1)
    ]


def is_usual(search: Search) -> bool:
    """Three eighths; one seed more or less is no matter."""
    return abs(search.table - 2 * search.pits * search.seeds * 3 / 8) <= 1


def extrapolate(known: Search, found: Sequence[Step]) -> Guess:
    """The nodes with a seed more in every pit: a line through the steps, by their seeds."""
    line = Line([[1, step.seeds] for step in found], [step.decades for step in found])
    at, added = (1, known.seeds), 2 * known.pits
    margin = line.margin(at, errors=1)
    nodes, low, high = (
        known.nodes * 10 ** (added * (line.at(at) + error)) for error in (0, -margin, margin)
    )
    return Guess(nodes, low, high)


@dataclass(frozen=True)
class TableCost:
    """Seconds of a processor for a field: so many for every one, and more by its seeds."""

    field: float
    seed: float

    def seconds(self, pits: int, seeds: int) -> float:
        """For all fields of at most so many seeds."""
        counts = [fields_of(pits, layer) for layer in range(seeds + 1)]
        return sum(count * (self.field + self.seed * k) for k, count in enumerate(counts))


def fields_of(pits: int, seeds: int) -> int:
    """How many fields there are of just so many seeds."""
    return comb(seeds + 2 * pits - 1, 2 * pits - 1)


def table_cost(layers: Sequence[Layer]) -> TableCost:
    """A line through what a field takes in each layer, those of many fields above all."""
    large = [layer for layer in layers if layer.seeds >= SETTLED]
    weights = [math.sqrt(layer.fields) for layer in large]
    rows = [[w, w * layer.seeds] for w, layer in zip(weights, large, strict=True)]
    values = [w * layer.seconds / layer.fields for w, layer in zip(weights, large, strict=True)]
    field, seed = map(float, Line(rows, values).factors)
    return TableCost(field, seed)


@dataclass(frozen=True)
class Gain:
    """How many times sooner than one worker so many are, at most: if every question is asked, and
    if only those are that are needed. The hardest of them is for one worker alone.
    """

    asked: float
    needed: float


def gain(split: Split, workers: int) -> Gain:
    """From a search that was cut apart here."""
    return Gain(
        split.whole / max(split.cold / workers, split.most),
        split.whole / max(split.needed / workers, split.needed_most),
    )
