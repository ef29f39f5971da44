"""The players of a match at their boards."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import product
from typing import Any

import numpy as np

from tablero.agents.agent import NO_LIMITS, Choice, Limits, Player
from tablero.match.compiled import Fixtures, play_compiled
from tablero.match.plan import Plan, agents_by_side
from tablero.match.referee import Played, play_game
from tablero.position import FIRST, ONGOING, SECOND, Foreign


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
        """One game, refereed."""
        plan, opening = self.plan, self.plan.opening(number)
        seeds = plan.seeds(number, agents_by_side(number)[FIRST])
        first, second = map(_begun, self.of(number), seeds)
        return play_game(plan.game, (first, second), plan.game.start, opening, plan.terms.rules)

    @property
    def are_compiled(self) -> bool:
        """Can all games be compiled? Then nobody looks at the limits of a move."""
        free = self.plan.terms.rules.limits == NO_LIMITS
        ours = not isinstance(self.plan.game.start, Foreign)
        return free and ours and all(each.compiled is not None for each in self.players.values())

    def close(self) -> None:
        """All players leave."""
        for player in self.players.values():
            player.close()


class Absent:
    """Plays for somebody who could not begin: the same error again, when it is his turn."""

    compiled = None

    def __init__(self, error: Exception) -> None:
        self.error = error

    def begin(self, seed: int) -> None:
        pass

    def choose(self, position: Any, limits: Limits) -> Choice:
        raise self.error

    def close(self) -> None:
        pass


def _begun(player: Player, seed: int) -> Player:
    """The player, ready for a game."""
    try:
        player.begin(seed)
    except Exception as error:  # whatever a player does wrong
        return Absent(error)
    return player


def play_block(seats: Seats, numbers: Sequence[int]) -> Iterator[tuple[int, Played]]:
    """Games of these numbers, each as soon as it is over."""
    if not seats.are_compiled:
        for number in numbers:
            yield number, seats.play(number)
        return
    yield from zip(numbers, _compiled(seats, np.array(numbers, np.int64)), strict=True)


def _compiled(seats: Seats, numbers: Any) -> Iterator[Played]:
    """Games of these numbers, in their order."""
    plan = seats.plan
    ours, others = (
        tuple(seats.players[agent, side].compiled for side in (FIRST, SECOND)) for agent in (0, 1)
    )
    starters = np.array([agents_by_side(number)[FIRST] for number in numbers.tolist()])
    seeds = np.empty((len(numbers), 2), np.int64)
    for starter, sides in ((0, (FIRST, SECOND)), (1, (SECOND, FIRST))):
        started = starters == starter
        both = plan.seeds(numbers[started], starter)
        seeds[started] = np.stack([both[side] for side in sides], axis=1)
    openings = np.array([plan.opening(number) for number in numbers.tolist()], np.int64)
    shaped = openings.reshape(len(numbers), plan.terms.openings.plies)
    fixtures = Fixtures(starters, seeds, shaped)
    return play_compiled(plan.game.start, ours, others, fixtures, plan.terms.rules.most_moves)
