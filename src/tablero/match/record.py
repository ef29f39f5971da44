"""What is left of a game: one JSON line."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import tablero
from tablero import games
from tablero.games.game import Game
from tablero.match.referee import Played, Reason
from tablero.position import Move

ALONE = 0
"""The number of a game that belongs to no match."""

NOBODY = 0
"""Who wins a draw; the first player is 1, the second 2."""


@dataclass(frozen=True)
class Record:
    """A game that is over, or was left.

    position -- where it began, as the game writes it
    first    -- the agent of the first player, as a text; `second` likewise
    seed     -- of the match
    number   -- of the game in the match, from 1 on, or ALONE
    opening  -- so many of the moves were not the players' own
    scores   -- what each mover thought of his move; None if he did not
    times    -- seconds of each move
    margin   -- for the first player; None if the game was not played to its end
    winner   -- 1, 2 or NOBODY
    detail   -- what exactly went wrong, if anything did
    limits   -- what was enforced: depth, nodes and seconds of a move, moves of a game
    """

    game: str
    position: str
    first: str
    second: str
    moves: list[str]
    winner: int
    margin: int | None
    reason: Reason
    detail: str = ""
    seed: int = 0
    number: int = 1
    opening: int = 0
    scores: list[int | None] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    seconds: float = 0.0
    limits: dict[str, float] = field(default_factory=dict)
    version: str = tablero.__version__


def write_record(record: Record) -> str:
    """One line, without its end."""
    return json.dumps(vars(record), ensure_ascii=False)


def new_record(
    game: Game, start: Any, played: Played, agents: tuple[str, str], **facts: Any
) -> Record:
    """The record of a game that these agents have played."""
    first, second = agents
    return Record(
        game=str(game),
        position=game.write(start),
        first=first,
        second=second,
        moves=game.line_names(start, played.moves),
        winner=NOBODY if played.winner is None else played.winner + 1,
        margin=played.margin,
        reason=played.reason,
        detail=played.detail,
        scores=played.scores,
        times=[round(seconds, 9) for seconds in played.times],
        **facts,
    )


def positions(record: Record) -> Iterator[tuple[Any, Move | None]]:
    """Every position with the move that follows, and None after the last one.

    Raises TableroError if the rules do not allow it.
    """
    game = games.load(record.game)
    position = game.read(record.position)
    for name in record.moves:
        move = game.parse_move(position, name)
        yield position, move
        position = position.play(move)
    yield position, None
