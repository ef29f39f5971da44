"""The student board and the page view that a game brings."""

import json
from collections.abc import Iterator
from typing import Any

from tablero.answers import shown
from tablero.games.game import Game
from tablero.games.harness.findings import Law, Violation, Visit
from tablero.games.harness.laws import failure
from tablero.games.page_view import PageView
from tablero.games.student import viewer
from tablero.games.student.board import Board, DefaultBoardFactory
from tablero.position import ONGOING


def check_boards(game: Game, visit: Visit) -> Iterator[Violation]:
    """Yield the problems of what the game brings; what every game has needs no check."""
    if game.student_board is not DefaultBoardFactory:
        yield from _check_student_board(game, visit)
    if type(game.page_view) is not PageView:
        yield from _check_page_view(game, visit)


def _check_student_board(game: Game, visit: Visit) -> Iterator[Violation]:
    """Yield a problem if the board, or a scratch board after a move, differs from the game."""
    position, moves = visit.position, list(game.legal_moves(visit.position))
    try:
        board = viewer(game)(position)
        pairs = [(board, position)]
        if moves:
            pairs.append((board.scratch().play(board.moves()[0]), position.play(moves[0])))
        for one, expected in pairs:
            for name, (answer, own) in _properties(game, one, expected).items():
                if answer != own:
                    facts = {"property": name, "answer": shown(answer), "own": shown(own)}
                    yield Violation(Law.STUDENT_BOARD, game.student_board, "viewer", visit, facts)
                    return
    except Exception as error:
        yield failure(error, game.student_board, "viewer", visit)


def _properties(game: Game, board: Board, position: Any) -> dict[str, tuple[Any, Any]]:
    """Return the properties that all boards have: of the board, and of the position."""
    return {
        "text": (board.text, game.write(position)),
        "turn": (board.turn, position.turn()),
        "over": (board.over, position.outcome() != ONGOING),
        "number of moves": (len(board.moves()), len(list(game.legal_moves(position)))),
    }


def _check_page_view(game: Game, visit: Visit) -> Iterator[Violation]:
    """Yield a problem if the page could not draw the position, or the effects of a move."""
    view, owner, position = game.page_view, type(game.page_view), visit.position
    asked: list[tuple[str, tuple[Any, ...]]] = [("view", (game, position))]
    asked += [("effects", (game, position, move)) for move in game.legal_moves(position)]
    for method, arguments in asked:
        try:
            answer = getattr(view, method)(*arguments)
        except Exception as error:
            yield failure(error, owner, method, visit)
            return
        try:
            is_plain = isinstance(answer, dict) and json.loads(json.dumps(answer)) is not None
        except (TypeError, ValueError):
            is_plain = False
        if not is_plain or (method == "view" and "kind" not in answer):
            yield Violation(Law.PAGE_VIEW, owner, method, visit, {"method": method})
            return
