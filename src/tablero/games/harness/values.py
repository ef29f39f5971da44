"""Exact scores of small positions, and what a game brings that has to agree with them."""

from collections.abc import Iterator, Sequence
from typing import Any

from tablero.answers import is_number, shown
from tablero.errors import OutsideError, TableroError
from tablero.games import evaluations
from tablero.games.game import Game
from tablero.games.harness.findings import Law, Violation, Visit
from tablero.games.harness.laws import failure
from tablero.games.harness.walks import Walk
from tablero.jit import INTERPRETED
from tablero.locale import _
from tablero.position import ONGOING, WIN, Foreign
from tablero.search.node import full_window
from tablero.search.zero import Zero
from tablero.solve import Solver, solver_of

NODES = 20_000
"""Positions that are searched exhaustively for one random game."""

DEEPEST = 300
"""Greatest depth of such a search, in plies."""


class _TooLarge(Exception):
    """An exhaustive search would take too long."""


class ExactScores:
    """Exhaustive search in plain Python, which remembers the score of every position."""

    def __init__(self) -> None:
        self.scores: dict[Any, int] = {}
        self.left = 0

    def small_positions(self, walk: Walk) -> Iterator[tuple[Visit, int]]:
        """Yield the last unfinished positions of a game with their exact scores, the last first.

        It ends at the first position whose search is too large.
        """
        self.left = NODES
        for visit, (outcome, _turn, _moves) in zip(
            reversed(walk.visits), reversed(walk.answers), strict=True
        ):
            if outcome == ONGOING:
                try:
                    yield visit, self._score(visit.position, DEEPEST)
                except _TooLarge:
                    return

    def _score(self, position: Any, depth: int) -> int:
        if (outcome := position.outcome()) != ONGOING:
            return int(outcome)
        if position in self.scores:
            return self.scores[position]
        self.left -= 1
        if self.left < 0 or depth == 0:
            raise _TooLarge
        best = -ONGOING
        for move in position.moves():
            child = position.play(move)
            score = self._score(child, depth - 1)
            best = max(best, score if child.turn() == position.turn() else -score)
        self.scores[position] = best
        return best


def check_scores(game: Game, walks: Sequence[Walk]) -> Iterator[Violation]:
    """Yield the problems of `theory` and of the solver, where they differ from exact scores."""
    exact, solver = ExactScores(), None
    if game.solver is not None:
        try:
            solver = solver_of(game)
        except Exception as error:
            yield failure(error, type(game), "solver", None)
    for walk in walks:
        for visit, score in exact.small_positions(walk):
            yield from _check_theory(visit, score)
            if solver is not None:
                yield from _check_solver(solver, visit, score)


def _check_theory(visit: Visit, score: int) -> Iterator[Violation]:
    answer = visit.position.theory()
    if answer not in (ONGOING, score):
        facts = {"answer": answer, "score": score}
        yield Violation(Law.THEORY, type(visit.position), "theory", visit, facts)


def _check_solver(solver: Solver, visit: Visit, score: int) -> Iterator[Violation]:
    """Yield a problem if the solver has another score than the exact one, or another bound."""
    try:
        answers = {"score": solver.score(visit.position)}
        for alpha in (score - 1, score):
            answers[f"bound({alpha})"] = solver.bound(visit.position, alpha)
    except Exception as error:
        yield failure(error, type(solver), "score", visit)
        return
    for method, answer in answers.items():
        if answer != score:
            facts = {"method": method, "answer": answer, "score": score}
            name = method.partition("(")[0]
            yield Violation(Law.SOLVER, type(solver), name, visit, facts)
            return


def check_evaluations(game: Game, visits: Sequence[Visit]) -> Iterator[Violation]:
    """Yield the problems of the evaluations that the game brings, the first of each."""
    for name in evaluations.names(game):
        try:
            evaluation = evaluations.load(name, game)
        except OutsideError as error:
            facts = {"reason": str(error)}
            yield Violation(Law.LOAD, type(game), name, None, facts, error.line)
            continue
        except TableroError as error:
            yield Violation(Law.LOAD, type(game), name, None, {"reason": str(error)})
            continue
        if not isinstance(evaluation, Zero):
            yield from _check_evaluation(name, evaluation, visits)


def _check_evaluation(name: str, evaluation: Any, visits: Sequence[Visit]) -> Iterator[Violation]:
    found = False
    for visit in visits:
        for problem in _check_value(name, evaluation, visit):
            yield problem
            found = True
        if found:
            return
    if visits and not INTERPRETED and not isinstance(visits[0].position, Foreign):
        from tablero.games.harness.speeds import compare_evaluation

        def score_of(visit: Visit) -> int:
            return int(_score(evaluation, visit.position)[1])

        yield from compare_evaluation(name, evaluation, visits, score_of)


def _score(evaluation: Any, position: Any) -> tuple[str, Any]:
    """Return the method of the evaluation that gives the score of a position, and the score."""
    outcome = position.outcome()
    if outcome == ONGOING:
        return "value", evaluation.value(position)
    return "final", evaluation.final(outcome)


def _check_value(name: str, evaluation: Any, visit: Visit) -> Iterator[Violation]:
    """Yield a problem if the score of a position is no int, is clipped, or is not in the span."""
    owner, position = type(evaluation), visit.position
    method = "value" if position.outcome() == ONGOING else "final"
    try:
        method, score = _score(evaluation, position)
        low, high = full_window(position, evaluation)
    except Exception as error:
        yield failure(error, owner, method, visit)
        return
    if not is_number(score):
        facts = {"method": f"{name}.{method}", "expected": _("an int"), "answer": shown(score)}
        yield Violation(Law.WRONG_ANSWER, owner, method, visit, facts)
    elif method == "value" and abs(score) >= WIN:
        facts = {"evaluation": name, "answer": score, "limit": f"±{WIN - 1}"}
        yield Violation(Law.VALUE_RANGE, owner, method, visit, facts)
    elif not low <= score <= high:
        limits = {"evaluation": name, "low": low, "high": high, "score": score}
        yield Violation(Law.SPAN, owner, "span", visit, limits)
