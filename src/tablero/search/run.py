"""Run a search: read the settings, call the kernel, and return its result."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Annotated, Any, Literal, TypeAlias, cast

from tablero.answers import check_moves
from tablero.definitions import Kind, defined
from tablero.errors import OutsideError, SearchStopped, UnknownName
from tablero.jit import is_interpreted, prepare
from tablero.locale import _
from tablero.options import check_options
from tablero.position import ONGOING, Move, PlainEvaluation, PlainPosition, Side, position_key
from tablero.search import ALGORITHMS, ENGINE, check_unfinished
from tablero.search.diagnosis import explained, look_for_errors
from tablero.search.node import Best, Natural, Task, full_window, sign_of
from tablero.search.state import COUNTERS, DEPTHS, FIRST_CUTS, NO_LIMIT, NO_NODE, new_state
from tablero.search.table import new_table

Algorithm: TypeAlias = str
"""The name of a search: one of ALGORITHMS, ENGINE, or one that is defined (definitions.py)."""

Order: TypeAlias = Literal["natural", "best"]
RootWindow: TypeAlias = Literal["full", "shared"]
ORDERS: dict[Order, Any] = {"natural": Natural(), "best": Best()}


@dataclass(frozen=True)
class Settings:
    """The settings of a search. At one depth all give the same score, unless `infer` improves it.

    algorithm: name of the search, one of ALGORITHMS or ENGINE.
    depth: search depth in plies.
    order: move ordering; "natural" is by name, "best" is the game's own, most promising first.
    cache: use a transposition table.
    lazy: generate children one by one, when they are visited.
    infer: use the theoretical value of positions, where the game provides it.
    root_window: "full" searches every root move with the full window; "shared" narrows the window
        by the root moves searched before.
    table_bits: binary logarithm of the number of entries of the transposition table.
    """

    algorithm: str = "alphabeta"
    depth: Annotated[int, DEPTHS] = 6
    order: Order = "natural"
    cache: bool = False
    lazy: bool = True
    infer: bool = False
    root_window: RootWindow = "shared"
    table_bits: int = 22

    def __post_init__(self) -> None:
        known = *ALGORITHMS, ENGINE, *defined(Kind.SEARCH)
        if self.algorithm not in known:
            raise UnknownName(_("search"), self.algorithm, known)
        check_options(self)


@dataclass(frozen=True)
class Result:
    """The result of a search.

    score: the score for the side to move.
    line: the principal variation.
    depth: the search depth in plies.
    exact: the score rests on finished games alone, and the evaluation ranks them as the game does.
    statistics: the counters (state.py), and the seconds that the search took.
    first_cuts: number of cutoffs by the first move that was searched.
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


def kernel_of(algorithm: str) -> Callable[..., int]:
    """Return the kernel of a search.

    `tablero.search.<name>` holds those of this package under the same name; others are defined.
    """
    if algorithm in defined(Kind.SEARCH):
        return cast(Callable[..., int], defined(Kind.SEARCH)[algorithm])
    module = import_module(f"tablero.search.{algorithm}")
    return cast(Callable[..., int], getattr(module, algorithm))


def seen_by(evaluation: Any, me: Side) -> Any:
    """Return the evaluation for a search in which `me` is MAX, if it distinguishes sides."""
    return evaluation.seen_by(me) if hasattr(evaluation, "seen_by") else evaluation


def task_of(evaluation: Any, settings: Settings, me: Side, state: Any) -> Task:
    """Return the task of a search at whose root `me` is the side to move."""
    evaluation = seen_by(evaluation, me)
    flags = settings.lazy, settings.infer, settings.root_window == "shared"
    return Task(evaluation, ORDERS[settings.order], state, me, *(int(flag) for flag in flags))


