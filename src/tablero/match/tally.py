"""What has come out so far: counts of the games of a match."""

from collections import Counter
from dataclasses import dataclass

from tablero.match.elo import Estimate, estimate
from tablero.match.plan import agents_by_side, pair_of
from tablero.match.referee import Played, Reason

COMPARED = 1 << 20
"""So many games are compared with one another; more would take too much memory."""


@dataclass(frozen=True)
class Fault:
    """What an agent did wrong in a game."""

    number: int
    agent: int
    reason: Reason
    detail: str


class Tally:
    """All is seen by the agent that was named first.

    games    -- lost, drawn, won
    pairs    -- complete ones, by their points: 0, 1/2, 1, 3/2, 2
    seated   -- the same by half points: [in the game that he started][in the other]
    reasons  -- why games ended
    blamed   -- how often an agent, 0 or 1, lost for a reason other than the board
    fault    -- the first of these
    """

    def __init__(self) -> None:
        self.games, self.pairs = [0] * 3, [0] * 5
        self.seated = [[0] * 3 for _started in range(3)]
        self.reasons: Counter[Reason] = Counter()
        self.blamed: Counter[tuple[int, Reason]] = Counter()
        self.fault: Fault | None = None
        self._waiting: dict[int, int] = {}
        self._known: set[tuple[bool, int]] = set()

    def add(self, number: int, played: Played) -> None:
        """Count one game more."""
        result = points_of(number, played)
        self.games[result] += 1
        self.reasons[played.reason] += 1
        if self.played <= COMPARED:
            self._known.add((number % 2 == 0, hash(tuple(played.moves))))
        pair = pair_of(number)
        if pair in self._waiting:
            other = self._waiting.pop(pair)
            self.pairs[result + other] += 1
            started, answered = (result, other) if number % 2 else (other, result)
            self.seated[started][answered] += 1
        else:
            self._waiting[pair] = result
        if played.winner is not None and played.reason is not Reason.WON:
            self._blame(number, played)

    def _blame(self, number: int, played: Played) -> None:
        assert played.winner is not None
        agent = agents_by_side(number)[1 - played.winner]
        self.blamed[agent, played.reason] += 1
        if self.fault is None or number < self.fault.number:
            self.fault = Fault(number, agent, played.reason, played.detail)

    @property
    def played(self) -> int:
        return sum(self.games)

    @property
    def compared(self) -> int:
        """How many games `different` is about: those that were counted first."""
        return min(self.played, COMPARED)

    @property
    def different(self) -> int:
        """Games that are not the same, move for move, as another one with the same seats."""
        return len(self._known)

    @property
    def estimate(self) -> Estimate:
        """By complete pairs: half of one would count the advantage of a seat. By single games
        while there is none."""
        return estimate(self.pairs if any(self.pairs) else self.games)


def points_of(number: int, played: Played) -> int:
    """Half points of the first-named agent: 0, 1 or 2."""
    if played.winner is None:
        return 1
    return 2 if agents_by_side(number)[played.winner] == 0 else 0
