"""Positions of an experiment: how they are drawn, and told."""

from typing import Any

from tablero.errors import OptionError
from tablero.games.game import Game
from tablero.lab.positions import describe_positions, random_positions
from tablero.locale import _
from tablero.web import plans


class Sampled:
    """What experiments have in common that look at the positions of a sample."""

    def __init__(self, plan: plans.Sample, game: Game) -> None:
        self.plan, self.game = plan, game

    @property
    def title(self) -> str:
        """In the language spoken."""
        return f"{self.game}: {_sample_told(self.plan)}"


def sample(plan: plans.Sample, game: Game, choices: int = 1) -> list[Any]:
    """The positions that are asked for."""
    if not plan.positions:
        return [game.start]
    return random_positions(game, plan.positions, _plies(plan), plan.seed, choices)


def _plies(plan: plans.Sample) -> range:
    if plan.low > plan.high:
        message = _("random moves go from the smaller number to the larger, not {low} to {high}")
        raise OptionError(message.format(low=plan.low, high=plan.high))
    return range(plan.low, plan.high + 1)


def _sample_told(plan: plans.Sample) -> str:
    if not plan.positions:
        return _("the initial position")
    return describe_positions(plan.positions, _plies(plan), plan.seed)


def sample_words(plan: plans.Sample) -> list[str]:
    seed = ["--seed", str(plan.seed)]
    if not plan.positions:
        return seed
    return ["--positions", str(plan.positions), "--plies", f"{plan.low}-{plan.high}", *seed]
