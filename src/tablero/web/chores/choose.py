"""An agent's move."""

import time
from typing import Any

from tablero import agents, games
from tablero.agents.agent import RESIGN, Limits, Player
from tablero.agents.dice import derive
from tablero.errors import TableroError
from tablero.match.referee import Fault, ask
from tablero.web import models
from tablero.web.chores import Tell
from tablero.web.chores.kept import Kept
from tablero.web.places import last_position

PATIENCE = 60.0
"""Seconds for a move, unless the page says less."""

PLAYERS: Kept[tuple[str, str, int], Player] = Kept(4, lambda player: player.close())


class Choosing:
    """Nobody can interrupt an agent: to stop it is the crew's affair."""

    result = b""

    def __init__(self, job: models.Choose) -> None:
        self.job = job
        self.game = games.load(job.line.game)
        self.position = last_position(self.game, job.line)
        self.agent = agents.load(job.agent)

    def stop(self) -> None:
        pass

    def run(self, tell: Tell) -> None:
        side = self.position.turn()
        key = str(self.game), str(self.agent), side
        player = PLAYERS.get(key, lambda: self.agent.seat(self.game, side))
        seed = self.job.seed if self.agent.seed is None else self.agent.seed
        player.begin(derive(seed, len(self.job.line.moves)))
        limits = Limits(seconds=self.job.seconds or PATIENCE)
        begun = time.perf_counter()
        try:
            choice, _seconds = ask(player, self.position, limits)
        except Fault as fault:
            PLAYERS.drop(key)
            raise TableroError(fault.detail or fault.reason.value) from None
        tell(self._told(choice, time.perf_counter() - begun))

    def _told(self, choice: Any, seconds: float) -> models.Chosen:
        nodes, depth = (choice.statistics.get(name) for name in ("evaluated", "depth"))
        resigned = choice.move == RESIGN
        return models.Chosen(
            move=None if resigned else self.game.move_name(self.position, choice.move),
            score=choice.score,
            exact=choice.exact,
            nodes=nodes,
            depth=depth,
            seconds=round(seconds, 4),
        )
