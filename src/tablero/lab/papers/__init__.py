"""The five papers: every figure and every question, the paper's beside ours."""

from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from typing import Any

from tablero.errors import UnknownName
from tablero.lab.papers.faults import ProgramFault
from tablero.lab.papers.report import Chapter, PapersReport, Section
from tablero.locale import _

PAPERS = ("p1", "p2", "p3", "p4", "p5")
TIMED = "p2"
"""The paper whose experiments take a time budget."""

MINUTE = 60.0
"""Seconds that the second paper gave every set of options."""


class PapersRun:
    """A run of the experiments of some papers, one after the other.

    done, total: numbers of experiments.
    current: the paper in progress, with the set of options where it has several.
    """

    def __init__(self, names: Sequence[str], seed: int, budget: float | None = None) -> None:
        """Plan the experiments of these papers; without names, of all of them.

        budget: seconds for each set of options of the second paper; None: that paper's default.
        """
        for name in names:
            if name not in PAPERS:
                raise UnknownName(_("paper"), name, PAPERS)
        self._plans = {name: self._plan(name, seed, budget) for name in _in_order(names)}
        self.total = sum(map(len, self._plans.values()))
        self.done = 0
        self.current = ""

    def run(self, command: str) -> PapersReport:
        """Run all experiments, and return their report; `command` is the one to reproduce it."""
        return PapersReport([self._chapter(name) for name in self._plans], command)

    def _plan(self, name: str, seed: int, budget: float | None) -> list[Callable[[], Section]]:
        options: dict[str, Any] = {"on_start": self._on_start} if name == TIMED else {}
        if name == TIMED and budget is not None:
            options["budget"] = budget
        experiments: list[Callable[[], Section]] = _module(name).sections(seed, **options)
        return experiments

    def _on_start(self, text: str) -> None:
        self.current = f"{TIMED}: {text}"

    def _chapter(self, name: str) -> Chapter:
        self.current = name
        sections = []
        for experiment in self._plans[name]:
            sections.append(experiment())
            self.done += 1
        return Chapter(name, _module(name).title(), sections)


def all_faults() -> list[ProgramFault]:
    """Return the faults of all papers' programs, paper by paper."""
    return [fault for name in PAPERS for fault in _module(name).faults()]


def _in_order(names: Iterable[str]) -> list[str]:
    """Return the names sorted and without duplicates, or all papers if there are none."""
    return sorted(set(names)) or list(PAPERS)


def _module(name: str) -> Any:
    return import_module(f"tablero.lab.papers.{name}")
