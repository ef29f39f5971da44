"""How the work of a search grows with its depth, beside what theory says."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from statistics import fmean
from typing import Any

import numpy as np

from tablero.errors import OptionError
from tablero.games.game import Game
from tablero.lab.bootstrap import interval
from tablero.lab.probe import Probe, Prober, Search, first_share
from tablero.lab.table import Cell, Column, Table, shown
from tablero.lab.theory import Theory
from tablero.locale import _
from tablero.numbers import percent
from tablero.search.notes import MAX_PLY

USUAL = ("minimax", "alphabeta", "alphabeta(order=best)", "alphabeta(order=best,cache=true)")


@dataclass(frozen=True)
class Step:
    """One search at one depth; means over positions.

    branching -- as a probe defines it; low, high -- its interval, None if nobody knows
    first     -- the share of all cuts that first moves made; None without cuts
    """

    search: Search
    depth: int
    nodes: float
    branching: float
    low: float | None
    high: float | None
    first: float | None
    seconds: float


class Growth:
    """steps -- so far, one search after the other, each from depth 1 on
    at    -- what is being searched
    seed  -- of intervals
    """

    def __init__(
        self, game: Game, searches: Sequence[Search], positions: Sequence[Any], seed: int
    ) -> None:
        for search in searches:
            if search.depth is not None:
                message = _("{search}: depth is what grows here; leave it out, or give --depth N")
                raise OptionError(message.format(search=search))
        self.game, self.searches, self.positions, self.seed = game, searches, positions, seed
        self.steps: list[Step] = []
        self.at = ""
        self.stopped = False

    def run(self, depth: int | None, seconds: float | None) -> None:
        """Each search up to this depth; or to the last one that takes no longer than so many
        seconds a position, if it grows as at the last two; or to the end of all games."""
        for search in self.searches:
            nodes = [1.0]
            for step in self._steps(search, depth or MAX_PLY):
                self.steps.append(step)
                nodes.append(step.nodes)
                factor = max(after / before for before, after in pairwise(nodes[-3:]))
                if seconds is not None and step.seconds * factor > seconds:
                    break

    def stop(self) -> None:
        """End soon."""
        self.stopped = True

    def _steps(self, search: Search, deepest: int) -> Iterator[Step]:
        for depth in range(1, deepest + 1):
            self.at = str(replace(search, depth=depth))
            prober = Prober(replace(search, depth=depth), self.game)
            probes = [prober.ask(position) for position in self.positions if not self.stopped]
            if self.stopped:
                return
            yield _step(search, depth, probes, self.seed)
            if all(probe.exact for probe in probes):
                return

    def of(self, search: Search) -> list[Step]:
        return [step for step in self.steps if step.search is search]

    @property
    def deepest(self) -> int:
        return max(step.depth for step in self.steps)


def _step(search: Search, depth: int, probes: Sequence[Probe], seed: int) -> Step:
    branching = [probe.branching for probe in probes]
    ends = interval(partial(np.mean, axis=-1), np.array(branching), seed)
    low, high = map(float, ends) if ends else (None, None)
    return Step(
        search,
        depth,
        fmean(probe.nodes for probe in probes),
        fmean(branching),
        low,
        high,
        first_share(probes),
        fmean(probe.seconds for probe in probes),
    )


def growth_table(growth: Growth, theory: Theory, title: str, command: str) -> Table:
    """A row for every search and depth."""
    rows: list[list[Cell]] = []
    for search in growth.searches:
        before: float | None = None
        for step in growth.of(search):
            depth, factor = step.depth, step.nodes / before if before else None
            expected = [theory.full(depth), theory.root(depth), theory.least(depth)]
            between = [step.branching, step.low, step.high, step.first]
            cells = [step.nodes, factor, *between, *expected, step.seconds]
            rows.append([str(search), depth, *cells])
            before = step.nodes
    columns = [
        Column("search", _("search")),
        Column("depth", _("depth")),
        Column("nodes", _("nodes"), _rounded),
        Column("factor", _("growth")),
        Column("branching", _("effective b")),
        Column("low", _("low")),
        Column("high", _("high")),
        Column("first", _("first cuts"), percent),
        Column("full", "b^d", _rounded),
        Column("root", "b^(d/2)", _rounded),
        Column("least", _("best case"), _rounded),
        Column("seconds", _("seconds")),
    ]
    return Table(title, columns, rows, command, "growth")


def _rounded(cell: Cell) -> str:
    assert isinstance(cell, float)
    return shown(round(cell)) if cell >= 100 else f"{cell:.3g}"
