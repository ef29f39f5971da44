"""Growth of a search's nodes and time with its depth, beside the theoretical tree sizes."""

import threading
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, count, pairwise
from statistics import fmean
from typing import Any

import numpy as np

from tablero.errors import OptionError
from tablero.games.game import Game
from tablero.lab.bootstrap import interval
from tablero.lab.probe import Probe, Search, first_share
from tablero.lab.probe_job import ProbeJob, Question
from tablero.lab.table import Cell, Column, Table, shown
from tablero.lab.theory import Theory
from tablero.locale import _
from tablero.numbers import percent
from tablero.search.notes import MAX_PLY
from tablero.workers.in_process import IN_PROCESS
from tablero.workers.job import TaskQueue
from tablero.workers.pool import WorkerPool

USUAL = ("minimax", "alphabeta", "alphabeta(order=best)", "alphabeta(order=best,cache=true)")


@dataclass(frozen=True)
class Step:
    """One search at one depth; means over positions.

    branching: effective branching factor, as Probe defines it.
    low, high: its confidence interval; None with a single position.
    first: share of all cutoffs that first moves caused; None without cutoffs.
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
    """One search, run at depth 1, 2, 3 and so on.

    deeper: the search at the next depth; None when the last depth has been run.
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
        """Return the step for the probes of the current depth, and move on to the next depth."""
        step = _step(self.search, self.depth, probes, self.seed)
        self.nodes.append(step.nodes)
        factor = max(after / before for before, after in pairwise(self.nodes[-3:]))
        slow = self.seconds is not None and step.seconds * factor > self.seconds
        if slow or all(probe.exact for probe in probes):
            self.deepest = self.depth
        self.depth += 1
        return step


class Growth:
    """Several searches, each run at growing depths.

    steps: steps so far, sorted by search and depth.
    at: the search that runs now, as text.
    seed: seed of the bootstrap intervals.
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

    def run(self, depth: int | None, seconds: float | None, pool: WorkerPool = IN_PROCESS) -> None:
        """Run each search from depth 1 on, until one of three limits.

        depth: last depth; None: no limit.
        seconds: time per position that the next depth must not exceed, estimated by the growth at
            the last two depths; None: no limit.

        A search also ends at the depth at which all games are searched to their end.
        """
        climbs = [Climb(search, depth, seconds, self.seed) for search in self.searches]
        tasks = TaskQueue(chain.from_iterable(map(self._tasks, count(), climbs)))
        width, steps = len(self.positions), dict[tuple[int, int], Step]()
        found: defaultdict[int, dict[int, Probe]] = defaultdict(dict)
        job = ProbeJob.of(self.game, self.searches)
        with closing(pool.results(job, tasks, self._stop)) as answers:
            for question, probe in answers:
                number, place = divmod(question.number, width)
                found[number][place] = probe
                if len(found[number]) == width:
                    probes = found.pop(number)
                    step = climbs[number].take([probes[place] for place in range(width)])
                    steps[number, step.depth] = step
                    self.steps = [steps[key] for key in sorted(steps)]
                    for task in reversed([*self._tasks(number, climbs[number])]):
                        tasks.put_first(task)

    def _tasks(self, number: int, climb: Climb) -> Iterator[list[Question]]:
        """Yield a task for each position, at the next depth of a search."""
        if (search := climb.deeper) is not None:
            for place, position in enumerate(self.positions):
                self.at = str(search)
                question = number * len(self.positions) + place
                yield [Question(question, self.at, self.game.write(position))]

    def stop(self) -> None:
        """Make `run` end soon."""
        self._stop.set()

    @property
    def stopped(self) -> bool:
        return self._stop.is_set()

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
    """Return a table with a row for every search and depth."""
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
        Column("first", _("first cutoffs"), percent),
        Column("full", "b^d", _rounded),
        Column("root", "b^(d/2)", _rounded),
        Column("least", _("best case"), _rounded),
        Column("seconds", _("seconds")),
    ]
    return Table(title, columns, rows, command, "growth")


def _rounded(cell: Cell) -> str:
    assert isinstance(cell, float)
    return shown(round(cell)) if cell >= 100 else f"{cell:.3g}"
