"""Run a search: unpack the settings, call the kernel, wrap what it found."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, cast

from tablero.errors import OutsideError, SearchStopped, UnknownName
from tablero.jit import prepare
from tablero.locale import _
from tablero.position import INFINITY, ONGOING, Move
from tablero.search import ALGORITHMS, ENGINE
from tablero.search.node import Best, Natural, Task
from tablero.search.notes import COUNTERS, check_depth, new_notes
from tablero.search.table import new_table

ORDERS: dict[str, Any] = {"natural": Natural(), "best": Best()}
ROOT_WINDOWS = ("full", "shared")


@dataclass(frozen=True)
class Settings:
    """How to search. Any combination gives the same score, save what `infer` knows better.

    order       -- natural: by name; best: the game's own guess first
    cache       -- positions already valued are not searched again
    lazy        -- children are made one by one, as they are visited
    infer       -- positions that the game's theory knows are not searched
    root_window -- full: every root move is searched with the whole window; shared: a root
                   move only has to show that it is better than its elder siblings
    """

    algorithm: str = "alphabeta"
    depth: int = 6
    order: str = "natural"
    cache: bool = False
    lazy: bool = True
    infer: bool = False
    root_window: str = "shared"
    table_bits: int = 22

    def __post_init__(self) -> None:
        for kind, name, known in (
            (_("search"), self.algorithm, (*ALGORITHMS, ENGINE)),
            (_("order"), self.order, ORDERS),
            (_("root window"), self.root_window, ROOT_WINDOWS),
        ):
            if name not in known:
                raise UnknownName(kind, name, known)
        check_depth(self.depth)


@dataclass(frozen=True)
class Result:
    """What a search found out.

    exact -- the score rests on finished games alone, and the judge ranks them as the game does
    """

    score: int
    line: list[Move]
    exact: bool
    statistics: dict[str, int | float]

    @property
    def move(self) -> Move:
        return self.line[0]


class Search:
    """One search of one position. `run` it once; meanwhile others may look on, or stop it."""

    def __init__(
        self, position: Any, judge: Any, settings: Settings, table: Any = None, order: Any = None
    ) -> None:
        assert position.outcome() == ONGOING, position
        self.position = position
        self.settings = settings
        self.table = table
        if settings.cache and table is None:
            self.table = new_table(settings.table_bits, len(position.key()))
        self.notes = new_notes()
        me = position.turn()
        if hasattr(judge, "seen_by"):
            judge = judge.seen_by(me)
        flags = settings.lazy, settings.infer, settings.root_window == "shared"
        order = ORDERS[settings.order] if order is None else order
        self.task = Task(judge, order, self.notes, me, *(int(flag) for flag in flags))

    @property
    def nodes(self) -> int:
        """How many nodes have been visited so far."""
        return int(self.notes.evaluated)

    def stop(self) -> None:
        """Make `run` raise SearchStopped soon."""
        self.notes.budget = 0

    def run(self) -> Result:
        """Search, and say what was found."""
        settings, position = self.settings, self.position
        module = import_module(f"tablero.search.{settings.algorithm}")
        kernel = cast(Callable[..., int], getattr(module, settings.algorithm))
        low, high = self._window(position)
        arguments = position, settings.depth, 0, low, high, self.task, self.table
        prepare(kernel, *arguments)
        start = time.perf_counter()
        score = kernel(*arguments)
        seconds = time.perf_counter() - start
        if self.notes.evaluated >= self.notes.budget:
            raise SearchStopped(
                _("the search was stopped after {nodes} nodes").format(nodes=self.nodes)
            )
        _check_score(score, low, high)
        statistics: dict[str, int | float] = {
            name: int(getattr(self.notes, name)) for name in COUNTERS
        }
        statistics["seconds"] = round(seconds, 6)
        lost, drawn, won = map(self.task.judge.final, (-1, 0, 1))
        exact = bool(self.notes.horizon == 0) and lost < drawn < won
        return Result(score, self._line(kernel), exact, statistics)

    def _window(self, position: Any) -> tuple[int, int]:
        """Every score of `position` lies within, so one at the edge is exact too."""
        low, high = self.task.judge.span(*position.bounds())
        low, high = max(low, 1 - INFINITY), min(high, INFINITY - 1)
        return min(low, high - 1), high

    def _line(self, kernel: Callable[..., int]) -> list[Move]:
        """The best line. Where it ended at a table entry, a search from there goes on."""
        notes, position = self.notes, self.position
        line: list[Move] = []
        while True:
            for move in map(int, notes.line[0, : notes.length[0]]):
                line.append(move)
                position = position.play(move)
            left = self.settings.depth - len(line)
            inferred = self.settings.infer and position.theory() != ONGOING
            if left == 0 or inferred or position.outcome() != ONGOING:
                return line
            notes = new_notes()
            task = self.task._replace(notes=notes)
            kernel(position, left, 0, *self._window(position), task, self.table)


def _check_score(score: int, low: int, high: int) -> None:
    """Raise OutsideError for a score that only wrong rules, or a wrong judge, can lead to."""
    if abs(score) == INFINITY:
        raise OutsideError(_("a position that is not over has no moves"))
    if not isinstance(score, int) or not low <= score <= high:
        message = _("the score {score} is no int from {low} to {high}, as bounds and span promise")
        raise OutsideError(message.format(score=score, low=low, high=high))


def search(position: Any, judge: Any, settings: Settings) -> Result:
    """The score and the best line of an unfinished position."""
    return Search(position, judge, settings).run()
