"""Knockout: who loses a tie is out.

Entrants are seeded by their order. The field is filled up to a power of two with free places,
which the best have in the first stage; the two best can only meet in the last. A tie is played
from both seats of its openings. If the points are equal then, further openings are played, a set
at a time; if they are equal still, the better seed goes on.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tablero.arena.rounds.keys import Meeting, Results, is_complete, points
from tablero.arena.rounds.pairing.plain import FIRST_OPENING, numbers
from tablero.errors import OptionError
from tablero.limits import Between
from tablero.locale import _


@dataclass(frozen=True)
class Tie:
    """Two seeds, from 0 on, the better one first; a free place has no other.

    meeting -- all that is to be played, as far as is known; None for a free place
    winner  -- None while it is not known
    """

    better: int
    other: int | None
    meeting: Meeting | None
    winner: int | None


@dataclass(frozen=True)
class Knockout:
    """openings -- of a tie; each is two games
    replays  -- so often a tie with equal points is played on
    further  -- openings of each of these replays
    """

    openings: int = 1
    replays: int = 2
    further: int = 1

    def __post_init__(self) -> None:
        for name, least in (("openings", 1), ("replays", 0), ("further", 1)):
            Between(least).check(name, getattr(self, name))

    @property
    def most_openings(self) -> int:
        return self.openings + self.replays * self.further

    def expected(self, players: int) -> int:
        return 2 * self.openings * (players - 1)

    def meetings(self, ids: Sequence[str], results: Results) -> list[Meeting]:
        """Those of the ties that are not decided, in the stage that is on."""
        stage = self.bracket(ids, results)[-1]
        return [tie.meeting for tie in stage if tie.meeting and tie.winner is None]

    def champion(self, ids: Sequence[str], results: Results) -> str | None:
        """Who has won the last tie; None while it is not played."""
        last = self.bracket(ids, results)[-1]
        return ids[last[0].winner] if len(last) == 1 and last[0].winner is not None else None

    def bracket(self, ids: Sequence[str], results: Results) -> list[list[Tie]]:
        """Stage by stage, up to the one that is on, or the last."""
        if len(ids) < 2:
            raise OptionError(_("a knockout needs two players or more"))
        left: list[int | None] = [
            seed if seed < len(ids) else None for seed in seeded(field_size(len(ids)))
        ]
        stages = []
        while len(left) > 1:
            stage = [
                self._tie(ids, results, *both) for both in zip(left[::2], left[1::2], strict=True)
            ]
            stages.append(stage)
            left = [tie.winner for tie in stage]
            if None in left:
                break
        return stages

    def _tie(self, ids: Sequence[str], results: Results, a: int | None, b: int | None) -> Tie:
        seeds = sorted(seed for seed in (a, b) if seed is not None)
        if len(seeds) == 1:
            return Tie(seeds[0], None, None, seeds[0])
        better, other = seeds
        for replay in range(self.replays + 1):
            openings = numbers(self.openings + replay * self.further)
            meeting = Meeting(ids[better], ids[other], openings)
            if not is_complete([meeting], results):
                return Tie(better, other, meeting, None)
            mine, theirs = points(meeting, results)
            if mine != theirs:
                break
        return Tie(better, other, meeting, other if theirs > mine else better)


def field_size(players: int) -> int:
    """The least power of two that has room for so many."""
    return 1 << (players - 1).bit_length()


def seeded(size: int) -> list[int]:
    """Seeds in the order of the bracket: if the better one always wins, the best meet as late
    as can be."""
    order = [0]
    while len(order) < size:
        total = 2 * len(order) - 1
        order = [seed for one in order for seed in (one, total - one)]
    return order


assert seeded(8) == [0, 7, 3, 4, 1, 6, 2, 5]
assert FIRST_OPENING == 1
