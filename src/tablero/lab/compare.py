"""Comparison of searches on the same positions: their scores, counters and times."""

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from itertools import product
from typing import Any

import numpy as np

from tablero.games.game import Game
from tablero.lab.bootstrap import interval
from tablero.lab.probe import Search, SearchProbe, agreement_key
from tablero.lab.probe_job import ProbeJob, ProbeKey
from tablero.lab.table import Cell, Column, ResultTable
from tablero.locale import _
from tablero.match.elo import SURE
from tablero.workers.in_process import IN_PROCESS
from tablero.workers.job import in_order
from tablero.workers.pool import WorkerPool

TOTALS = ("nodes", "cuts", "leaves", "cache_hits", "seconds")

MIN_SECONDS = 1e-6
"""Least total that is divided by, in seconds; shorter times cannot be measured."""


class Comparison:
    """Several searches, each run on the same positions.

    found: probes by search and position, as far as the comparison has run.
    done: number of probes received.
    seed: seed of the bootstrap intervals.
    """

    def __init__(
        self, game: Game, searches: Sequence[Search], positions: Sequence[Any], seed: int
    ) -> None:
        self.game, self.searches, self.positions = game, searches, positions
        self.seed = seed
        self.found: list[list[SearchProbe]] = [[] for _search in searches]
        self.done = 0
        self._stop = threading.Event()

    def run(self, pool: WorkerPool = IN_PROCESS) -> None:
        """Run every search on every position, one search after the other.

        On several machines a task is one position with all searches, so that their times are
        measured on one machine.
        """
        width = len(self.positions)
        texts = [*map(self.game.write, self.positions)]
        keys = [
            ProbeKey(number, str(search), text)
            for number, (search, text) in enumerate(product(self.searches, texts))
        ]
        columns = [keys[place::width] for place in range(width)]
        tasks = [[each] for each in keys] if pool.on_this_machine else columns
        job = ProbeJob.of(self.game, self.searches)
        with closing(pool.results(job, tasks, self._stop)) as answers:
            for number, probe in in_order(self._counted(answers), 0):
                self.found[number // width].append(probe)

    def _counted(
        self, answers: Iterable[tuple[ProbeKey, SearchProbe]]
    ) -> Iterator[tuple[int, SearchProbe]]:
        for key, probe in answers:
            self.done += 1
            yield key.number, probe

    def stop(self) -> None:
        """Make `run` end soon."""
        self._stop.set()

    def differ(self, one: int, other: int) -> int:
        """Return the number of positions in which two searches return different scores."""
        pairs = zip(self.found[one], self.found[other], strict=True)
        return sum(a.score != b.score for a, b in pairs)

    def contradictions(self) -> list[tuple[int, int]]:
        """Return the pairs of searches that must return the same scores but do not."""
        first: dict[Any, int] = {}
        wrong = []
        for number, search in enumerate(self.searches):
            key = agreement_key(search, self.game)
            if key is not None and self.differ(first.setdefault(key, number), number):
                wrong.append((first[key], number))
        return wrong

    def warnings(self) -> list[str]:
        """Return the contradictions as messages."""
        message = _("{one} and {other} must agree, but differ in {count} positions")
        return [
            message.format(
                one=self.searches[one],
                other=self.searches[other],
                count=self.differ(one, other),
            )
            for one, other in self.contradictions()
        ]

    def figures(self, name: str) -> Any:
        """Return the field `name` of every probe as an array [search, position]."""
        return np.array([[getattr(one, name) for one in probes] for probes in self.found], float)

    def interval(self, statistic: Callable[[Any], Any], figures: Any) -> tuple[Any, Any]:
        """Return the lists (low, high) of a statistic's intervals, by search.

        All searches share the resampled positions. With one position the ends are None.
        """
        found = interval(statistic, figures, self.seed)
        if found is None:
            nothing = [None] * len(self.searches)
            return nothing, nothing
        return found[0].tolist(), found[1].tolist()


def counts(comparison: Comparison, title: str, command: str) -> ResultTable:
    """Return the totals of every search, and its effective branching factor."""
    branching = comparison.figures("branching")
    low, high = comparison.interval(_mean, branching)
    rows: list[list[Cell]] = []
    for number, search in enumerate(comparison.searches):
        nodes, *others, seconds = (comparison.figures(name)[number].sum() for name in TOTALS)
        differ, plies = comparison.differ(0, number), comparison.figures("plies")[number].mean()
        counted = [int(total) for total in (nodes, *others)]
        cells = [float(branching[number].mean()), low[number], high[number]]
        speed = round(nodes / max(seconds, MIN_SECONDS))
        rows.append([str(search), differ, float(plies), *counted, *cells, float(seconds), speed])
    columns = [
        Column("search", _("search")),
        Column("differ", _("differ")),
        Column("plies", _("plies")),
        Column("nodes", _("nodes")),
        Column("cuts", _("cutoffs")),
        Column("leaves", _("leaves")),
        Column("cache_hits", _("table hits")),
        Column("branching", "b"),
        Column("low", _("low")),
        Column("high", _("high")),
        Column("seconds", _("seconds")),
        Column("speed", _("nodes/s")),
    ]
    return ResultTable(title, columns, rows, command, "counts")


def ratios(comparison: Comparison, command: str) -> ResultTable:
    """Return nodes, branching and seconds of every search relative to the first search."""
    kinds = (
        ("nodes", _("nodes"), _ratio),
        ("branching", "b", _mean_ratio),
        ("seconds", _("seconds"), _ratio),
    )
    columns, cells = [Column("search", _("search"))], []
    for name, title, statistic in kinds:
        figures = comparison.figures(name)
        cells += [statistic(figures).tolist(), *comparison.interval(statistic, figures)]
        columns += [
            Column(name, f"{title} ×"),
            Column(f"{name}_low", _("low")),
            Column(f"{name}_high", _("high")),
        ]
    rows = [[str(search), *row] for search, *row in zip(comparison.searches, *cells, strict=True)]
    title = _("Relative to {search}, with {percent:.0f} % confidence intervals over positions")
    caption = title.format(search=comparison.searches[0], percent=100 * SURE)
    return ResultTable(caption, columns, rows, command, "ratios")


def scores(comparison: Comparison, command: str) -> ResultTable:
    """Return the score of every position by every search, for the side to move."""
    rows: list[list[Cell]] = [
        [comparison.game.write(position), *(probe.score for probe in probes)]
        for position, *probes in zip(comparison.positions, *comparison.found, strict=True)
    ]
    columns = [
        Column("position", _("position")),
        *(
            Column(str(search), str(number))
            for number, search in enumerate(comparison.searches, 1)
        ),
    ]
    title = _("Scores of the positions for the side to move, by the number of the search")
    return ResultTable(title, columns, rows, command, "scores")


def _mean(figures: Any) -> Any:
    return figures.mean(axis=-1)


def _ratio(figures: Any) -> Any:
    """Return each search's total divided by the first search's."""
    totals = np.maximum(figures.sum(axis=-1), MIN_SECONDS)
    return totals / totals[0]


def _mean_ratio(figures: Any) -> Any:
    means = _mean(figures)
    return means / means[0]
