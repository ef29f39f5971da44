"""Games that are worth a look: the shortest win, the first error, an upset, a comeback."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import tablero.games as games
from tablero import agents
from tablero.agents.agent import NO_LIMITS
from tablero.arena.standings.counts import Counts
from tablero.arena.standings.ranking import Standings
from tablero.errors import UnknownName
from tablero.games.game import Game
from tablero.locale import _
from tablero.match.record import NOBODY, Record, positions
from tablero.match.referee import Reason
from tablero.position import FIRST, ONGOING
from tablero.solve import solver_of

Worth = Callable[[Any], int]
"""What a position is worth to the first player."""


class Kind(StrEnum):
    SHORTEST = "shortest win"
    ERROR = "first error"
    UPSET = "upset"
    COMEBACK = "comeback"


@dataclass(frozen=True)
class Notable:
    """number -- moves of the shortest win; Elo that the winner of an upset was rated below the
    loser; how far behind the winner of a comeback was; of an error none
    """

    kind: Kind
    game: Record
    number: float | None = None


def notable(found: Standings, worth: Worth | None = None) -> list[Notable]:
    """One of each kind, as far as there is one; of equal ones, the first by names and openings.

    worth -- says how far behind somebody was; else what both hold, in games where that decides
    """
    kinds = _shortest, _error
    each = [kind(found.counts) for kind in kinds]
    each += [_upset(found), _comeback(found.counts, worth)]
    return [one for one in each if one is not None]


def kind_names() -> dict[Kind, str]:
    """In the language spoken."""
    return {
        Kind.SHORTEST: _("shortest win"),
        Kind.ERROR: _("first error"),
        Kind.UPSET: _("upset"),
        Kind.COMEBACK: _("comeback"),
    }


def _won(counts: Counts) -> Iterator[Record]:
    """Games that were decided on the board."""
    return (record for record in counts.games.values() if record.reason is Reason.WON)


def _shortest(counts: Counts) -> Notable | None:
    game = min(_won(counts), key=lambda record: len(record.moves), default=None)
    return None if game is None else Notable(Kind.SHORTEST, game, len(game.moves))


def _error(counts: Counts) -> Notable | None:
    for record in counts.games.values():
        if record.winner != NOBODY and record.reason is not Reason.WON:
            return Notable(Kind.ERROR, record)
    return None


def _upset(found: Standings) -> Notable | None:
    ratings = {row.id: row.rating.elo for row in found.rows}

    def below(record: Record) -> float:
        names = (record.first, record.second)[:: 1 if record.winner == 1 else -1]
        winner, loser = (ratings[name] for name in names)
        return loser - winner

    game = max(_won(found.counts), key=below, default=None)
    if game is None or below(game) <= 0:
        return None
    return Notable(Kind.UPSET, game, round(below(game), 1))


def _comeback(counts: Counts, worth: Worth | None) -> Notable | None:
    best: Notable | None = None
    for record in _won(counts):
        measure = worth or held(games.load(record.game))
        if measure is None:
            return None
        number = behind(record, measure)
        if number > 0 and (best is None or number > (best.number or 0)):
            best = Notable(Kind.COMEBACK, record, number)
    return best


def behind(record: Record, worth: Worth) -> int:
    """How far behind who won was at his worst, after the opening."""
    sign = 1 if record.winner == 1 else -1
    places = [position for position, _move in positions(record)][record.opening :]
    return max(-sign * worth(place) for place in places if place.outcome() == ONGOING)


def held(game: Game) -> Worth | None:
    """What the first player holds more than the second, in games where that decides."""
    if game.markers(game.start) is None:
        return None

    def worth(position: Any) -> int:
        mine, theirs = game.markers(position) or (0, 0)
        return mine - theirs

    return worth


def deep(game: Game, depth: int) -> Worth:
    """What best play leads to where we can solve the game, else what an engine thinks."""
    try:
        score = solver_of(game).score
    except UnknownName:
        player = agents.load(f"engine(depth={depth})").seat(game, FIRST)

        def score(position: Any) -> int:
            return player.choose(position, NO_LIMITS).score or 0

    return lambda position: score(position) if position.turn() == FIRST else -score(position)
