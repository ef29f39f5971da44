"""The players of a match, and the games that they play."""

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


class MatchPlayers:
    """The players of a plan: one for each agent and side, used for all games.

    Raise OptionError if an agent cannot play this game.
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
        """Choose one move with every player, so that compilation is not timed in a game."""
        for (_agent, side), player in self.players.items():
            position = self.plan.game.start
            while position.outcome() == ONGOING and position.turn() != side:
                position = position.play(next(iter(position.moves())))
            if position.outcome() == ONGOING:
                with suppress(Exception):  # raised again in the first game
                    player.begin(self.plan.terms.seed)
                    player.choose(position, self.plan.terms.rules.limits)

    def of(self, number: int) -> tuple[Player, Player]:
        """Return the players of a game: the one that plays first, the one that plays second."""
        first, second = agents_by_side(number)
        return self.players[first, FIRST], self.players[second, SECOND]

    def play(self, number: int) -> Played:
        """Play one game with the referee."""
        plan, opening = self.plan, self.plan.opening(number)
        seeds = plan.seeds(number, agents_by_side(number)[FIRST])
        first, second = map(_begun, self.of(number), seeds)
        return play_game(plan.game, (first, second), plan.game.start, opening, plan.terms.rules)

    def games(self, numbers: Sequence[int]) -> Iterator[tuple[int, Played]]:
        """Play the games of these numbers in their order; yield each when it is over."""
        played = self._compiled(numbers) if self.are_compiled else map(self.play, numbers)
        return zip(numbers, played, strict=True)

    @property
    def are_compiled(self) -> bool:
        """Return whether all games can be compiled, where no limits of a move are enforced."""
        free = self.plan.terms.rules.limits == NO_LIMITS
        ours = not isinstance(self.plan.game.start, Foreign)
        return free and ours and all(each.compiled is not None for each in self.players.values())

    def _compiled(self, numbers: Sequence[int]) -> Iterator[Played]:
        """Return the games of these numbers in their order, played by the kernel."""
        plan, count = self.plan, len(numbers)
        ours, others = (
            tuple(self.players[agent, side].compiled for side in (FIRST, SECOND))
            for agent in (0, 1)
        )
        starters = np.array([agents_by_side(number)[FIRST] for number in numbers])
        seeds = np.empty((count, 2), np.int64)
        for starter, sides in ((0, (FIRST, SECOND)), (1, (SECOND, FIRST))):
            started = starters == starter
            both = plan.seeds(np.array(numbers, np.int64)[started], starter)
            seeds[started] = np.stack([both[side] for side in sides], axis=1)
        openings = np.array([plan.opening(number) for number in numbers], np.int64)
        fixtures = Fixtures(starters, seeds, openings.reshape(count, plan.terms.openings.plies))
        return play_compiled(plan.game.start, ours, others, fixtures, plan.terms.rules.most_moves)

    def close(self) -> None:
        """Close all players."""
        for player in self.players.values():
            player.close()


class Absent:
    """A substitute for a player whose `begin` failed; `choose` raises the same error."""

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
    """Return the player after `begin`, or an Absent if that raises an error."""
    try:
        player.begin(seed)
    except Exception as error:  # any error of a player
        return Absent(error)
    return player
