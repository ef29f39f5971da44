"""Exact solvers: the score of a position under best play, and the moves that lead to it."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from tablero.errors import OptionError
from tablero.lazy import imported
from tablero.locale import _
from tablero.position import ONGOING, Move
from tablero.search import check_unfinished

MOST_NODES = 5_000_000
"""Nodes that an exhaustive search of one position may visit."""


class Solver(ABC):
    """An exact solver of one game. It may keep tables from one position to the next."""

    nodes: int = 0
    """Nodes visited so far."""

    complaint: str = ""
    """A problem that leaves the answers right, such as a file that could not be written."""

    @abstractmethod
    def score(self, position: Any) -> int:
        """Return the margin of best play for the side to move in an unfinished position.

        Raise SearchStopped after `stop`, and TooLarge where the search would visit too many nodes.
        """

    def bound(self, position: Any, alpha: int) -> int:
        """Return a bound of the score s, in less time than `score` where the solver can.

        result <= alpha  implies  s <= result
        result >  alpha  implies  s >= result
        """
        return self.score(position)

    def is_opening(self, position: Any) -> bool:
        """Return whether opening books hold the score of every move of this position."""
        return False

    def quickest(self, position: Any, best: list[Move], score: int) -> list[Move]:
        """Return those of the best moves that win soonest, or lose latest, as far as is known."""
        return best

    def prepared(self) -> float:
        """Return the share of tables computed before a search can begin, from 0 to 1."""
        return 1.0

    def stop(self) -> None:  # noqa: B027 -- a solver that never takes long has nothing to stop
        """Make `score` and `bound`, running in another thread, raise SearchStopped soon."""


@dataclass(frozen=True)
class SolverSpec:
    """The exact solver that a game brings, as `Game.solver` declares it.

    make: the solver's class, or a function; either itself or as "module:name", which is imported
        at the first use. It is called with the game and the number of threads.
    book_builder: a function that makes opening books, if the solver reads them; `make` then takes
        `book`, whether to use them.
    endgames: the solver builds an endgame tablebase; `make` then takes `endgame`, its size.
    instant: the solver returns theoretical values, without a search.
    """

    make: Callable[..., Solver] | str
    book_builder: Callable[..., Any] | str | None = None
    endgames: bool = False
    instant: bool = False


class Solvable(Protocol):
    """The attributes of a game that a solver needs."""

    @property
    def start(self) -> Any: ...

    @property
    def solver(self) -> SolverSpec | None: ...


def solver_of(
    game: Solvable,
    threads: int = 1,
    book: bool = True,
    endgame: int | None = None,
    nodes: int | None = None,
) -> Solver:
    """Return the solver that the game brings, or an exhaustive search.

    book: use the opening books, where there are any.
    endgame: size of the endgame tablebase; None chooses one that suits the position.
    nodes: nodes that an exhaustive search of one position may visit; None: MOST_NODES.

    Raise OptionError if the game has no endgame tablebase, is too large for its solver, or has a
    solver that knows no limit of nodes.
    """
    spec = game.solver
    if endgame is not None and not (spec and spec.endgames):
        raise OptionError(_("{game} has no endgame tablebase").format(game=game))
    if spec is None:
        from tablero.solve.exhaustive import ExhaustiveSearch

        return ExhaustiveSearch(game, MOST_NODES if nodes is None else nodes)
    if nodes is not None:
        message = _("{game} has a solver of its own; a limit of nodes is for exhaustive searches")
        raise OptionError(message.format(game=game))
    options: dict[str, Any] = {}
    if spec.book_builder:
        options["book"] = book
    if spec.endgames:
        options["endgame"] = endgame
    solver: Solver = imported(spec.make)(game, threads, **options)
    return solver


@dataclass(frozen=True)
class Solution:
    """The exact score of a position, and its best moves.

    score: the margin of best play for the side to move.
    moves: every legal move with the score it leads to; empty if only the score was requested.
    best: the moves with the best of these scores.
    line: the principal variation, which takes the first best move in each position.
    whole: whether `line` reaches the end of the game.
    nodes: nodes visited for this solution.
    seconds: seconds that it took.
    """

    score: int
    moves: dict[Move, int]
    best: list[Move]
    line: list[Move]
    whole: bool
    nodes: int
    seconds: float


def solve(
    solver: Solver, position: Any, score_only: bool = False, whole_line: bool = False
) -> Solution:
    """Return the solution of an unfinished position.

    score_only: leave out the scores of the moves, and the principal variation.
    whole_line: continue a variation that begins in the opening book beyond the book, which may
        take a thousand times as long.

    Raise ImpossiblePosition if the game is over.
    """
    check_unfinished(position)
    start, nodes = time.perf_counter(), solver.nodes
    score = solver.score(position)
    moves: dict[Move, int] = {}
    line: list[Move] = []
    whole = False
    if not score_only:
        moves = {move: after_move(solver, position, move) for move in position.moves()}
        line, whole = principal_variation(solver, position, score, whole_line)
    best = [move for move, worth in moves.items() if worth == score]
    seconds = round(time.perf_counter() - start, 6)
    return Solution(score, moves, best, line, whole, solver.nodes - nodes, seconds)


def after_move(solver: Solver, position: Any, move: Move) -> int:
    """Return the score that `move` leads to, for the side that makes it."""
    child = position.play(move)
    outcome: int = child.outcome()
    score = solver.score(child) if outcome == ONGOING else outcome
    return score if child.turn() == position.turn() else -score


def principal_variation(
    solver: Solver, position: Any, score: int, whole: bool
) -> tuple[list[Move], bool]:
    """Return (the principal variation of a position of this score, whether the game ends there).

    A variation that begins in the opening book ends with the book, unless `whole` is true.
    """
    line = []
    searched = whole or not solver.is_opening(position)
    while position.outcome() == ONGOING and (searched or solver.is_opening(position)):
        for move in position.moves():
            child = position.play(move)
            same_side = child.turn() == position.turn()
            wanted = score if same_side else -score
            if leads_to(solver, child, wanted, same_side):
                break
        else:
            raise AssertionError(f"no move of {position} leads to the score {score}")
        line.append(move)
        position, score = child, wanted
    return line, position.outcome() != ONGOING


def leads_to(solver: Solver, child: Any, wanted: int, at_most: bool) -> bool:
    """Return whether `wanted` is the score of `child`.

    at_most: the score is known to be at most `wanted`; otherwise, at least `wanted`.
    """
    outcome = child.outcome()
    if outcome != ONGOING:
        return bool(outcome == wanted)
    if at_most:
        return solver.bound(child, wanted - 1) >= wanted
    return solver.bound(child, wanted) <= wanted
