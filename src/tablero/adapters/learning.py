"""Actions and observations of the package's games for reinforcement learning frameworks."""

from functools import cache
from typing import Any

import numpy as np

from tablero.errors import OptionError
from tablero.games.game import Game
from tablero.games.learning import Actions, Observation
from tablero.locale import _
from tablero.position import Side


@cache
def actions_of(game: Game) -> Actions:
    """Return the numbering of a game's moves. Raise OptionError if the game has none."""
    actions = game.actions()
    if actions is None:
        raise OptionError(
            _("{game} does not number its moves: see Game.actions").format(game=game)
        )
    return actions


@cache
def observation_of(game: Game) -> Observation:
    """Return how a game's positions are observed. Raise OptionError if it is not defined."""
    observation = game.observation()
    if observation is None:
        raise OptionError(_("{game} has no observations: see Game.observation").format(game=game))
    return observation


def observe(observation: Observation, position: Any, side: Side) -> Any:
    """Return the position as an array, as `side` observes it; either side may be to move."""
    numbers = observation.numbers(position, side)
    return np.array(numbers, observation.dtype).reshape(observation.shape)
