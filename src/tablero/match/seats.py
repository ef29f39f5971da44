"""The players of a match at their boards."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import product

from tablero.agents.agent import Player
from tablero.match.plan import Plan, agents_by_side
from tablero.match.referee import Played, Reason, play_game
from tablero.position import FIRST, ONGOING, SECOND


class Seats:
    """Both agents, seated once on either side for all the games of a plan.

    Raises OptionError if an agent cannot play this game.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.players: dict[tuple[int, int], Player] = {}
        try:
            for agent, side in product((0, 1), (FIRST, SECOND)):
                self.players[agent, side] = plan.agents[agent].seat(plan.game, side)
            if plan.terms.rules.limits.seconds is not None:
                self._warm_up()
        except BaseException:
            self.close()
            raise

    def _warm_up(self) -> None:
        """A move that nobody counts: what is made or compiled once is not on the clock."""
        for (_agent, side), player in self.players.items():
            position = self.plan.game.start
            while position.outcome() == ONGOING and position.turn() != side:
                position = position.play(next(iter(position.moves())))
            if position.outcome() == ONGOING:
                with suppress(Exception):  # it will do wrong again when it counts
                    player.begin(self.plan.terms.seed)
                    player.choose(position, self.plan.terms.rules.limits)

    def of(self, number: int) -> tuple[Player, Player]:
        """The players of a game: the one who plays first, the one who plays second."""
        first, second = agents_by_side(number)
        return self.players[first, FIRST], self.players[second, SECOND]

    def play(self, number: int) -> Played:
        """One game, refereed; who cannot even begin has lost it."""
        plan, players = self.plan, self.of(number)
        opening, seeds = plan.opening(number), plan.seeds(number)
        for side in (FIRST, SECOND):
            try:
                players[side].begin(seeds[side])
            except Exception as error:  # whatever a player does wrong
                detail = f"{type(error).__name__}: {error}"
                return Played(list(opening), winner=1 - side, reason=Reason.CRASH, detail=detail)
        return play_game(plan.game, players, plan.game.start, opening, plan.terms.rules)

    def close(self) -> None:
        """All players leave."""
        for player in self.players.values():
            player.close()


def play_block(seats: Seats, numbers: Sequence[int]) -> Iterator[tuple[int, Played]]:
    """Games of these numbers, each as soon as it is over."""
    for number in numbers:
        yield number, seats.play(number)
