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
from tablero.lab.probe import Search, SearchProbe, first_share
from tablero.lab.probe_job import ProbeJob, ProbeKey
from tablero.lab.table import Cell, Column, ResultTable, shown
from tablero.lab.tree_sizes import TreeSizes
from tablero.locale import _
from tablero.numbers import percent
from tablero.search.state import MAX_PLY
from tablero.workers.in_process import IN_PROCESS
from tablero.workers.job import TaskQueue
from tablero.workers.pool import WorkerPool

DEFAULT_SEARCHES = (
    "minimax",
    "alphabeta",
    "alphabeta(order=best)",
    "alphabeta(order=best,cache=true)",
)


@dataclass(frozen=True)
class DepthResult:
    """One search at one depth; means over positions.

    branching: effective branching factor, as SearchProbe defines it.
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


class DepthSeries:
    """One search, run at depth 1, 2, 3 and so on.

    next_search: the search at the next depth; None when the last depth has been run.
    """

    def __init__(
        self, search: Search, depth: int | None, seconds: float | None, seed: int
    ) -> None:
        self.search, self.seconds, self.seed = search, seconds, seed
        self.deepest = depth or MAX_PLY
        self.depth, self.nodes = 1, [1.0]

    @property
    def next_search(self) -> Search | None:
        return replace(self.search, depth=self.depth) if self.depth <= self.deepest else None

    def add(self, probes: Sequence[SearchProbe]) -> DepthResult:
        """Return the result of the probes of the current depth, and move on to the next depth."""
        result = _result(self.search, self.depth, probes, self.seed)
        self.nodes.append(result.nodes)
        factor = max(after / before for before, after in pairwise(self.nodes[-3:]))
        slow = self.seconds is not None and result.seconds * factor > self.seconds
        if slow or all(probe.exact for probe in probes):
            self.deepest = self.depth
        self.depth += 1
        return result


class GrowthExperiment:
    """Several searches, each run at growing depths.

    results: results so far, sorted by search and depth.
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
        self.results: list[DepthResult] = []
        self.at = ""
        self._stop = threading.Event()

    def run(self, depth: int | None, seconds: float | None, pool: WorkerPool = IN_PROCESS) -> None:
        """Run each search from depth 1 on, until one of three limits.

        depth: last depth; None: no limit.
        seconds: time per position that the next depth must not exceed, estimated by the growth at
            the last two depths; None: no limit.

        A search also ends at the depth at which all games are searched to their end.
        """
        series = [DepthSeries(search, depth, seconds, self.seed) for search in self.searches]
        tasks = TaskQueue(chain.from_iterable(map(self._tasks, count(), series)))
        width, results = len(self.positions), dict[tuple[int, int], DepthResult]()
        found: defaultdict[int, dict[int, SearchProbe]] = defaultdict(dict)
        job = ProbeJob.of(self.game, self.searches)
        with closing(pool.results(job, tasks, self._stop)) as answers:
            for key, probe in answers:
                number, place = divmod(key.number, width)
                found[number][place] = probe
                if len(found[number]) == width:
                    probes = found.pop(number)
                    result = series[number].add([probes[place] for place in range(width)])
                    results[number, result.depth] = result
                    self.results = [results[at] for at in sorted(results)]
                    for task in reversed([*self._tasks(number, series[number])]):
                        tasks.put_first(task)

    def _tasks(self, number: int, series: DepthSeries) -> Iterator[list[ProbeKey]]:
        """Yield a task for each position, at the next depth of a search."""
        if (search := series.next_search) is not None:
            for place, position in enumerate(self.positions):
                self.at = str(search)
                key_number = number * len(self.positions) + place
                yield [ProbeKey(key_number, self.at, self.game.write(position))]

    def stop(self) -> None:
        """Make `run` end soon."""
        self._stop.set()

    @property
    def stopped(self) -> bool:
        return self._stop.is_set()

    def of(self, search: Search) -> list[DepthResult]:
        return [result for result in self.results if result.search is search]

    @property
    def deepest(self) -> int:
        return max(result.depth for result in self.results)


def _result(search: Search, depth: int, probes: Sequence[SearchProbe], seed: int) -> DepthResult:
    branching = [probe.branching for probe in probes]
    ends = interval(partial(np.mean, axis=-1), np.array(branching), seed)
    low, high = map(float, ends) if ends else (None, None)
    return DepthResult(
        search,
        depth,
        fmean(probe.nodes for probe in probes),
        fmean(branching),
        low,
        high,
        first_share(probes),
        fmean(probe.seconds for probe in probes),
    )


def growth_table(
    growth: GrowthExperiment, sizes: TreeSizes, title: str, command: str
) -> ResultTable:
    """Return a table with a row for every search and depth."""
    rows: list[list[Cell]] = []
    for search in growth.searches:
        before: float | None = None
        for result in growth.of(search):
            depth, factor = result.depth, result.nodes / before if before else None
            expected = [sizes.full(depth), sizes.root(depth), sizes.least(depth)]
            between = [result.branching, result.low, result.high, result.first]
            cells = [result.nodes, factor, *between, *expected, result.seconds]
            rows.append([str(search), depth, *cells])
            before = result.nodes
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
    return ResultTable(title, columns, rows, command, "growth")


def _rounded(cell: Cell) -> str:
    assert isinstance(cell, float)
    return shown(round(cell)) if cell >= 100 else f"{cell:.3g}"
