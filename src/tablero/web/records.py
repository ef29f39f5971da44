"""Games of the page as records, and records as games of the page."""

import json
from dataclasses import replace
from typing import Annotated, Any

from fastapi import FastAPI, Request
from pydantic import BaseModel, Field, ValidationError

from tablero.errors import NotationError, TableroError
from tablero.locale import _
from tablero.match.reading import read_record
from tablero.match.record import NO_MATCH, new_record, write_record
from tablero.match.referee import Played, Reason
from tablero.position import ONGOING, SECOND
from tablero.web import models
from tablero.web.clerk import clerk_of
from tablero.web.places import walk
from tablero.web.said import Said, Text
from tablero.web.shelf import Shelf, blamed

HUMAN = "human"
"""Whoever sits before the page."""

LONGEST = 200_000
SEEDS = 1 << 53


class RecordAsked(Said):
    """A game to be kept. first, second -- agents, or `human`; resigned -- by the side to move"""

    line: models.Line
    first: Text
    second: Text
    seed: Annotated[int, Field(ge=0, lt=SEEDS)] = 1
    resigned: bool = False


class RecordWritten(BaseModel):
    """One line of JSON, as `tablero match` writes it and `tablero replay` reads it."""

    text: str


class RecordText(Said):
    text: Annotated[str, Field(max_length=LONGEST)]


class RecordRead(BaseModel):
    """Where a record leads. first, second -- agents that can play here, else `human`"""

    line: models.Line
    first: str
    second: str
    seed: int


def add_records(app: FastAPI, problems: Any) -> None:
    """What the page asks to keep a game, and to see one again."""

    @app.post("/api/record/save", responses=problems)
    async def save(asked: RecordAsked, request: Request) -> RecordWritten:
        text = await clerk_of(request).ask(asked.line.game, save_record, asked)
        return RecordWritten(text=text)

    @app.post("/api/record/load", responses=problems)
    async def load(told: RecordText, request: Request) -> RecordRead:
        game = _first(told.text)["game"]
        return await clerk_of(request).ask(game, load_record, told.text)


def save_record(shelf: Shelf, asked: RecordAsked) -> str:
    """The record of a game. Raises TableroError if the rules do not allow it."""
    game = shelf.game(asked.line.game)
    for agent in (asked.first, asked.second):
        if agent != HUMAN:
            shelf.agent(agent)
    with blamed(game):
        steps = list(walk(game, asked.line))
        (start, _none), (last, _move) = steps[0], steps[-1]
        played = _played(last, asked.resigned)
        played.moves = [move for _position, move in steps if move is not None]
        seats = asked.first, asked.second
        record = new_record(game, start, played, seats, seed=asked.seed, number=NO_MATCH)
    position = asked.line.start.strip() or record.position
    return write_record(replace(record, game=shelf.game_text(game), position=position))


def _played(last: Any, resigned: bool) -> Played:
    """How a game has ended whose last position this is."""
    outcome, turn = last.outcome(), last.turn()
    if outcome == ONGOING:
        if resigned:
            return Played(winner=1 - turn, reason=Reason.RESIGNED)
        return Played(reason=Reason.UNFINISHED)
    margin = -outcome if turn == SECOND else outcome
    winner = None if margin == 0 else 0 if margin > 0 else 1
    reason = Reason.DRAWN if winner is None else Reason.WON
    return Played(winner=winner, margin=margin, reason=reason)


def load_record(shelf: Shelf, text: str) -> RecordRead:
    """The game of a record; of the first where there are many, one to a line.

    Raises TableroError if it is none, or not one by the rules.
    """
    told = _first(text)
    game = shelf.game(told["game"])
    with blamed(game):
        line = json.dumps({**told, "game": str(game)})
        record = read_record(line, files=list(shelf.game_files.values()))
        start = "" if game.read(record.position) == game.start else record.position
    try:
        shown = models.Line(game=shelf.game_text(game), start=start, moves=record.moves)
    except ValidationError:
        message = _("a game of more than {most} moves, or with names that are too long")
        raise NotationError(message.format(most=models.MOST_MOVES)) from None
    return RecordRead(
        line=shown,
        first=_seat(shelf, record.first),
        second=_seat(shelf, record.second),
        seed=record.seed % SEEDS,
    )


def _first(text: str) -> dict[str, Any]:
    """The first record of a text; at least, JSON that names a game. Raises NotationError."""
    try:
        told = json.loads(text.strip().partition("\n")[0])
    except (ValueError, RecursionError):
        told = None
    if not isinstance(told, dict) or not isinstance(told.get("game"), str):
        raise NotationError(
            _("not a record of a game: {reason}").format(reason=_("it is not JSON"))
        )
    return told


def _seat(shelf: Shelf, agent: str) -> str:
    """An agent that plays here; somebody has to play for one that does not."""
    try:
        shelf.agent(agent)
    except TableroError:
        return HUMAN
    return agent
