"""Names of games: who starts against whom, from which opening."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeAlias

from tablero.match.record import NOBODY, Record
from tablero.position import Side

Outcome: TypeAlias = int
"""Half points of who starts: LOST, DRAWN or WON."""

LOST, DRAWN, WON = range(3)

BY_WINNER = {NOBODY: DRAWN, 1: WON, 2: LOST}

SEED_BYTES = 7
"""Of a seed that is made of a text: it fits into 62 bits."""


class GameKey(NamedTuple):
    """One game of a round. With swapped names it is the other game of its pair.

    first, second -- ids of entrants
    opening       -- its number, from 1 on
    """

    first: str
    second: str
    opening: int

    @property
    def swapped(self) -> "GameKey":
        return GameKey(self.second, self.first, self.opening)


Results: TypeAlias = Mapping[GameKey, Outcome]


@dataclass(frozen=True)
class Meeting:
    """Two entrants, who play every one of these openings from both seats."""

    one: str
    other: str
    openings: Sequence[int]

    def games(self) -> Iterator[GameKey]:
        """Its games: pair by pair."""
        for opening in self.openings:
            key = GameKey(self.one, self.other, opening)
            yield key
            yield key.swapped


class System(Protocol):
    """How a round pairs: a pure function of who takes part, the best first, and of the results so
    far. Whoever asks again after any interruption is told the same.

    most_openings -- numbers of openings go from 1 to this one
    """

    @property
    def most_openings(self) -> int: ...

    def meetings(self, ids: Sequence[str], results: Results) -> list[Meeting]:
        """Those of the stage that is on; when all their games are known, the round is over."""

    def expected(self, players: int) -> int:
        """Games of a round of so many players, if nothing has to be repeated."""


def key_of(record: Record) -> GameKey:
    """A record of a round has ids for names, and the number of its opening."""
    return GameKey(record.first, record.second, record.number)


def outcome_of(record: Record) -> Outcome:
    """What a finished game was worth to who started it."""
    return BY_WINNER[record.winner]


def points(meeting: Meeting, results: Results) -> tuple[int, int]:
    """Half points of both, in the games that are known."""
    mine = theirs = 0
    for key in meeting.games():
        if key in results:
            got = results[key] if key.first == meeting.one else WON - results[key]
            mine, theirs = mine + got, theirs + WON - got
    return mine, theirs


def is_complete(meetings: Sequence[Meeting], results: Results) -> bool:
    return all(key in results for meeting in meetings for key in meeting.games())


def seed_of(seed: int, key: GameKey, side: Side) -> int:
    """Where the chance of a side begins in a game: it depends on nothing else."""
    text = json.dumps([seed, *key, side]).encode()
    return int.from_bytes(hashlib.sha256(text).digest()[:SEED_BYTES])
