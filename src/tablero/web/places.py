"""A line of moves as the page shows it: every position, its legal moves and what they do."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from pydantic import TypeAdapter

from tablero.errors import OptionError
from tablero.games.game import Game
from tablero.locale import _
from tablero.position import FIRST, ONGOING, SECOND
from tablero.position import Move as Code
from tablero.web import models
from tablero.web.shelf import Shelf, blamed

VIEW: TypeAdapter[models.View] = TypeAdapter(models.View)

MOST_LISTED = 400
"""Legal moves that are told of one position; Quarry may have millions."""

MOST_TOLD = 20_000
"""Legal moves that are told of all positions of a line together."""


def walk(game: Game, line: models.Line) -> Iterator[tuple[Any, Code | None]]:
    """Every position of a line with the move that led there, none to the first.

    Raises TableroError if there is no such position or move.
    """
    position, move = game.read(line.start), None
    yield position, move
    for name in line.moves:
        move = game.parse_move(position, name)
        position = position.play(move)
        yield position, move


def has_more_moves(game: Game, position: Any, most: int) -> bool:
    """Are there more than so many legal moves?"""
    return next(islice(game.legal_moves(position), most, None), None) is not None


def last_position(game: Game, line: models.Line) -> Any:
    """Where a line ends."""
    *_earlier, (position, _move) = walk(game, line)
    return position


def tell_line(shelf: Shelf, asked: models.LineAsked) -> models.LineTold:
    """The positions of a line. Raises TableroError if the rules do not allow it."""
    game = shelf.game(asked.game)
    with blamed(game):
        told = list(_told(game, asked))
    return models.LineTold(
        game=shelf.game_text(game), typed=str(game), start=asked.start, positions=told
    )


def _told(game: Game, asked: models.LineAsked) -> Iterator[models.Position]:
    before, left = None, MOST_TOLD
    for ply, (position, move) in enumerate(walk(game, asked)):
        if ply >= asked.since:
            last = None if move is None else game.move_name(before, move)
            text = game.after(asked.start, asked.moves[:ply], position)
            told = _position(game, ply, position, text, last)
            left -= len(told.moves)
            if left < 0:
                message = _("this line has more than {most} moves to tell of; ask for a part")
                raise OptionError(message.format(most=MOST_TOLD))
            yield told
        before = position


def _position(game: Game, ply: int, position: Any, text: str, last: str | None) -> models.Position:
    moves = list(islice(game.legal_moves(position), MOST_LISTED + 1))
    return models.Position(
        ply=ply,
        text=text,
        turn=1 if position.turn() == FIRST else 2,
        last=last,
        moves=[_move(game, position, move) for move in moves[:MOST_LISTED]],
        more=len(moves) > MOST_LISTED,
        outcome=_outcome(position),
        view=VIEW.validate_python(game.page_view.view(game, position)),
    )


def _move(game: Game, position: Any, move: Code) -> models.Move:
    after = position.play(move)
    return models.Move(
        name=game.move_name(position, move),
        again=after.turn() == position.turn(),
        ends=after.outcome() != ONGOING,
        **game.page_view.effects(game, position, move),
    )


def _outcome(position: Any) -> models.Outcome | None:
    outcome = position.outcome()
    if outcome == ONGOING:
        return None
    margin = -outcome if position.turn() == SECOND else outcome
    return models.Outcome(winner=0 if not margin else 1 if margin > 0 else 2, margin=margin)
