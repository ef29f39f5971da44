"""Searches on the same positions: what each finds, and what it takes."""

import threading
from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Any

import numpy as np

from tablero.games.game import Game
from tablero.lab.bootstrap import interval
from tablero.lab.probe import Probe, Prober, Search, question
from tablero.lab.probe_job import ProbeJob, Question
from tablero.lab.table import Cell, Column, Table
from tablero.locale import _
from tablero.match.elo import SURE
from tablero.teams.team import Team

TOTALS = ("nodes", "cuts", "leaves", "cache_hits", "seconds")

INSTANT = 1e-6
"""Seconds that are too few to be measured."""


class Comparison:
    """found -- [search, position], as far as we have come
    done  -- so many questions are answered
    """

    def __init__(
        self, game: Game, searches: Sequence[Search], positions: Sequence[Any], seed: int
    ) -> None:
        self.game, self.searches, self.positions = game, searches, positions
        self.seed = seed
        self.found: list[list[Probe]] = [[] for _search in searches]
        self.done = 0
        self._stop = threading.Event()

    def run(self, team: Team | None = None) -> None:
        """Ask every search about every position; a team shares out the positions."""
        if team is None:
            self._ask_here()
        else:
            self._have_asked(team)

    def _ask_here(self) -> None:
        for search, probes in zip(self.searches, self.found, strict=True):
            prober = Prober(search, self.game)
            for position in self.positions:
                if self._stop.is_set():
                    return
                probes.append(prober.ask(position))
                self.done += 1

    def _have_asked(self, team: Team) -> None:
        """All searches of a position by one worker: their seconds are those of one machine."""
        texts, width = [*map(str, self.searches)], len(self.searches)
        orders = (
            [Question(width * place + number, text, written) for number, text in enumerate(texts)]
            for place, written in enumerate(map(self.game.write, self.positions))
        )
        found: dict[int, Probe] = {}
        job = ProbeJob.of(self.game, self.searches)
        with closing(team.results(job, orders, self._stop)) as answers:
            for question, probe in answers:
                found[question.number] = probe
                self.done += 1
        if not self._stop.is_set():
            for number, probes in enumerate(self.found):
                probes += [found[width * place + number] for place in range(len(self.positions))]

    def stop(self) -> None:
        """End soon."""
        self._stop.set()

    def differ(self, one: int, other: int) -> int:
        """In how many positions two searches come to different scores."""
        pairs = zip(self.found[one], self.found[other], strict=True)
        return sum(a.score != b.score for a, b in pairs)

    def contradictions(self) -> list[tuple[int, int]]:
        """Searches whose scores differ though they have answered the same question."""
        first: dict[Any, int] = {}
        wrong = []
        for number, search in enumerate(self.searches):
            asked = question(search, self.game)
            if asked is not None and self.differ(first.setdefault(asked, number), number):
                wrong.append((first[asked], number))
        return wrong

    def complaints(self) -> list[str]:
        """The same in words."""
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
        """[search, position]: this number of every probe."""
        return np.array([[getattr(one, name) for one in probes] for probes in self.found], float)

    def interval(self, statistic: Callable[[Any], Any], figures: Any) -> tuple[Any, Any]:
        """(low, high) of a statistic for every search; the same positions are drawn for all."""
        found = interval(statistic, figures, self.seed)
        if found is None:
            nothing = [None] * len(self.searches)
            return nothing, nothing
        return found[0].tolist(), found[1].tolist()


def counts(comparison: Comparison, title: str, command: str) -> Table:
    """Totals of every search, and its effective branching factor."""
    branching = comparison.figures("branching")
    low, high = comparison.interval(_mean, branching)
    rows: list[list[Cell]] = []
    for number, search in enumerate(comparison.searches):
        nodes, *others, seconds = (comparison.figures(name)[number].sum() for name in TOTALS)
        differ, plies = comparison.differ(0, number), comparison.figures("plies")[number].mean()
        counted = [int(total) for total in (nodes, *others)]
        cells = [float(branching[number].mean()), low[number], high[number]]
        speed = round(nodes / max(seconds, INSTANT))
        rows.append([str(search), differ, float(plies), *counted, *cells, float(seconds), speed])
    columns = [
        Column("search", _("search")),
        Column("differ", _("differ")),
        Column("plies", _("plies")),
        Column("nodes", _("nodes")),
        Column("cuts", _("cuts")),
        Column("leaves", _("leaves")),
        Column("cache_hits", _("cache hits")),
        Column("branching", "b"),
        Column("low", _("low")),
        Column("high", _("high")),
        Column("seconds", _("seconds")),
        Column("speed", _("nodes/s")),
    ]
    return Table(title, columns, rows, command, "counts")


def ratios(comparison: Comparison, command: str) -> Table:
    """The same in units of the search named first."""
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
    title = _("In units of {search}, with {percent:.0f} % intervals over positions")
    told = title.format(search=comparison.searches[0], percent=100 * SURE)
    return Table(told, columns, rows, command, "ratios")


def scores(comparison: Comparison, command: str) -> Table:
    """What every search says of every position, for the side to move."""
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
    return Table(title, columns, rows, command, "scores")


def _mean(figures: Any) -> Any:
    return figures.mean(axis=-1)


def _ratio(figures: Any) -> Any:
    """Of totals."""
    totals = np.maximum(figures.sum(axis=-1), INSTANT)
    return totals / totals[0]


def _mean_ratio(figures: Any) -> Any:
    means = _mean(figures)
    return means / means[0]
