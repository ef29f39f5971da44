"""Everybody against everybody, and some against all."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from tablero.arena.rounds.keys import Meeting, Results
from tablero.errors import UnknownName
from tablero.limits import Between
from tablero.locale import _

FIRST_OPENING = 1


def numbers(openings: int) -> range:
    """The numbers of so many openings."""
    return range(FIRST_OPENING, FIRST_OPENING + openings)


@dataclass(frozen=True)
class RoundRobin:
    """Every two players meet.

    openings -- of a meeting; each is two games
    """

    openings: int = 1

    def __post_init__(self) -> None:
        Between(1).check("openings", self.openings)

    @property
    def most_openings(self) -> int:
        return self.openings

    def meetings(self, ids: Sequence[str], results: Results) -> list[Meeting]:
        return [Meeting(*both, numbers(self.openings)) for both in combinations(ids, 2)]

    def expected(self, players: int) -> int:
        return players * (players - 1) * self.openings


@dataclass(frozen=True)
class Gauntlet:
    """Some players meet all others, and one another.

    runners -- their ids
    """

    runners: tuple[str, ...]
    openings: int = 1

    def __post_init__(self) -> None:
        Between(1).check("openings", self.openings)

    @property
    def most_openings(self) -> int:
        return self.openings

    def meetings(self, ids: Sequence[str], results: Results) -> list[Meeting]:
        for runner in self.runners:
            if runner not in ids:
                raise UnknownName(_("player"), runner, ids)
        return [
            Meeting(one, other, numbers(self.openings))
            for one, other in combinations(ids, 2)
            if one in self.runners or other in self.runners
        ]

    def expected(self, players: int) -> int:
        some, others = len(self.runners), players - len(self.runners)
        return (some * (some - 1) + 2 * some * others) * self.openings
