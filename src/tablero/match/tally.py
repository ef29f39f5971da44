"""The results of a match so far: counts of games and of pairs of games."""

from collections import Counter
from dataclasses import dataclass

from tablero.match.elo import Estimate, estimate
from tablero.match.plan import agents_by_side, pair_of
from tablero.match.referee import Played, Reason

COMPARED = 1 << 20
"""Upper limit of the games compared with one another; more would take too much memory."""

DECIDED = Reason.WON, Reason.ADJUDICATED
"""Reasons by which a game is won without a forfeit."""


@dataclass(frozen=True)
class ForfeitedGame:
    """A game that an agent lost for a reason other than the rules of the game.

    number: the number of the game.
    agent: 0 or 1.
    """

    number: int
    agent: int
    reason: Reason
    detail: str


class Tally:
    """Counts of the games of a match, for the agent that was named first.

    games: games lost, drawn, won.
    by_side: the same counts for the games that the agent played as FIRST, and as SECOND.
    pairs: complete pairs by their points: 0, 1/2, 1, 3/2, 2.
    pairs_by_side: complete pairs by half points: [in the game the agent started][in the other].
    reasons: games by the reason why they ended.
    forfeits: by agent (0 or 1) and reason, games lost for a reason beside the rules of the game.
    first_forfeit: the forfeited game with the smallest number, or None.
    """

    def __init__(self) -> None:
        self.games, self.pairs = [0] * 3, [0] * 5
        self.by_side = [0] * 3, [0] * 3
        self.pairs_by_side = [[0] * 3 for _started in range(3)]
        self.reasons: Counter[Reason] = Counter()
        self.forfeits: Counter[tuple[int, Reason]] = Counter()
        self.first_forfeit: ForfeitedGame | None = None
        self._waiting: dict[int, int] = {}
        self._known: set[tuple[bool, int]] = set()

    def add(self, number: int, played: Played) -> None:
        """Count a game."""
        result = points_of(number, played)
        self.games[result] += 1
        self.by_side[agents_by_side(number).index(0)][result] += 1
        self.reasons[played.reason] += 1
        if self.played <= COMPARED:
            self._known.add((number % 2 == 0, hash(tuple(played.moves))))
        pair = pair_of(number)
        if pair in self._waiting:
            other = self._waiting.pop(pair)
            self.pairs[result + other] += 1
            started, answered = (result, other) if number % 2 else (other, result)
            self.pairs_by_side[started][answered] += 1
        else:
            self._waiting[pair] = result
        if played.winner is not None and played.reason not in DECIDED:
            self._count_forfeit(number, played)

    def _count_forfeit(self, number: int, played: Played) -> None:
        assert played.winner is not None
        agent = agents_by_side(number)[1 - played.winner]
        self.forfeits[agent, played.reason] += 1
        if self.first_forfeit is None or number < self.first_forfeit.number:
            self.first_forfeit = ForfeitedGame(number, agent, played.reason, played.detail)

    @property
    def played(self) -> int:
        return sum(self.games)

    @property
    def compared(self) -> int:
        """Return the number of games that `different` compares: those counted first."""
        return min(self.played, COMPARED)

    @property
    def different(self) -> int:
        """Return the number of different games, by their moves and the agents' sides."""
        return len(self._known)

    @property
    def estimate(self) -> Estimate:
        """Return the estimate from complete pairs, or from single games while there is no pair.

        Half a pair would count the advantage of the first move.
        """
        return estimate(self.pairs if any(self.pairs) else self.games)


def points_of(number: int, played: Played) -> int:
    """Return the half points of the first-named agent: 0, 1 or 2."""
    if played.winner is None:
        return 1
    return 2 if agents_by_side(number)[played.winner] == 0 else 0
