"""Temporal differences: an opinion is pulled towards the opinions that follow it in a game.

Samuel's idea, in the form TD-leaf(λ): what counts is the position at the end of the best line
that a search has seen, and the last opinion of a game is its result.

What it is worth to have the move, for the first player and for the second, is learned beside the
weights: else they would have to account for it.
"""

from typing import Any

import numpy as np

from tablero.lab.tuning.linear import Effects, Linear
from tablero.lab.tuning.practice import Film, Practice
from tablero.position import ONGOING

BATCH = 32
"""Games between two changes of the weights."""

BATCHES = 16
"""Of a step."""

RATE = 0.5
"""Of the slope of the error, how far the weights go at first."""

SETTLING = 100
"""Batches after which they go half as far, then a third …"""

MEMORY = 3
"""The mean of all weights so far counts late ones more, with this power of their number."""

MOVE_FOR_NOBODY = np.zeros(2)
"""At first having the move is worth nothing, to the first player and to the second."""


class Td:
    """What has been learned from the games so far.

    now   -- effects of the weights, and of having the move
    mean  -- of all these so far: a random walk around a place is not at that place
    decay -- λ: 0, an opinion learns from the next one; 1, from the result alone
    """

    games_of_a_step = BATCH * BATCHES

    def __init__(self, linear: Linear, practice: Practice, decay: float) -> None:
        self.linear, self.practice, self.decay = linear, practice, decay
        self.batches = 0
        self.now = self.mean = np.concatenate([linear.start, MOVE_FOR_NOBODY])
        self.sizes = np.concatenate([linear.sizes, np.ones(2)])

    @property
    def openings_seen(self) -> int:
        return self.batches * BATCH

    @property
    def effects(self) -> Effects:
        """The mean, of the weights alone."""
        return self._weights(self.mean)

    def _weights(self, learned: Effects) -> Effects:
        return learned[: len(self.linear.names)]

    def step(self) -> None:
        """Learn from some games more."""
        for _batch in range(BATCHES):
            openings = self.practice.openings(self.openings_seen, BATCH)
            judge = self.linear.rounded(self._weights(self.now))
            film = self.practice.film(judge, self.linear.units, openings)
            self.batches += 1
            rate = RATE / (1 + self.batches / SETTLING)
            self.now = self.now + rate * slope(film, self.now, self.sizes, self.decay)
            share = (MEMORY + 1) / (MEMORY + self.batches)
            self.mean = self.mean + share * (self.now - self.mean)

    def state(self) -> dict[str, Any]:
        """All that a later run needs to go on."""
        return {"batches": self.batches, "now": [*self.now], "mean": [*self.mean]}

    def restore(self, state: dict[str, Any]) -> None:
        self.batches = int(state["batches"])
        self.now, self.mean = np.array(state["now"], float), np.array(state["mean"], float)


def slope(film: Film, effects: Effects, sizes: Effects, decay: float) -> Effects:
    """Where the effects should go: the mean over all moves of error times gradient.

    An opinion is a number from -1 to 1, the result that it expects.
    """
    moves = film.ends[-1]
    features, results = film.features[:moves] / sizes, film.results[:moves]
    decided = results != ONGOING
    opinions = np.where(decided, np.sign(results), np.tanh(features @ effects))
    errors = wanted(opinions, film, decay) - opinions
    gradients = features * ((1 - opinions**2) * ~decided)[:, np.newaxis]
    mean: Effects = (errors[:, np.newaxis] * gradients).mean(axis=0)
    return mean


def wanted(opinions: Effects, film: Film, decay: float) -> Effects:
    """What the opinions should have been: a mixture of all that came later, the result last."""
    targets = np.empty_like(opinions)
    begun = 0
    for end, margin in zip(film.ends, film.margins, strict=True):
        target = following = float(np.sign(margin))
        for move in range(end - 1, begun - 1, -1):
            target = (1 - decay) * following + decay * target
            targets[move], following = target, opinions[move]
        begun = end
    return targets
