"""How the work of a search grows with its depth, beside what theory says."""

import threading
from collections import defaultdict
from collections.abc import Sequence
from contextlib import closing
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
from tablero.lab.probe_job import ProbeJob, Question
from tablero.lab.table import Cell, Column, Table, shown
from tablero.lab.theory import Theory
from tablero.locale import _
from tablero.numbers import percent
from tablero.search.notes import MAX_PLY
from tablero.teams.job import Orders
from tablero.teams.team import Team

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


class Climb:
    """One search, from depth 1 on.

    deeper -- what is to be asked about every position next; None: it is at its end
    """

    def __init__(
        self, search: Search, depth: int | None, seconds: float | None, seed: int
    ) -> None:
        self.search, self.seconds, self.seed = search, seconds, seed
        self.deepest = depth or MAX_PLY
        self.depth, self.nodes = 1, [1.0]

    @property
    def deeper(self) -> Search | None:
        return replace(self.search, depth=self.depth) if self.depth <= self.deepest else None

    def take(self, probes: Sequence[Probe]) -> Step:
        """This is what was found there."""
        step = _step(self.search, self.depth, probes, self.seed)
        self.nodes.append(step.nodes)
        factor = max(after / before for before, after in pairwise(self.nodes[-3:]))
        slow = self.seconds is not None and step.seconds * factor > self.seconds
        if slow or all(probe.exact for probe in probes):
            self.deepest = self.depth
        self.depth += 1
        return step


class Growth:
    """steps -- so far, one search after the other, each from depth 1 on; a team is at all of them
             at the same time
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
        self._stop = threading.Event()

    def run(self, depth: int | None, seconds: float | None, team: Team | None = None) -> None:
        """Each search up to this depth; or to the last one that takes no longer than so many
        seconds a position, if it grows as at the last two; or to the end of all games. A team
        shares out the positions."""
        climbs = [Climb(search, depth, seconds, self.seed) for search in self.searches]
        if team is None:
            self._ask_here(climbs)
        else:
            self._have_asked(climbs, team)

    def stop(self) -> None:
        """End soon."""
        self._stop.set()

    @property
    def stopped(self) -> bool:
        return self._stop.is_set()

    def _ask_here(self, climbs: Sequence[Climb]) -> None:
        for climb in climbs:
            while (search := climb.deeper) is not None:
                self.at, prober = str(search), Prober(search, self.game)
                probes = [prober.ask(position) for position in self.positions if not self.stopped]
                if self.stopped:
                    return
                self.steps.append(climb.take(probes))

    def _have_asked(self, climbs: Sequence[Climb], team: Team) -> None:
        """Whoever has seen all positions at one depth goes on to the next."""
        texts, width = [*map(self.game.write, self.positions)], len(self.positions)
        orders: Orders[Question] = Orders([])
        steps: dict[tuple[int, int], Step] = {}
        found: defaultdict[int, dict[int, Probe]] = defaultdict(dict)

        def ask(number: int) -> None:
            if (search := climbs[number].deeper) is not None:
                self.at = str(search)
                for place in reversed(range(width)):
                    question = Question(width * number + place, self.at, texts[place])
                    orders.put([question])

        for number in reversed(range(len(climbs))):
            ask(number)
        job = ProbeJob.of(self.game, self.searches)
        with closing(team.results(job, orders, self._stop)) as answers:
            for question, probe in answers:
                number, place = divmod(question.number, width)
                found[number][place] = probe
                if len(found[number]) == width:
                    probes = found.pop(number)
                    step = climbs[number].take([probes[place] for place in range(width)])
                    steps[number, step.depth] = step
                    ask(number)
        self.steps = [steps[key] for key in sorted(steps)]

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
