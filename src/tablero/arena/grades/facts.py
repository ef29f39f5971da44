"""All that grades depend on, as plain values."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True)
class HandIn:
    """A version that was kept. in_order: no verdict stands against it."""

    pair: str
    player: int
    day: date
    in_order: bool = True


@dataclass(frozen=True)
class Place:
    """A row of the table of a round."""

    player: str
    alias: str
    rank: int


@dataclass(frozen=True)
class Score:
    """One game: points of who started, 1, 1/2 or 0."""

    first: str
    second: str
    points: float


@dataclass(frozen=True)
class Table:
    """The end of a round.

    references -- those who took part, by their ids: their aliases
    """

    day: date
    graded: bool
    places: tuple[Place, ...]
    scores: tuple[Score, ...]
    references: Mapping[str, str]


@dataclass(frozen=True)
class Facts:
    """through -- the last day that has closed; None before the first
    players -- ids of each pair's players who are still in
    banned  -- ids of pairs
    """

    through: date | None
    hand_ins: tuple[HandIn, ...]
    tables: tuple[Table, ...]
    players: dict[str, tuple[str, ...]]
    banned: frozenset[str]
