"""Names of games: who starts against whom, from which opening."""

from typing import NamedTuple, TypeAlias

from tablero.match.record import NOBODY, Record

Outcome: TypeAlias = int
"""Half points of who starts: LOST, DRAWN or WON."""

LOST, DRAWN, WON = range(3)


class GameKey(NamedTuple):
    """One game of a round. With swapped names it is the other game of its pair.

    first, second -- ids of entrants
    opening       -- its number, from 1 on
    """

    first: str
    second: str
    opening: int


def outcome_of(record: Record) -> Outcome:
    """What a finished game was worth to who started it."""
    if record.winner == NOBODY:
        return DRAWN
    return WON if record.winner == 1 else LOST
