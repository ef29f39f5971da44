"""Kalah(6,6) as tables: nodes by size, endgame tables, searches cut apart, and the forecast."""

from dataclasses import dataclass
from functools import cached_property

from tablero.lab.scale.columns import GIGA, duration, foretold, rounded, times
from tablero.lab.scale.kalah import (
    KEPT,
    KEPT_TABLE,
    PUBLISHED,
    Gain,
    Guess,
    TableCost,
    extrapolate,
    gain,
    is_usual,
    steps,
    table_cost,
)
from tablero.lab.scale.records import Measured, Search, Split
from tablero.lab.table import Cell, Column, Table
from tablero.locale import _
from tablero.numbers import percent
from tablero.solve.sowing.field import fields_up_to

PITS, SEEDS, TABLE = 6, 6, 27
"""The game that is wanted, and seeds of the endgame table: three eighths of all."""

SIZES = (18, 22, 24, TABLE, 30, 36, 48, 72)
"""Seeds of tables."""


@dataclass(frozen=True)
class Sowing:
    """Kalah(6,6) on machines of so many cores."""

    measured: Measured
    machines: int
    cores: int

    @cached_property
    def searches(self) -> list[Search]:
        """Those whose tables have the usual share of the seeds; the smaller boards first."""
        every = [*self.measured.searches, *KEPT]
        return sorted(filter(is_usual, every), key=lambda each: (each.pits, each.seeds))

    def foretold(self, search: Search) -> Guess:
        """From the one with a seed less in every pit, and from steps to other boards."""
        others = [each for each in self.searches if each != search]
        return self._next(search.pits, search.seeds - 1, others)

    @cached_property
    def wanted(self) -> Guess:
        return self._next(PITS, SEEDS - 1, self.searches)

    def _next(self, pits: int, seeds: int, searches: list[Search]) -> Guess:
        (known,) = (each for each in searches if (each.pits, each.seeds) == (pits, seeds))
        return extrapolate(known, steps(searches))

    @property
    def largest(self) -> Search:
        """The one that took the most nodes."""
        return max(self.searches, key=lambda each: each.nodes)

    @property
    def node(self) -> float:
        """Seconds of a processor for one node, with tables that no cache can hold."""
        return self.largest.seconds / self.largest.nodes

    @cached_property
    def table(self) -> TableCost:
        return table_cost(self.measured.layers)

    @property
    def deepest(self) -> Split:
        """Of the searches that were cut apart as deep as was tried, the largest."""
        return max(self.measured.splits, key=lambda each: (each.depth, each.whole))

    @property
    def gain(self) -> Gain:
        return gain(self.deepest, self.machines * self.cores)


def nodes_table(sowing: Sowing, command: str) -> Table:
    rows: list[list[Cell]] = []
    for search in sowing.searches:
        told: list[Cell] = [None] * 3
        if search == sowing.largest:
            guess = sowing.foretold(search)
            told = [guess.nodes, guess.low, guess.high]
        size: list[Cell] = [search.pits, search.seeds, search.table, search.nodes]
        rows.append([*size, *told, search.seconds])
    guess, node = sowing.wanted, sowing.node
    told = [guess.nodes, guess.low, guess.high]
    rows.append([PITS, SEEDS, TABLE, None, *told, guess.nodes * node])
    columns = [
        Column("pits", _("pits")),
        Column("seeds", _("seeds")),
        Column("table", _("endgame table")),
        Column("nodes", _("nodes")),
        *foretold("foretold", rounded),
        Column("seconds", _("one core"), duration),
    ]
    title = _(
        "Kalah with capture=empty: nodes by size, and the last ones foretold from the others"
    )
    return Table(title, columns, rows, command, "kalah")


def endgame_table(sowing: Sowing, command: str) -> Table:
    rows: list[list[Cell]] = []
    for seeds in SIZES:
        seconds, fields = sowing.table.seconds(PITS, seeds), fields_up_to(PITS, seeds)
        took = KEPT_TABLE[1] if fields == KEPT_TABLE[0] else None
        rows.append([seeds, fields, fields / GIGA, seconds, took, seconds / sowing.cores])
    columns = [
        Column("seeds", _("seeds")),
        Column("fields", _("fields")),
        Column("gigabytes", "GB", rounded),
        Column("seconds", _("one core"), duration),
        Column("measured", _("measured"), duration),
        Column("machine", _("{cores} cores").format(cores=sowing.cores), duration),
    ]
    title = _("Endgame tables of six pits, a byte for every field")
    return Table(title, columns, rows, command, "endgames")


def part_table(sowing: Sowing, command: str) -> Table:
    """Of the layers that were cut apart."""
    parted = [layer for layer in sowing.measured.layers if layer.extra]
    rows: list[list[Cell]] = [
        [layer.seeds, layer.fields, int(parts), 1 + extra]
        for layer in parted
        for parts, extra in layer.extra.items()
    ]
    columns = [
        Column("seeds", _("seeds")),
        Column("fields", _("fields")),
        Column("parts", _("parts")),
        Column("work", _("worked out"), times),
    ]
    title = _("A layer of an endgame table, in parts that know nothing of each other")
    return Table(title, columns, rows, command, "parts")


def split_table(sowing: Sowing, command: str) -> Table:
    rows: list[list[Cell]] = []
    for split in sowing.measured.splits:
        whole = split.whole
        factors: list[Cell] = [each / whole for each in (split.cold, split.warm, split.needed)]
        size: list[Cell] = [split.pits, split.seeds, split.depth, split.positions]
        hardest: list[Cell] = [split.most / whole, split.needed_most / whole]
        rows.append([*size, whole, *factors, *hardest])
    columns = [
        Column("pits", _("pits")),
        Column("seeds", _("seeds")),
        Column("depth", _("moves before")),
        Column("positions", _("positions")),
        Column("nodes", _("nodes of one search")),
        Column("cold", _("all asked"), times),
        Column("warm", _("with one table"), times),
        Column("needed", _("needed alone"), times),
        Column("most", _("hardest"), times),
        Column("needed_most", _("hardest needed"), times),
    ]
    title = _("The proof of a score, cut apart into questions about later positions")
    return Table(title, columns, rows, command, "splits")


def wanted_table(sowing: Sowing, command: str) -> Table:
    guess, node, found = sowing.wanted, sowing.node, sowing.gain
    endgame = sowing.table.seconds(PITS, TABLE) / sowing.cores
    cases = ((_("low"), guess.low), (_("foretold"), guess.nodes), (_("high"), guess.high))
    rows: list[list[Cell]] = []
    for name, nodes in cases:
        alone = nodes * node
        both = [endgame + alone / found.needed, endgame + alone / found.asked]
        rows.append([name, nodes, alone, alone / PUBLISHED, endgame, *both])
    columns = [
        Column("case", _("case")),
        Column("nodes", _("nodes"), rounded),
        Column("seconds", _("one core"), duration),
        Column("published", _("of what is published"), percent),
        Column("endgame", _("endgame table"), duration),
        Column("best", _("if the right questions are known"), duration),
        Column("worst", _("if all are asked"), duration),
    ]
    title = _("Kalah(6,6) on {machines} machines of {cores} cores").format(
        machines=sowing.machines, cores=sowing.cores
    )
    return Table(title, columns, rows, command, "wanted")


KALAH_TABLES = (nodes_table, endgame_table, part_table, split_table, wanted_table)
"""In this order."""
