"""What is left of a game: one JSON line, which the rules can verify."""

import json
from collections.abc import Collection, Iterator
from dataclasses import asdict, dataclass, field
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

import tablero
from tablero import games
from tablero.errors import NotationError, TableroError
from tablero.games.game import Game
from tablero.games.options import parse_call
from tablero.games.outside import is_path
from tablero.locale import _
from tablero.match.referee import Played, Reason
from tablero.position import FIRST, ONGOING, Move

BY_THE_RULES = Reason.WON, Reason.DRAWN
UNDECIDED = Reason.MOVE_LIMIT, Reason.UNFINISHED
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
    return json.dumps(asdict(record), ensure_ascii=False)


def read_record(line: str, files: Collection[str] = ()) -> Record:
    """The game of this line. Raises NotationError if it is none, or not one by the rules.

    files -- with rules that may be run; a record could name any
    """
    try:
        told = json.loads(line, parse_constant=_no_number)
        name, _options = parse_call(told["game"])
        if is_path(name) and name not in files:
            message = _("{file!r} would be run, and nobody has asked for it")
            raise NotationError(message.format(file=name))
        record = Record(**{**told, "reason": Reason(told["reason"])})
        verify(record)
    except (ValueError, TypeError, KeyError, RecursionError, TableroError) as error:
        message = _("not a record of a game: {reason}")
        raise NotationError(message.format(reason=error)) from None
    return record


def _no_number(text: str) -> float:
    """JSON knows neither infinity nor what is no number; Python would read them."""
    raise NotationError(_("{text} is no number").format(text=text))


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


def verify(record: Record) -> None:
    """Raise TableroError unless the rules lead to what the record tells."""
    for name, kind in get_type_hints(Record).items():
        if not _fits(getattr(record, name), kind):
            message = _("{name} cannot be {value!r}")
            raise NotationError(message.format(name=name, value=getattr(record, name)))
    own = len(record.moves) - record.opening
    if record.opening < 0 or own < 0 or record.number < ALONE:
        raise NotationError(_("the numbers of the game or of its opening moves are wrong"))
    if any(len(column) not in (0, own) for column in (record.scores, record.times)):
        raise NotationError(_("not as many scores or times as moves"))
    *_before, (last, _none) = positions(record)
    if (record.winner, record.margin, record.reason) != _ending(last, record.reason):
        raise NotationError(_("the moves do not end as the record says"))


def _fits(value: Any, kind: Any) -> bool:
    """Is this a value of such a field?"""
    if isinstance(kind, UnionType):
        return any(_fits(value, each) for each in get_args(kind))
    if get_origin(kind) is list:
        return isinstance(value, list) and all(_fits(each, *get_args(kind)) for each in value)
    if get_origin(kind) is dict:
        names, values = get_args(kind)
        return isinstance(value, dict) and all(
            _fits(name, names) and _fits(each, values) for name, each in value.items()
        )
    return type(value) is kind or (kind is float and type(value) is int)


def _ending(last: Any, reason: Reason) -> tuple[int, int | None, Reason]:
    """Winner, margin and reason of a game that ends here; what the rules do not decide is as it
    was told, and then who should have moved has lost."""
    outcome = last.outcome()
    if outcome == ONGOING:
        if reason in BY_THE_RULES:
            raise NotationError(_("{reason!r}, but it is not over").format(reason=reason.value))
        winner = NOBODY if reason in UNDECIDED else 2 - last.turn()
        return winner, None, reason
    margin = outcome if last.turn() == FIRST else -outcome
    if margin == 0:
        return NOBODY, margin, Reason.DRAWN
    return 1 if margin > 0 else 2, margin, Reason.WON
