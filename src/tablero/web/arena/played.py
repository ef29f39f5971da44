"""Games of a round as far as its tables need them, and who has won how many."""

from collections import Counter
from collections.abc import Sequence, Set
from typing import Any, NamedTuple

from sqlalchemy import select

from tablero.arena.store.models import Game, Round
from tablero.arena.store.store import Store
from tablero.match.record import Record
from tablero.match.referee import Reason
from tablero.web.arena.models import Score

WON, DRAWN, LOST = range(3)


class Short(NamedTuple):
    """A game as far as tables need it.

    moves -- how many
    line  -- the same number for the same moves
    """

    first: str
    second: str
    opening: int
    winner: int
    reason: Reason
    moves: int
    line: int = 0


def games_of(store: Store, round: Round) -> list[Short]:
    """All of a round, without reading every record as a whole."""
    order = Game.first, Game.second, Game.opening
    parts: tuple[Any, ...] = Game.record["reason"].as_string(), Game.record["moves"]
    with store.read() as session:
        wanted = select(*order, Game.winner, *parts).where(Game.round == round.id)
        return [
            Short(first, second, opening, winner, Reason(reason), len(moves), hash((*moves,)))
            for first, second, opening, winner, reason, moves in session.execute(
                wanted.order_by(*order)
            )
        ]


def short(record: Record) -> Short:
    return Short(
        record.first, record.second, record.number, record.winner, record.reason,
        len(record.moves),
    )  # fmt: skip


def among(games: Sequence[Short], ids: Set[str]) -> list[Short]:
    """Those between these players: who was taken out takes his games with him."""
    return [game for game in games if game.first in ids and game.second in ids]


def results(played: Sequence[Short]) -> dict[tuple[str, str], Score]:
    """By who began against whom: won, drawn and lost by who began."""
    found: Counter[tuple[str, str, int]] = Counter()
    for game in played:
        found[game.first, game.second, (DRAWN, WON, LOST)[game.winner]] += 1
    return {
        (first, second): (found[first, second, WON], found[first, second, DRAWN],
                          found[first, second, LOST])
        for first, second in {(first, second) for first, second, _result in found}
    }  # fmt: skip


def totals(played: Sequence[Short], ids: Sequence[str]) -> dict[str, Score]:
    """Won, drawn and lost by each of these players."""
    found = dict.fromkeys(ids, (0, 0, 0))
    for (first, second), score in results(played).items():
        for id, (won, drawn, lost) in ((first, score), (second, score[::-1])):
            mine = found[id]
            found[id] = mine[WON] + won, mine[DRAWN] + drawn, mine[LOST] + lost
    return found
