"""What is left of a game: one JSON line, which the rules can verify."""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

import tablero
from tablero import games
from tablero.errors import NotationError, TableroError
from tablero.games.game import Game
from tablero.locale import _
from tablero.match.referee import Played, Reason
from tablero.position import FIRST, ONGOING, Move

BY_THE_RULES = Reason.WON, Reason.DRAWN
WITHOUT_WINNER = Reason.DRAWN, Reason.MOVE_LIMIT


@dataclass(frozen=True)
class Record:
    """A finished game.

    position -- where it began, as the game writes it
    first    -- the agent of the first player, as a text; `second` likewise
    seed     -- of the match
    number   -- of the game in the match, from 1 on
    opening  -- so many of the moves were not the players' own
    scores   -- what each mover thought of his move; None if he did not
    times    -- seconds of each move, or none at all if nobody looked at the clock
    margin   -- for the first player; None if the game was not played to its end
    winner   -- 1, 2, or 0 for nobody
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

    @property
    def points(self) -> float:
        """Of the first player: 1, 1/2 or 0."""
        return {0: 0.5, 1: 1.0, 2: 0.0}[self.winner]


def write_record(record: Record) -> str:
    """One line, without its end."""
    return json.dumps(asdict(record), ensure_ascii=False)


def read_record(line: str) -> Record:
    """The game of this line. Raises NotationError if it is none, or not one by the rules."""
    try:
        told = json.loads(line)
        record = Record(**{**told, "reason": Reason(told["reason"])})
        verify(record)
    except (ValueError, TypeError, KeyError, AttributeError, TableroError) as error:
        message = _("not a record of a game: {reason}")
        raise NotationError(message.format(reason=error)) from None
    return record


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
        winner=0 if played.winner is None else played.winner + 1,
        margin=played.margin,
        reason=played.reason,
        detail=played.detail,
        scores=played.scores,
        times=[round(seconds, 6) for seconds in played.times],
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


def verify(record: Record) -> None:
    """Raise TableroError unless the rules lead to what the record tells."""
    *_before, (last, _none) = positions(record)
    outcome = last.outcome()
    margin = None
    if outcome != ONGOING:
        margin = outcome if last.turn() == FIRST else -outcome
    own = len(record.moves) - record.opening
    if record.margin != margin or (margin is not None) != (record.reason in BY_THE_RULES):
        raise NotationError(_("the moves do not end as the record says"))
    if margin is not None and record.winner != (0 if margin == 0 else 1 if margin > 0 else 2):
        raise NotationError(_("the moves do not end as the record says"))
    if (record.winner == 0) != (record.reason in WITHOUT_WINNER):
        raise NotationError(
            _("a winner and {reason!r} do not go together").format(reason=record.reason.value)
        )
    if any(len(column) not in (0, own) for column in (record.scores, record.times)):
        raise NotationError(_("not as many scores or times as moves"))
