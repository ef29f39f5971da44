"""Our games as PettingZoo environments, where agents take turns (AEC).

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

from tablero import games
from tablero.adapters.actions import Actions, actions_of
from tablero.adapters.needs import needed
from tablero.adapters.observations import Sight, sight_of
from tablero.errors import IllegalMove
from tablero.locale import _
from tablero.position import ONGOING, Side

with needed("pettingzoo"):
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

AGENTS = ["player_0", "player_1"]
"""By side."""


def env(game: str = "connect4", render_mode: str | None = None) -> AECEnv:
    """An environment of one of our games, by its text; an illegal action loses."""
    inner = wrappers.TerminateIllegalWrapper(raw_env(game, render_mode), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(inner))


class raw_env(AECEnv):  # type: ignore[misc]
    """Without the usual wrappers. Whoever moves again is selected again.

    Rewards: 1 for a win and -1 for a loss, when the game is over. Options of `reset`: `position`,
    the text of where to begin.
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
        size, sight = self.actions.size, sight_of(self.game)
        self.action_spaces = {name: spaces.Discrete(size) for name in AGENTS}
        self.observation_spaces = {name: _space(sight, size) for name in AGENTS}
        self.position = self.game.start

    @property
    def actions(self) -> Actions:
        """Found by the game, and no part of a copy."""
        return actions_of(self.game)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Nothing is left to chance, so a seed changes nothing."""
        self.position = self.game.read((options or {}).get("position", ""))
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, self.position.outcome() != ONGOING)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in AGENTS}
        self.agent_selection = AGENTS[self.position.turn()]

    def step(self, action: int | None) -> None:
        """Raises IllegalMove; `env` has it lose instead."""
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
        return {"observation": sight_of(self.game).see(self.position, side), "action_mask": mask}

    def render(self) -> str | None:
        drawing = self.game.draw(self.position)
        if self.render_mode != "human":
            return drawing
        print(drawing, end="\n\n")
        return None

    def close(self) -> None:
        """Nothing is held."""

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def _reward(self, side: Side) -> int:
        margin: int = self.position.outcome()
        if margin == ONGOING:
            return 0
        won = int(margin > 0) - int(margin < 0)
        return won if self.position.turn() == side else -won


def _space(sight: Sight, actions: int) -> Any:
    seen = spaces.Box(0, sight.most, sight.shape, sight.kind)
    return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (actions,), np.int8)})
