"""CMA-ES: weights are drawn at random, play, and those that score best show where to draw next."""

from typing import Any

import numpy as np
from cmaes import CMA

from tablero.lab.tuning.duels import Arbiter
from tablero.lab.tuning.linear import Effects, Linear

SPREAD = 0.3
"""How far from the start, which has the length 1, the first ones are drawn."""

LARGEST_SEED = 1 << 32


class Evolution:
    """What the generations so far have come to.

    effects -- the middle of the next generation: the mean of many is less of an accident than
               the best of them
    scores  -- of all generations; with them and the seed all else can be had again
    """

    def __init__(self, linear: Linear, arbiter: Arbiter, pairs: int, seed: int) -> None:
        self.linear, self.arbiter, self.pairs = linear, arbiter, pairs
        options = {"seed": seed % LARGEST_SEED, "lr_adapt": True}
        self.strategy = CMA(linear.start, SPREAD, **options)
        self.scores: list[list[float]] = []

    @property
    def games_of_a_step(self) -> int:
        return int(2 * self.pairs * self.strategy.population_size)

    @property
    def openings_seen(self) -> int:
        return len(self.scores) * self.pairs

    @property
    def effects(self) -> Effects:
        return np.array(self.strategy.mean)

    def step(self) -> None:
        """One generation: all play from the same openings against the middle of them."""
        drawn, middle = self._draw(), self.linear.rounded(self.effects)
        judges = [(self.linear.rounded(each), middle) for each in drawn]
        self._tell(drawn, self.arbiter.scores(judges, self.openings_seen, self.pairs))

    def _draw(self) -> list[Effects]:
        return [self.strategy.ask() for _each in range(self.strategy.population_size)]

    def _tell(self, drawn: list[Effects], scores: list[float]) -> None:
        self.scores.append(scores)
        self.strategy.tell([(each, -score) for each, score in zip(drawn, scores, strict=True)])

    def state(self) -> dict[str, Any]:
        """All that a later run needs to go on."""
        return {"scores": self.scores}

    def restore(self, state: dict[str, Any]) -> None:
        """Draw again what was drawn; nobody plays."""
        for scores in state["scores"]:
            self._tell(self._draw(), scores)
