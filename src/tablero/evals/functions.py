"""An evaluation in a file of its own, as plain Python that is asked leaf by leaf.

Two forms: `def value(board)`, with a board of boards/, and a NamedTuple with the verb `value`,
which is given the position itself.
"""

import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from tablero import evals
from tablero.errors import OutsideError
from tablero.evals.boards import viewer
from tablero.games.game import Game
from tablero.games.options import convert, parse_call
from tablero.games.outside import is_path, load_module
from tablero.locale import _
from tablero.position import ONGOING, WIN, win_first

LARGEST = 999_999_999
"""More than nine digits no score has."""

LONGEST_ANSWER = 100
TOLD = (bool, float, str, type(None))
"""Kinds of wrong answers that are told as they are; of others the kind is told, since their
text is made by whoever wrote them."""


class Opinion(NamedTuple):
    """value    -- points for the side to move in an unfinished position
    finished -- the same in a finished one; None: the search's own final scores
    """

    value: Callable[[Any], Any]
    finished: Callable[[Any], Any] | None


def is_function_form(names: Mapping[str, Any]) -> bool:
    """Does a module with these names hold `def value(board)`?"""
    return callable(names.get("value"))


def opinion_in(names: Mapping[str, Any], game: Game) -> Opinion | None:
    """The evaluation that a module with these names holds, if there is one."""
    if is_function_form(names):
        view, value, finished = viewer(game), names["value"], names.get("finished")
        if finished is None:
            return Opinion(lambda position: value(view(position)), None)
        return Opinion(
            lambda position: value(view(position)), lambda position: finished(view(position))
        )
    for cls in names.values():
        if isinstance(cls, type) and issubclass(cls, tuple) and hasattr(cls, "value"):
            return _judges_opinion(cls())
    return None


def _judges_opinion(judge: Any) -> Opinion:
    """That of the NamedTuple form."""
    if hasattr(judge, "final"):
        return Opinion(judge.value, lambda position: judge.final(position.outcome()))
    return Opinion(judge.value, None)


class Onlooker(NamedTuple):
    """A file's function as somebody who looks on and says what he thinks of every board, finished
    or not."""

    opinion: Opinion

    def value(self, position: Any) -> int:
        outcome = position.outcome()
        if outcome == ONGOING:
            return round(judged(self.opinion, position))
        return round(final_score(self.opinion, position, outcome))


def onlooker(text: str, game: Game) -> Any:
    """A judge to be asked in plain Python: of a name, or of a file in either form."""
    path, options = parse_call(text)
    if is_path(path) and is_function_form(names := vars(load_module(path))):
        convert(options, {})
        opinion = opinion_in(names, game)
        assert opinion is not None, path
        return Onlooker(opinion)
    return evals.load(text, game)


def judged(opinion: Opinion, position: Any) -> int | float:
    """What an unfinished position is worth to the side to move: less than any won game."""
    return below_a_win(number(opinion.value(position), "value"))


def final_score(opinion: Opinion, position: Any, outcome: int) -> int | float:
    """What a game that ended with this margin is worth to the side to move."""
    if opinion.finished is None:
        return win_first(None, outcome)
    return bounded(number(opinion.finished(position), "finished"))


def below_a_win(value: int | float) -> int | float:
    """An opinion, cut off where won games begin."""
    return max(1 - WIN, min(value, WIN - 1))


def bounded(value: int | float) -> int | float:
    """What an evaluation says of a finished game, cut off at nine digits."""
    return max(-LARGEST, min(value, LARGEST))


def number(answer: Any, asked: str) -> int | float:
    """The answer of a function, if it is a number that can be compared. Raises OutsideError."""
    if type(answer) is int or (type(answer) is float and math.isfinite(answer)):
        return answer
    message = _("{asked} must answer a number, not {answer}")
    told = repr(answer) if type(answer) in TOLD else type(answer).__name__
    raise OutsideError(message.format(asked=asked, answer=told[:LONGEST_ANSWER]))
