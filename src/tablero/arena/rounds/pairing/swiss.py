"""Swiss: in every stage those meet who have done equally well, and nobody meets another twice.

Who wins a meeting gets two half points, who wins as much as he loses one. Players are ordered by
their points, and of equal ones by their places among the entrants. As in the Dutch system the best
of those with equal points meets the first of their lower half; whoever is left over meets the
first of those with fewer points. If a wish would leave somebody without a partner whom he has not
met, the next best is taken. With an odd number, the last one who can is free for a stage, as if he
had won, and nobody twice.

After k stages everybody has n - 1 - k possible partners (the free place counts as a player). By
Dirac's theorem all can be paired if these are n / 2 or more; so there can be n / 2 stages.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tablero.arena.rounds.keys import DRAWN, LOST, WON, Meeting, Results, is_complete, points
from tablero.arena.rounds.pairing.matching import first_choice
from tablero.arena.rounds.pairing.plain import numbers
from tablero.errors import OptionError
from tablero.limits import Between
from tablero.locale import _

Pair = tuple[int, int]

FREE_WIN = 1, 0
"""Who is free is counted as if he had won."""


class Standing:
    """After some stages. Players are numbers, from the best seed on.

    free   -- the number of the free place, one more than the players'; none if they are even
    points -- half points of meetings
    met    -- whom each has met
    """

    def __init__(self, players: int) -> None:
        size = players + players % 2
        self.free = players
        self.points = [0] * size
        self.met: list[set[int]] = [set() for _player in range(size)]

    def count(self, pair: Pair, mine: int, theirs: int) -> None:
        """A meeting that ended with so many points for both."""
        for (one, other), more in ((pair, mine - theirs), (pair[::-1], theirs - mine)):
            self.met[one].add(other)
            self.points[one] += WON if more > 0 else DRAWN if more == 0 else LOST

    def order(self) -> list[int]:
        """The free place, then the players, the best first."""

        def place(one: int) -> tuple[bool, int, int]:
            return one != self.free, -self.points[one], one

        return sorted(range(len(self.points)), key=place)

    def wishes(self, one: int, left: list[int]) -> list[int]:
        """Partners out of those who are left, the best first."""
        if one == self.free:
            return left[:0:-1]
        same = [other for other in left if self.points[other] == self.points[one]]
        lower = [other for other in left if self.points[other] < self.points[one]]
        half = max(1, len(same) // 2)
        return same[half:] + same[1:half][::-1] + lower

    def pairs(self) -> list[Pair]:
        """Of the next stage, the better one first; one with the free place stands last."""
        everybody = {*range(len(self.points))}
        allowed = [everybody - met - {one} for one, met in enumerate(self.met)]
        found = first_choice(allowed, self.order(), self.wishes)
        assert found is not None, "by Dirac's theorem all can be paired"
        places = {one: place for place, one in enumerate(self.order()) if one != self.free}
        last = len(places) + 1
        better = [one for one in places if places[one] < places.get(found[one], last)]
        return sorted(((one, found[one]) for one in better), key=lambda pair: pair[1] == self.free)


@dataclass(frozen=True)
class Swiss:
    """openings -- of a meeting; each is two games."""

    stages: int
    openings: int = 1

    def __post_init__(self) -> None:
        Between(1).check("stages", self.stages)
        Between(1).check("openings", self.openings)

    @property
    def most_openings(self) -> int:
        return self.openings

    def expected(self, players: int) -> int:
        return 2 * (players // 2) * self.openings * self.stages

    def meetings(self, ids: Sequence[str], results: Results) -> list[Meeting]:
        """Those of the first stage that is not complete; none if all are."""
        return self._played(ids, results)[1]

    def points(self, ids: Sequence[str], results: Results) -> dict[str, int]:
        """Half points of meetings, after the stages that are complete."""
        return dict(zip(ids, self._played(ids, results)[0].points, strict=False))

    def _played(self, ids: Sequence[str], results: Results) -> tuple[Standing, list[Meeting]]:
        """What has come out of the stages that are complete, and the first that is not."""
        most = (len(ids) + 1) // 2
        if not 1 <= self.stages <= most or len(ids) < 2:
            message = _("{players} players can play {most} Swiss stages at most, not {stages}")
            values = {"players": len(ids), "most": most, "stages": self.stages}
            raise OptionError(message.format(**values))
        standing = Standing(len(ids))
        for _stage in range(self.stages):
            pairs = standing.pairs()
            met = {
                pair: Meeting(ids[pair[0]], ids[pair[1]], numbers(self.openings))
                for pair in pairs
                if pair[1] != standing.free
            }
            if not is_complete([*met.values()], results):
                return standing, [*met.values()]
            for pair in pairs:
                standing.count(pair, *(points(met[pair], results) if pair in met else FREE_WIN))
        return standing, []
