"""The record of a game: one line of JSON."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import tablero
import tablero.games as games
from tablero.games.game import Game
from tablero.match.referee import Played, Reason, Rules
from tablero.position import FIRST, Move

NO_MATCH = 0
"""The number of a game that belongs to no match."""

NOBODY = 0
"""The winner of a game that has none; the first player is 1, the second 2."""


@dataclass(frozen=True)
class Record:
    """A game that is over or unfinished.

    position: the initial position, in the notation of the game.
    first, second: the specifications of the agents that play first and second.
    winner: 1, 2 or NOBODY.
    margin: the margin for the first player; None if the game was not played to its end.
    detail: the message of the error by which a player lost, or empty.
    seed: the seed of the match.
    number: the number of the game in the match, from 1 on, or NO_MATCH.
    opening: number of moves that belong to the opening.
    scores: the score that the player gave to each of its moves, or None.
    times: seconds of each move.
    seconds: seconds of the whole game.
    limits: the limits that the user has set: depth, nodes and seconds of a move, moves of a game;
        0 moves: no limit, not even that of the game; clock and increment in seconds; and the
        terms of the adjudication.
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
    """Return the record as a line of JSON, without the line break."""
    return json.dumps(vars(record), ensure_ascii=False)


def limits_of(rules: Rules) -> dict[str, float]:
    """Return the limits and the adjudication that the user has set, by name."""
    limits = rules.limits
    named: dict[str, float | None] = {
        "depth": limits.depth,
        "nodes": limits.nodes,
        "seconds": limits.seconds,
        "moves": rules.most_moves,
    }
    if rules.clock:
        named["clock"], named["increment"] = rules.clock.remaining[FIRST], rules.clock.increment
    terms = rules.adjudication.terms if rules.adjudication else {}
    named |= {f"adjudicate_{name}": value for name, value in terms.items()}
    return {name: value for name, value in named.items() if value is not None}


def new_record(
    game: Game, start: Any, played: Played, agents: tuple[str, str], **facts: Any
) -> Record:
    """Return the record of a game that these agents have played."""
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
    """Yield every position with the move that follows, and the last position with None.

    Raise TableroError if a move or the initial position breaks the rules.
    """
    game = games.load(record.game)
    position = game.read(record.position)
    for name in record.moves:
        move = game.parse_move(position, name)
        yield position, move
        position = position.play(move)
    yield position, None
