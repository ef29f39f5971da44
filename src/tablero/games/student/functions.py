"""Evaluations in a user's file, called as plain Python at every leaf.

There are two forms: `def value(board)`, which gets a board of games/student, and a NamedTuple
with the method `value`, which gets the position itself.
"""

import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from tablero.errors import OutsideError
from tablero.games import evaluations
from tablero.games.game import Game
from tablero.games.outside import is_path, load_module
from tablero.games.student import viewer
from tablero.locale import _
from tablero.options import convert, parse_call
from tablero.position import ONGOING, WIN, win_first

LARGEST = 999_999_999
"""Largest score of an evaluation: nine digits."""

LONGEST_ANSWER = 100
"""Characters of a wrong return value that a message shows."""

SHOWN_BY_REPR = (bool, float, str, type(None))
"""Types of wrong return values that messages show by their repr. Of other types messages show
the name, since user code may define their repr."""


class PlainEvaluation(NamedTuple):
    """An evaluation as Python functions of a position.

    value: returns points for the side to move in an unfinished position.
    finished: returns the same in a finished one; None: the default final scores of a search.
    """

    value: Callable[[Any], Any]
    finished: Callable[[Any], Any] | None


def is_function_form(names: Mapping[str, Any]) -> bool:
    """Return whether a module with these names defines `def value(board)`."""
    return callable(names.get("value"))


def find_evaluation(names: Mapping[str, Any], game: Game) -> PlainEvaluation | None:
    """Return the evaluation that a module with these names defines; None: there is none."""
    if is_function_form(names):
        view, value, finished = viewer(game), names["value"], names.get("finished")
        if finished is None:
            return PlainEvaluation(lambda position: value(view(position)), None)
        return PlainEvaluation(
            lambda position: value(view(position)), lambda position: finished(view(position))
        )
    for cls in names.values():
        if isinstance(cls, type) and issubclass(cls, tuple) and hasattr(cls, "value"):
            return _plain_evaluation(cls())
    return None


def _plain_evaluation(evaluation: Any) -> PlainEvaluation:
    """Return the functions of an evaluation in the NamedTuple form."""
    if hasattr(evaluation, "final"):
        return PlainEvaluation(
            evaluation.value, lambda position: evaluation.final(position.outcome())
        )
    return PlainEvaluation(evaluation.value, None)


class RoundedEvaluation(NamedTuple):
    """An evaluation from a file, rounded to ints, for finished and unfinished positions."""

    evaluation: PlainEvaluation

    def value(self, position: Any) -> int:
        outcome = position.outcome()
        if outcome == ONGOING:
            return round(evaluate(self.evaluation, position))
        return round(final_score(self.evaluation, position, outcome))


def load_plain(text: str, game: Game) -> Any:
    """Return an evaluation to call in plain Python, by name, or from a file in either form."""
    path, options = parse_call(text)
    if is_path(path) and is_function_form(names := vars(load_module(path))):
        convert(options, {})
        evaluation = find_evaluation(names, game)
        assert evaluation is not None, path
        return RoundedEvaluation(evaluation)
    return evaluations.load(text, game)


def evaluate(evaluation: PlainEvaluation, position: Any) -> int | float:
    """Return the value of an unfinished position for the side to move: less than any win."""
    return below_a_win(number(evaluation.value(position), "value"))


def final_score(evaluation: PlainEvaluation, position: Any, outcome: int) -> int | float:
    """Return the value of a game that ended with this margin for the side to move."""
    if evaluation.finished is None:
        return win_first(None, outcome)
    return bounded(number(evaluation.finished(position), "finished"))


def below_a_win(value: int | float) -> int | float:
    """Return a value clamped to the range between lost and won games."""
    return max(1 - WIN, min(value, WIN - 1))


def bounded(value: int | float) -> int | float:
    """Return the value of a finished game, clamped to nine digits."""
    return max(-LARGEST, min(value, LARGEST))


def number(answer: Any, asked: str) -> int | float:
    """Return `answer` if it is an int or a finite float, else raise OutsideError.

    asked: the name of the function that returned it.
    """
    if type(answer) is int or (type(answer) is float and math.isfinite(answer)):
        return answer
    message = _("{asked} must return a number, not {answer}")
    text = repr(answer) if type(answer) in SHOWN_BY_REPR else type(answer).__name__
    raise OutsideError(message.format(asked=asked, answer=text[:LONGEST_ANSWER]))