class Search:
    """One search of one position. Call `run` once; other threads may read `nodes` or call `stop`.

    state: the state of the search (state.py).
    windows: number of windows in which the position has been searched.
    span: the full window.
    task: the arguments of the kernel that stay the same at every node, with the log of the tree
        (log.py), if there is one.
    """

    def __init__(
        self,
        position: Any,
        evaluation: Any,
        settings: Settings,
        table: Any = None,
        order: Any = None,
        log: Any = None,
    ) -> None:
        """Raise ImpossiblePosition if the game is over."""
        check_unfinished(position)
        self.position = position
        self.settings = settings
        if settings.cache and table is None:
            bits, interpreted = settings.table_bits, is_interpreted(position)
            table = new_table(bits, len(position_key(position)), interpreted)
        self.state = self.line_state = new_state(is_interpreted(position))
        self.stopped = False
        self.windows = 0
        task = task_of(evaluation, settings, position.turn(), self.state)
        self.task = task._replace(table=table, log=log)
        if order is not None:
            self.task = self.task._replace(order=order)
        self.kernel = kernel_of(settings.algorithm)
        self.span = full_window(position, self.task.evaluation)

    @property
    def nodes(self) -> int:
        """Return how many nodes have been visited below the root so far."""
        return int(self.state.evaluated)

    def limit(self, nodes: int | None) -> None:
        """Let the search visit this many nodes; None: any number. A stopped one stays stopped."""
        self.state.budget = NO_LIMIT if nodes is None else nodes
        if self.stopped:
            self.stop()

    def stop(self) -> None:
        """Make a search that runs in another thread raise SearchStopped soon."""
        self.stopped = True
        self.state.budget = self.line_state.budget = NO_NODE

    def run(self) -> Result:
        """Search, and return the result. The time to compile is not counted."""
        self.prepare()
        return self.answer()

    def answer(self) -> Result:
        """Search, and return the result; `prepare` has compiled everything."""
        depth = self.settings.depth
        start = time.perf_counter()
        score = self.search_window(depth, *self.span)
        seconds = time.perf_counter() - start
        counted, first = statistics([self], seconds), first_cuts([self])
        return Result(score, self.line(depth, score), depth, self.exact, counted, first)

    def prepare(self) -> None:
        """Compile the kernel, so that `search_window` and `line` only search."""
        arguments = self._arguments(self.settings.depth, *self.span)
        with explained(self.position, self.task.evaluation):
            prepare(self.kernel, *arguments)
            if self.task.log is not None:  # `line` logs nothing
                prepare(self.kernel, *arguments[:-1], self.task._replace(log=None))

    def search_window(self, depth: int, low: int, high: int) -> int:
        """Return the score at this depth if it lies between low and high, else a bound of it."""
        self.windows += 1
        self.state.horizon = 0
        score = self._call_kernel(*self._arguments(depth, low, high))
        self._check_budget(self.state)
        self._check_score(score)
        return score

    def _call_kernel(self, *arguments: Any) -> int:
        """Return the result of the kernel. Raise an error with its place if the rules fail."""
        with explained(self.position, self.task.evaluation):
            return self.kernel(*arguments)

    @property
    def exact(self) -> bool:
        """Return whether the last score is exact (see Result)."""
        lost, drawn, won = map(self.task.evaluation.final, (-1, 0, 1))
        return bool(self.state.horizon == 0) and lost < drawn < won

    def _arguments(self, depth: int, low: int, high: int) -> tuple[Any, ...]:
        return self.position, depth, 0, low, high, self.task

    def line(self, depth: int, score: int) -> list[Move]:
        """Return the principal variation, after `search_window` has found the score at this depth.

        Where the variation ends at an entry of the transposition table, another search from there
        continues it. If that search is stopped, the variation stays short.

        Raise SearchStopped if the search is stopped before there is a first move.
        """
        state, position = self.state, self.position
        line: list[Move] = []
        while True:
            for move in map(int, state.line[0, : state.length[0]]):
                line.append(move)
                position = position.play(move)
            left = depth - len(line)
            inferred = self.settings.infer and position.theory() != ONGOING
            if left == 0 or inferred or position.outcome() != ONGOING:
                return line
            state = self.line_state = new_state(is_interpreted(position))
            if self.stopped:
                self.stop()
            task = self.task._replace(state=state, log=None)
            worth = sign_of(self.position, position) * score
            low, high = full_window(position, self.task.evaluation)
            low, high = max(low, worth - 1), min(high, worth + 1)
            self._call_kernel(position, left, 0, min(low, high - 1), high, task)
            if line and state.budget == NO_NODE:
                return line
            self._check_budget(state)

    def _check_budget(self, state: Any) -> None:
        if state.budget == NO_NODE:
            message = _("the search was stopped after {nodes} nodes")
            raise SearchStopped(message.format(nodes=self.nodes))

    def _check_score(self, score: int) -> None:
        """Raise OutsideError for a score that shows an error in the rules or in the evaluation."""
        low, high = self.span
        if isinstance(score, int) and low <= score <= high:
            return
        position = self.position
        for move in map(int, self.state.line[0, : self.state.length[0]]):
            position = position.play(move)
        check_moves(position)
        look_for_errors(self.position, self.task.evaluation)
        message = _(
            "the score {score} is not an int from {low} to {high}, as bounds and span promise"
        )
        raise OutsideError(message.format(score=score, low=low, high=high))


def statistics(searches: Sequence[Search], seconds: float) -> dict[str, int | float]:
    """Return the counters of several searches of one position together, and the seconds."""
    counts = {name: [int(getattr(each.state, name)) for each in searches] for name in COUNTERS}
    totals = {name: sum(numbers) for name, numbers in counts.items()}
    return {**totals, "depth": max(counts["depth"]), "seconds": round(seconds, 6)}


def first_cuts(searches: Sequence[Search]) -> int:
    """Return the number of cutoffs by the first move in these searches together."""
    return sum(int(getattr(each.state, FIRST_CUTS)) for each in searches)


def search(position: PlainPosition, evaluation: PlainEvaluation, settings: Settings) -> Result:
    """Return the result of a search of an unfinished position."""
    return Search(position, evaluation, settings).run()
