"""The laws of texts: what a game writes is read back, and drawings are clean."""

import re
from collections.abc import Iterator
from typing import Any

from tablero.answers import shown
from tablero.errors import TableroError
from tablero.games.game import Game
from tablero.games.harness.findings import Law, Violation, Visit
from tablero.games.harness.laws import failure
from tablero.locale import _

NAME = re.compile(r"[\w-]+")
"""The name of a game."""


def check_name(game: Game) -> Iterator[Violation]:
    """Yield a problem if the name of the game is not one word."""
    if not NAME.fullmatch(game.name):
        yield Violation(Law.NAME, type(game), "name", None, {"name": game.name})


def check_texts(game: Game, visit: Visit) -> Iterator[Violation]:
    """Yield the problems of the texts of a position, the first one of each method."""
    for method in (_check_position, _check_moves, _check_drawing):
        try:
            yield from method(game, visit)
        except _Failed as failed:
            yield failed.problem


class _Failed(Exception):
    """A method of the game failed."""

    def __init__(self, problem: Violation) -> None:
        super().__init__(problem)
        self.problem = problem


def _ask(game: Game, visit: Visit, method: str, *args: Any) -> Any:
    """Return the answer of a method of the game. Raise _Failed if it fails, or gives no text."""
    try:
        answer = getattr(game, method)(*args)
    except Exception as error:
        raise _Failed(failure(error, type(game), method, visit)) from None
    if method in ("write", "draw", "move_name") and not isinstance(answer, str):
        facts = {"method": method, "expected": _("a str"), "answer": shown(answer)}
        raise _Failed(Violation(Law.WRONG_ANSWER, type(game), method, visit, facts))
    return answer


def _check_position(game: Game, visit: Visit) -> Iterator[Violation]:
    """Yield a problem if a position is not read back from its text."""
    position, text = visit.position, _ask(game, visit, "write", visit.position)
    try:
        other = game.read(text)
    except TableroError as error:
        other = error
    except Exception as error:
        yield failure(error, type(game), "read", visit)
        return
    if other != position or "\n" in text:
        answer = str(other) if isinstance(other, TableroError) else shown(other)
        facts = {"text": text, "other": answer, "own": shown(position)}
        yield Violation(Law.READ_BACK, type(game), "write", visit, facts)


def _check_moves(game: Game, visit: Visit) -> Iterator[Violation]:
    """Yield a problem if the name of a move is not read as this move."""
    other: Any
    for move in game.legal_moves(visit.position):
        name = _ask(game, visit, "move_name", visit.position, move)
        try:
            other = game.parse_move(visit.position, name)
        except TableroError as error:
            other = error
        except Exception as error:
            yield failure(error, type(game), "parse_move", visit)
            return
        if other != move or not name.strip():
            facts = {"name": name, "other": other, "move": move}
            yield Violation(Law.MOVE_NAME, type(game), "move_name", visit, facts)
            return


def _check_drawing(game: Game, visit: Visit) -> Iterator[Violation]:
    """Yield a problem if a drawing has trailing blanks or control characters."""
    for line in _ask(game, visit, "draw", visit.position).split("\n"):
        if line != line.rstrip() or not line.isprintable():
            yield Violation(Law.DRAWING, type(game), "draw", visit, {"line": line})
            return
