"""How the work of a search grows with its depth, beside what theory says."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import fmean
from typing import Any

from tablero.errors import OptionError
from tablero.evals.zero import Zero
from tablero.games.game import Game
from tablero.lab.probe import Prober, Search, effective_branching
from tablero.lab.table import Cell, Column, Table, shown
from tablero.locale import _
from tablero.search import run
from tablero.search.notes import MAX_PLY

USUAL = ("minimax", "alphabeta", "alphabeta(order=best)", "alphabeta(order=best,cache=true)")

BUDGET = 1_000_000
"""Nodes that may be visited to count the moves of positions."""


@dataclass(frozen=True)
class Step:
    """One search at one depth; means over positions.

    exact -- no position needs to be looked at any deeper
    """

    search: Search
    depth: int
    nodes: float
    seconds: float
    exact: bool

    @property
    def branching(self) -> float:
        return effective_branching(self.nodes, self.depth)


class Growth:
    """steps -- so far, one search after the other, each from depth 1 on
    at    -- what is being searched
    """

    def __init__(self, game: Game, searches: Sequence[Search], positions: Sequence[Any]) -> None:
        for search in searches:
            if search.depth is not None:
                message = _("{search}: depth is what grows here; leave it out, or give --depth N")
                raise OptionError(message.format(search=search))
        self.game, self.searches, self.positions = game, searches, positions
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
            exact = all(probe.exact for probe in probes)
            nodes = fmean(probe.nodes for probe in probes)
            yield Step(search, depth, nodes, fmean(probe.seconds for probe in probes), exact)
            if exact:
                return

    def of(self, search: Search) -> list[Step]:
        return [step for step in self.steps if step.search is search]

    @property
    def deepest(self) -> int:
        return max(step.depth for step in self.steps)


def mean_moves(positions: Sequence[Any], depth: int) -> float:
    """How many moves a position has, on average, of all that minimax goes on from to this depth;
    or to less if those are very many."""
    expanded, moves = len(positions), 0.0
    for plies in range(1, depth + 1):
        settings = run.Settings("minimax", plies)
        found = [run.search(position, Zero(), settings).statistics for position in positions]
        made = sum(int(each["evaluated"]) for each in found)
        over = sum(int(each["leaves"]) for each in found)
        moves = made / expanded
        if made * moves > BUDGET or made == over:
            break
        expanded = len(positions) + made - over
    return moves


def growth_table(growth: Growth, moves: float, title: str, command: str) -> Table:
    """A row for every search and depth."""
    rows: list[list[Cell]] = []
    for search in growth.searches:
        before: float | None = None
        for step in growth.of(search):
            theory = [moves**step.depth, moves ** (step.depth / 2)]
            factor = step.nodes / before if before else None
            cells = [step.nodes, factor, step.branching, *theory, step.seconds]
            rows.append([str(search), step.depth, *cells])
            before = step.nodes
    columns = [
        Column("search", _("search")),
        Column("depth", _("depth")),
        Column("nodes", _("nodes"), _rounded),
        Column("factor", _("growth")),
        Column("branching", _("effective b")),
        Column("full", "b^d", _rounded),
        Column("least", "b^(d/2)", _rounded),
        Column("seconds", _("seconds")),
    ]
    return Table(title, columns, rows, command)


def _rounded(cell: Cell) -> str:
    assert isinstance(cell, float)
    return shown(round(cell)) if cell >= 100 else f"{cell:.3g}"
