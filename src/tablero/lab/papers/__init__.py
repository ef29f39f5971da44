"""The five papers: every figure and every question, the paper's beside ours."""

from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from typing import Any

from tablero.errors import UnknownName
from tablero.lab.papers.faults import Fault
from tablero.lab.papers.report import Chapter, Part, Report
from tablero.locale import _

PAPERS = ("p1", "p2", "p3", "p4", "p5")
LONG = "p2"
"""The paper whose experiments take a time budget."""

MINUTE = 60.0
"""Seconds that the second paper gave every set of options."""


class Work:
    """The experiments of some papers, one after the other.

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

    def run(self, command: str) -> Report:
        """Run all experiments, and return their report; `command` is the one to reproduce it."""
        return Report([self._chapter(name) for name in self._plans], command)

    def _plan(self, name: str, seed: int, budget: float | None) -> list[Callable[[], Part]]:
        options: dict[str, Any] = {"tell": self._tell} if name == LONG else {}
        if name == LONG and budget is not None:
            options["budget"] = budget
        experiments: list[Callable[[], Part]] = _module(name).parts(seed, **options)
        return experiments

    def _tell(self, text: str) -> None:
        self.current = f"{LONG}: {text}"

    def _chapter(self, name: str) -> Chapter:
        self.current = name
        parts = []
        for experiment in self._plans[name]:
            parts.append(experiment())
            self.done += 1
        return Chapter(name, _module(name).title(), parts)


def all_faults() -> list[Fault]:
    """Return the faults of all papers' programs, paper by paper."""
    return [fault for name in PAPERS for fault in _module(name).faults()]


def _in_order(names: Iterable[str]) -> list[str]:
    """Return the names sorted and without duplicates, or all papers if there are none."""
    return sorted(set(names)) or list(PAPERS)


def _module(name: str) -> Any:
    return import_module(f"tablero.lab.papers.{name}")
