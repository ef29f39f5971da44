"""A linear evaluation, decomposed into weights and features."""

from collections.abc import Iterator
from itertools import islice
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tablero.agents.random_generator import derive, new_generator, random_below
from tablero.errors import OptionError
from tablero.games import evaluations
from tablero.games.game import Game
from tablero.locale import _
from tablero.match.openings import random_game
from tablero.options import join_call, parse_call
from tablero.position import WIN

Effects: TypeAlias = NDArray[np.float64]
"""Weights, each multiplied by the size of its feature: its effect on the value. This makes weights
comparable, whatever their features count."""

SAMPLE_GAMES = 40
"""Random games whose positions are used to measure features."""

TRIALS = 3
"""Sets of random weights, from -SPREAD to SPREAD, for which linearity is checked."""

SPREAD = 9

MAX_VALUE = WIN // 4
"""Largest value over those positions when weights are rounded to ints: a larger one loses less by
rounding, but searches clip values at WIN."""


class Linear:
    """An evaluation whose value is a sum of weights times features.

    text: its name with its options.
    names: names of its weights.
    units: for each weight the evaluation that returns its feature alone.
    sizes: root mean square of each feature, over random games.

    Raises OptionError if it is not linear, or if there is nothing to tune.
    """

    def __init__(self, text: str, game: Game, seed: int) -> None:
        self.text, self.evaluation = text, evaluations.load(text, game)
        self.names: list[str] = evaluations.weight_names(self.evaluation)
        self._check_kind()
        self.units = tuple(self.weighted(row) for row in np.eye(len(self.names), dtype=np.int64))
        positions = list(_sample(game, seed))
        self.features = np.array([[unit.value(p) for unit in self.units] for p in positions])
        self._check_sums(game, positions, seed)
        self.sizes = np.sqrt((self.features.astype(np.float64) ** 2).mean(axis=0))
        for name, size in zip(self.names, self.sizes, strict=True):
            if not size:
                message = _("{text!r}: the weight {name} changes nothing in {games} random games")
                raise OptionError(message.format(text=text, name=name, games=SAMPLE_GAMES))

    def _check_kind(self) -> None:
        """Raise OptionError if the evaluation depends on MAX or has fewer than two weights."""
        if hasattr(self.evaluation, "seen_by"):
            reason = _("{text!r} cannot be tuned: it depends on which side is MAX")
        elif len(self.names) < 2:
            reason = _("{text!r} cannot be tuned: that takes two weights or more, it has {count}")
        else:
            return
        raise OptionError(reason.format(text=self.text, count=len(self.names)))

    def _check_sums(self, game: Game, positions: list[Any], seed: int) -> None:
        """Raise OptionError unless the evaluation is the sum of weights times features."""
        generator = new_generator(derive(seed, 1))
        trials = [
            np.array([random_below(generator, 2 * SPREAD + 1) - SPREAD for _name in self.names])
            for _trial in range(TRIALS)
        ]
        for weights in [np.zeros_like(trials[0]), *trials]:
            evaluation = self.weighted(weights)
            for position, sum_ in zip(positions, self.features @ weights, strict=True):
                if evaluation.value(position) != sum_:
                    message = _(
                        "{text!r} cannot be tuned: it is not a sum of weights times features, "
                        "as {position!r} shows"
                    )
                    values = {"text": self.text, "position": game.write(position)}
                    raise OptionError(message.format(**values))

    @property
    def weights(self) -> list[int]:
        """The evaluation's weights before tuning."""
        return [getattr(self.evaluation, name) for name in self.names]

    @property
    def start(self) -> Effects:
        """The effects of these weights, of length 1 unless all are 0."""
        effects: Effects = np.array(self.weights) * self.sizes
        return effects / (np.linalg.norm(effects) or 1.0)

    def weighted(self, weights: Any) -> Any:
        """Return the evaluation with these weights."""
        return self.evaluation._replace(**dict(zip(self.names, map(int, weights), strict=True)))

    def rounded(self, effects: Effects) -> Any:
        """Return the evaluation with these effects, scaled to ints; only proportions matter."""
        weights = effects / self.sizes
        most = max(np.abs(self.features @ weights).max(), 1e-9)
        scale = min(
            MAX_VALUE / most, evaluations.LARGEST_WEIGHT / max(np.abs(weights).max(), 1e-9)
        )
        return self.weighted(np.rint(weights * scale))

    def written(self, evaluation: Any) -> str:
        """Return the evaluation as text for any command: `composite(stores=20,row=3)`."""
        name, _options = parse_call(self.text)
        return join_call(name, evaluations.option_texts(evaluation).items())


def _sample(game: Game, seed: int) -> Iterator[Any]:
    """Yield the unfinished positions of random games."""
    for number in range(SAMPLE_GAMES):
        played = random_game(game.start, new_generator(derive(seed, 0, number)))
        played = islice(played, game.move_limit or None)
        *unfinished, _end = [game.start, *(position for _move, position in played)]
        yield from unfinished
