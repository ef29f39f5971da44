"""CMA-ES: weights drawn at random play, and their scores determine the next distribution."""

from typing import Any

import numpy as np
from cmaes import CMA

from tablero.lab.tuning.duels import Arbiter
from tablero.lab.tuning.linear import Effects, Linear

SPREAD = 0.3
"""Standard deviation of the first generation around the start, whose length is 1."""

LARGEST_SEED = 1 << 32


class Evolution:
    """State of the evolution after the generations so far.

    effects: mean of the next generation; it is less subject to chance than the best individual.
    scores: scores of all generations; with the seed they determine the whole state.
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
        """Run one generation: all individuals play against its mean, from the same openings."""
        drawn, middle = self._draw(), self.linear.rounded(self.effects)
        rivals = [(self.linear.rounded(each), middle) for each in drawn]
        self._tell(drawn, self.arbiter.scores(rivals, self.openings_seen, self.pairs))

    def _draw(self) -> list[Effects]:
        return [self.strategy.ask() for _each in range(self.strategy.population_size)]

    def _tell(self, drawn: list[Effects], scores: list[float]) -> None:
        self.scores.append(scores)
        self.strategy.tell([(each, -score) for each, score in zip(drawn, scores, strict=True)])

    def state(self) -> dict[str, Any]:
        """Return the state that a later run needs to resume."""
        return {"scores": self.scores}

    def restore(self, state: dict[str, Any]) -> None:
        """Repeat the draws of a stored state, with its scores in place of games."""
        for scores in state["scores"]:
            self._tell(self._draw(), scores)
