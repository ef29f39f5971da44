"""The package's games as PettingZoo environments, in which agents take turns (AEC).

from tablero.adapters.pettingzoo import env

kalah = env("kalah(pits=4,seeds=3)")
kalah.reset()
for agent in kalah.agent_iter():
    observation, reward, termination, truncation, info = kalah.last()
    over = termination or truncation
    action = None if over else kalah.action_space(agent).sample(observation["action_mask"])
    kalah.step(action)
"""

from typing import Any

import numpy as np

import tablero.games as games
from tablero.adapters.extras import importing_extra
from tablero.adapters.learning import actions_of, observation_of, observe
from tablero.errors import IllegalMove
from tablero.games.learning import Actions, Observation
from tablero.locale import _
from tablero.position import ONGOING, Side

with importing_extra("pettingzoo"):
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

AGENTS = ["player_0", "player_1"]
"""Names of PettingZoo's agents, by side."""


def env(game: str = "connect4", render_mode: str | None = None) -> AECEnv:
    """Return an environment of a game, by its text; an illegal action loses."""
    inner = wrappers.TerminateIllegalWrapper(raw_env(game, render_mode), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(inner))


class raw_env(AECEnv):  # type: ignore[misc]
    """The environment without PettingZoo's usual wrappers.

    An agent with an extra turn is selected again. Rewards: 1 for a win and -1 for a loss, when the
    game is over. Options of `reset`: `position`, the text of the position to start from.
    """

    metadata: dict[str, Any] = {
        "render_modes": ["human", "ansi"],
        "is_parallelizable": False,
        "render_fps": 1,
        "name": "tablero",
    }

    def __init__(self, game: str = "connect4", render_mode: str | None = None) -> None:
        super().__init__()
        self.game = games.load(game)
        self.render_mode = render_mode
        self.metadata = {**type(self).metadata, "name": f"tablero_{self.game.name}_v0"}
        self.possible_agents = list(AGENTS)
        size, observation = self.actions.size, observation_of(self.game)
        self.action_spaces = {name: spaces.Discrete(size) for name in AGENTS}
        self.observation_spaces = {name: _space(observation, size) for name in AGENTS}
        self.position = self.game.start

    @property
    def actions(self) -> Actions:
        """Return the numbering of the moves, which is looked up by game and is not copied."""
        return actions_of(self.game)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game. The games are deterministic: the seed has no effect."""
        self.position = self.game.read((options or {}).get("position", ""))
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, self.position.outcome() != ONGOING)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in AGENTS}
        self.agent_selection = AGENTS[self.position.turn()]

    def step(self, action: int | None) -> None:
        """Play an action. Raise IllegalMove if it is not legal; in `env` it loses instead."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        legal = self.actions.legal(self.position)
        if action not in legal:
            message = _("{action!r} is not a legal action here; legal: {legal}")
            raise IllegalMove(message.format(action=action, legal=" ".join(map(str, legal))))
        self._cumulative_rewards[agent] = 0
        self.position = self.position.play(legal[int(action)])
        self.agent_selection = AGENTS[self.position.turn()]
        if self.position.outcome() != ONGOING:
            self.terminations = dict.fromkeys(AGENTS, True)
        self.rewards = {name: self._reward(side) for side, name in enumerate(AGENTS)}
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        side = AGENTS.index(agent)
        mask = np.zeros(self.actions.size, np.int8)
        if self.position.outcome() == ONGOING and self.position.turn() == side:
            mask[list(self.actions.legal(self.position))] = 1
        seen = observe(observation_of(self.game), self.position, side)
        return {"observation": seen, "action_mask": mask}

    def render(self) -> str | None:
        drawing = self.game.draw(self.position)
        if self.render_mode != "human":
            return drawing
        print(drawing, end="\n\n")
        return None

    def close(self) -> None:
        """Do nothing: there are no resources to release."""

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def _reward(self, side: Side) -> int:
        margin: int = self.position.outcome()
        if margin == ONGOING:
            return 0
        won = int(margin > 0) - int(margin < 0)
        return won if self.position.turn() == side else -won


def _space(observation: Observation, actions: int) -> Any:
    seen = spaces.Box(0, observation.largest, observation.shape, np.dtype(observation.dtype))
    return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (actions,), np.int8)})
