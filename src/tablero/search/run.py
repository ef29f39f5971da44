"""Run a search: unpack the settings, call the kernel, wrap what it found."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, cast

from tablero.errors import OutsideError, SearchStopped, UnknownName
from tablero.jit import is_interpreted, prepare
from tablero.locale import _, mark
from tablero.position import INFINITY, ONGOING, Move, Side
from tablero.search import ALGORITHMS, ENGINE
from tablero.search.node import Best, Natural, Task, sign_of, whole_window
from tablero.search.notes import COUNTERS, FIRST_CUTS, check_depth, new_notes
from tablero.search.table import new_table

ORDERS: dict[str, Any] = {"natural": Natural(), "best": Best()}
ROOT_WINDOWS = ("full", "shared")
SEARCH, ORDER, ROOT_WINDOW = mark("search"), mark("order"), mark("root window")


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
            (SEARCH, self.algorithm, (*ALGORITHMS, ENGINE)),
            (ORDER, self.order, ORDERS),
            (ROOT_WINDOW, self.root_window, ROOT_WINDOWS),
        ):
            if name not in known:
                raise UnknownName(_(kind), name, known)
        check_depth(self.depth)


@dataclass(frozen=True)
class Result:
    """What a search found out.

    depth -- so many plies it has looked ahead
    exact -- the score rests on finished games alone, and the judge ranks them as the game does
    first_cuts -- of the cuts, those that the first move made which was looked at
    """

    score: int
    line: list[Move]
    depth: int
    exact: bool
    statistics: dict[str, int | float]
    first_cuts: int = 0

    @property
    def move(self) -> Move:
        return self.line[0]


def seen_by(judge: Any, me: Side) -> Any:
    """The judge, told that `me` is MAX if he asks for that."""
    return judge.seen_by(me) if hasattr(judge, "seen_by") else judge


def task_of(judge: Any, settings: Settings, me: Side, notes: Any) -> Task:
    """What `me` searches by."""
    judge = seen_by(judge, me)
    flags = settings.lazy, settings.infer, settings.root_window == "shared"
    return Task(judge, ORDERS[settings.order], notes, me, *(int(flag) for flag in flags))


class Search:
    """One search of one position. `run` it once; meanwhile others may look on, or stop it.

    log -- where it writes down its tree (log.py), if anywhere
    """

    def __init__(
        self,
        position: Any,
        judge: Any,
        settings: Settings,
        table: Any = None,
        order: Any = None,
        log: Any = None,
    ) -> None:
        assert position.outcome() == ONGOING, position
        self.position = position
        self.settings = settings
        self.table = table
        if settings.cache and table is None:
            bits, interpreted = settings.table_bits, is_interpreted(position)
            self.table = new_table(bits, len(position.key()), interpreted)
        self.notes = self.line_notes = new_notes(is_interpreted(position))
        self.stopped = False
        self.task = task_of(judge, settings, position.turn(), self.notes)._replace(log=log)
        if order is not None:
            self.task = self.task._replace(order=order)
        module = import_module(f"tablero.search.{settings.algorithm}")
        self.kernel = cast(Callable[..., int], getattr(module, settings.algorithm))
        self.span = whole_window(position, self.task.judge)

    @property
    def nodes(self) -> int:
        """How many nodes have been visited so far."""
        return int(self.notes.evaluated)

    def stop(self) -> None:
        """Make whoever waits for an answer get SearchStopped soon."""
        self.stopped = True
        self.notes.budget = self.line_notes.budget = 0

    def run(self) -> Result:
        """Search, and say what was found. The time to compile is not counted."""
        self.prepare()
        return self.answer()

    def answer(self) -> Result:
        """What `run` says, when everything is compiled."""
        depth = self.settings.depth
        start = time.perf_counter()
        score = self.ask(depth, *self.span)
        seconds = time.perf_counter() - start
        counted, first = statistics([self], seconds), first_cuts([self])
        return Result(score, self.line(depth, score), depth, self.exact, counted, first)

    def prepare(self) -> None:
        """Compile what is needed, so that `ask` only searches."""
        prepare(self.kernel, *self._arguments(self.settings.depth, *self.span))

    def ask(self, depth: int, low: int, high: int) -> int:
        """The score at this depth if it lies between low and high, else a bound of it."""
        self.notes.horizon = 0
        score = self.kernel(*self._arguments(depth, low, high))
        self._check_budget(self.notes)
        _check_score(score, *self.span)
        return score

    @property
    def exact(self) -> bool:
        """Was it finished games alone that the last answer rests on?"""
        lost, drawn, won = map(self.task.judge.final, (-1, 0, 1))
        return bool(self.notes.horizon == 0) and lost < drawn < won

    def _arguments(self, depth: int, low: int, high: int) -> tuple[Any, ...]:
        return self.position, depth, 0, low, high, self.task, self.table

    def line(self, depth: int, score: int) -> list[Move]:
        """The best line, when `ask` has found the score at this depth. Where it ended at a
        table entry, a search from there goes on; if we are stopped meanwhile, it stays short.

        Raises SearchStopped if there is no line at all then.
        """
        notes, position = self.notes, self.position
        line: list[Move] = []
        while True:
            for move in map(int, notes.line[0, : notes.length[0]]):
                line.append(move)
                position = position.play(move)
            left = depth - len(line)
            inferred = self.settings.infer and position.theory() != ONGOING
            if left == 0 or inferred or position.outcome() != ONGOING:
                return line
            notes = self.line_notes = new_notes(is_interpreted(position))
            if self.stopped:
                self.stop()
            task = self.task._replace(notes=notes, log=None)
            worth = sign_of(self.position, position) * score
            low, high = whole_window(position, self.task.judge)
            low, high = max(low, worth - 1), min(high, worth + 1)
            self.kernel(position, left, 0, min(low, high - 1), high, task, self.table)
            if line and notes.evaluated >= notes.budget:
                return line
            self._check_budget(notes)

    def _check_budget(self, notes: Any) -> None:
        if notes.evaluated >= notes.budget:
            message = _("the search was stopped after {nodes} nodes")
            raise SearchStopped(message.format(nodes=self.nodes))


def _check_score(score: int, low: int, high: int) -> None:
    """Raise OutsideError for a score that only wrong rules, or a wrong judge, can lead to."""
    if abs(score) == INFINITY:
        raise OutsideError(_("a position that is not over has no moves"))
    if not isinstance(score, int) or not low <= score <= high:
        message = _("the score {score} is no int from {low} to {high}, as bounds and span promise")
        raise OutsideError(message.format(score=score, low=low, high=high))


def statistics(searches: Sequence[Search], seconds: float) -> dict[str, int | float]:
    """What several searches of one position have counted together."""
    counts = {name: [int(getattr(each.notes, name)) for each in searches] for name in COUNTERS}
    totals = {name: sum(numbers) for name, numbers in counts.items()}
    return {**totals, "depth": max(counts["depth"]), "seconds": round(seconds, 6)}


def first_cuts(searches: Sequence[Search]) -> int:
    """Of the cuts that these have counted."""
    return sum(int(getattr(each.notes, FIRST_CUTS)) for each in searches)


def search(position: Any, judge: Any, settings: Settings) -> Result:
    """The score and the best line of an unfinished position."""
    return Search(position, judge, settings).run()
