"""Errors of rules and evaluations that a search has met, found again in plain Python."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tablero.answers import check_answers, check_moves, is_number, shown, wrong_answer
from tablero.errors import OptionError, OutsideError, RulesError, TableroError
from tablero.faults import located, reason_of
from tablero.locale import _
from tablero.position import ONGOING

GAMES, PLIES = 50, 100
"""Number of random games that are played to find an error, and their greatest length."""


@contextmanager
def explained(root: Any, evaluation: Any = None) -> Iterator[None]:
    """Raise an error that names position and line, if rules or evaluation fail in the block.

    Machine code knows no lines: an error that names none is looked for again.
    """
    try:
        yield
    except Exception as error:
        if not isinstance(error, OutsideError) or error.line is None:
            look_for_errors(root, evaluation)
        raise


def look_for_errors(root: Any, evaluation: Any = None) -> None:
    """Raise an error if the rules or the evaluation fail below `root`.

    Their methods are called in Python, in random games from `root`, the same ones every time.
    """
    for number in range(GAMES):
        generator, position = random.Random(number), root
        for _ply in range(PLIES):
            moves = _moves(position)
            _check_evaluation(position, evaluation)
            if not moves:
                break
            position = position.play(generator.choice(moves))


def _moves(position: Any) -> list[Any]:
    """Return the legal moves of a position in which all methods work, none in a finished game.

    Raise an error if a method fails.
    """
    try:
        check_answers(position)
        check_moves(position)
        if position.outcome() != ONGOING:
            return []
        children = [position.play(move) for move in position.promising()]
        return list(position.moves()) if children else []
    except TableroError:
        raise
    except Exception as error:
        if found := located(error):
            raise RulesError(str(found), found.line) from error
        raise


def _check_evaluation(position: Any, evaluation: Any) -> None:
    """Raise an error if the evaluation fails in this position, or returns no int."""
    if evaluation is None:
        return
    outcome = position.outcome()
    method = "value" if outcome == ONGOING else "final"
    try:
        number = getattr(evaluation, method)(position if outcome == ONGOING else outcome)
    except Exception as error:
        message = _("the evaluation {name} does not fit the position {position}: {reason}")
        values = {"name": type(evaluation).__qualname__, "reason": reason_of(error)}
        misfit = OptionError(message.format(position=shown(position), **values))
        raise located(error) or misfit from error
    if not is_number(number):
        raise wrong_answer(type(evaluation), method, _("ints"), number)
