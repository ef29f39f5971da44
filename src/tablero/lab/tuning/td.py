"""Temporal differences: a value is moved towards the values that follow it in a game.

Samuel's idea, in the form TD-leaf(λ): the position that counts is the last one of the principal
variation, and the last value of a game is its result.

The value of having the move, for the first player and for the second, is learned beside the
weights: else they would have to account for it.
"""

from typing import Any

import numpy as np

from tablero.lab.tuning.linear import Effects, Linear
from tablero.lab.tuning.training_games import GameLog, TrainingGames
from tablero.position import ONGOING

BATCH = 32
"""Games between two changes of the weights."""

BATCHES = 16
"""Batches of a step."""

RATE = 0.5
"""Initial learning rate, as a factor of the gradient."""

HALF_RATE_BATCHES = 100
"""Batches after which the learning rate is a half, then a third … of the initial one."""

MEAN_POWER = 3
"""Power of the batch number by which the mean of all weights so far favours later ones."""

NO_TURN_VALUE = np.zeros(2)
"""Initial values of having the move, for the first player and for the second."""


class Td:
    """State of the learning after the games so far.

    now: current effects of the weights, and of having the move.
    mean: their weighted mean over all batches, which removes the random walk of `now`.
    decay: λ; with 0 a value learns from the next one, with 1 from the result alone.
    """

    games_of_a_step = BATCH * BATCHES

    def __init__(self, linear: Linear, training: TrainingGames, decay: float) -> None:
        self.linear, self.training, self.decay = linear, training, decay
        self.batches = 0
        self.now = self.mean = np.concatenate([linear.start, NO_TURN_VALUE])
        self.sizes = np.concatenate([linear.sizes, np.ones(2)])

    @property
    def openings_seen(self) -> int:
        return self.batches * BATCH

    @property
    def effects(self) -> Effects:
        """The mean effects, of the weights alone."""
        return self._weights(self.mean)

    def _weights(self, learned: Effects) -> Effects:
        return learned[: len(self.linear.names)]

    def step(self) -> None:
        """Learn from BATCHES batches of games."""
        for _batch in range(BATCHES):
            openings = self.training.openings(self.openings_seen, BATCH)
            evaluation = self.linear.rounded(self._weights(self.now))
            log = self.training.log(evaluation, self.linear.units, openings)
            self.batches += 1
            rate = RATE / (1 + self.batches / HALF_RATE_BATCHES)
            self.now = self.now + rate * gradient(log, self.now, self.sizes, self.decay)
            share = (MEAN_POWER + 1) / (MEAN_POWER + self.batches)
            self.mean = self.mean + share * (self.now - self.mean)

    def state(self) -> dict[str, Any]:
        """Return the state that a later run needs to resume."""
        return {"batches": self.batches, "now": [*self.now], "mean": [*self.mean]}

    def restore(self, state: dict[str, Any]) -> None:
        self.batches = int(state["batches"])
        self.now, self.mean = np.array(state["now"], float), np.array(state["mean"], float)


def gradient(log: GameLog, effects: Effects, sizes: Effects, decay: float) -> Effects:
    """Return the direction of the change: the mean over all moves of error times gradient.

    A value is the expected result, a number from -1 to 1.
    """
    moves = log.ends[-1]
    features, results = log.features[:moves] / sizes, log.results[:moves]
    decided = results != ONGOING
    values = np.where(decided, np.sign(results), np.tanh(features @ effects))
    errors = td_targets(values, log, decay) - values
    gradients = features * ((1 - values**2) * ~decided)[:, np.newaxis]
    mean: Effects = (errors[:, np.newaxis] * gradients).mean(axis=0)
    return mean


def td_targets(values: Effects, log: GameLog, decay: float) -> Effects:
    """Return the target of each value: a λ-weighted mixture of all later ones, the result last."""
    targets = np.empty_like(values)
    begun = 0
    for end, margin in zip(log.ends, log.margins, strict=True):
        target = following = float(np.sign(margin))
        for move in range(end - 1, begun - 1, -1):
            target = (1 - decay) * following + decay * target
            targets[move], following = target, values[move]
        begun = end
    return targets
