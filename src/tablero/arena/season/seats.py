"""A hand-in at the board of a round: its text goes into a cell, and nowhere else."""

from dataclasses import dataclass, replace
from typing import Any

from tablero.agents.agent import Choice, Limits, Player
from tablero.arena.player.forms import Track
from tablero.arena.rounds.entrants import Doubtful, Tools
from tablero.arena.sandbox.faults import CellKilled
from tablero.arena.sandbox.level import Level, require
from tablero.arena.sandbox.limits import USUAL, CellLimits
from tablero.arena.sandbox.players import (
    AgentPlayer,
    CellMaker,
    CellPlayer,
    EvaluationPlayer,
    GameVoid,
)
from tablero.arena.sandbox.warden import Warden
from tablero.arena.season.speed import speed
from tablero.games.game import Game
from tablero.position import FIRST, SECOND
from tablero.search.state import DEPTHS


class Shut:
    """A player in a cell, as a round wants him. A sandbox that fails is WorkerDied, and who was
    killed is Doubtful: it may have been others.

    fresh -- has every game a cell of its own? Then it depends on none before it, whatever the
             player remembers. An evaluation, which is checked to remember nothing, keeps its cell
             for a meeting
    """

    compiled = None

    def __init__(self, player: CellPlayer, fresh: bool) -> None:
        self.player, self.fresh = player, fresh

    def begin(self, seed: int) -> None:
        if self.fresh:
            self.player.close()
        self.player.begin(seed)

    def choose(self, position: Any, limits: Limits) -> Choice:
        try:
            return self.player.choose(position, limits)
        except GameVoid as void:
            raise void.cause from None
        except CellKilled as fault:
            raise Doubtful(str(fault)) from None

    def close(self) -> None:
        self.player.close()


@dataclass(frozen=True)
class InCell:
    """A seat for the text of a player's file.

    depth -- of the search that all evaluations share
    level -- how strongly cells are shut
    home  -- how fast the machine is for which the limits are meant; None: it is this one
    """

    text: str
    track: Track
    depth: int
    level: Level
    limits: CellLimits = USUAL
    home: float | None = None

    @property
    def seed(self) -> int | None:
        return None

    def check(self, game: Game) -> None:
        """What is wrong with the text is its author's fault, not that of whoever sets us up."""
        DEPTHS.check("depth", self.depth)

    def packed(self) -> "InCell":
        return replace(self, home=speed(self.level))

    def check_machine(self) -> None:
        """Its sandbox must be as strong."""
        require(self.level)

    def _limits_here(self) -> CellLimits:
        """On a slower machine all may take longer; on a faster one nothing is taken away."""
        slower = 1.0 if self.home is None else max(1.0, speed(self.level) / self.home)
        cpu, wall = self.limits.cpu * slower, self.limits.wall * slower
        return replace(self.limits, cpu=cpu, wall=wall)

    def take(self, game: Game, tools: Tools) -> tuple[Player, Player]:
        """One warden for a process; an evaluation is the same on both sides."""
        limits = self._limits_here()
        warden = tools.shared((Warden, self.level, limits), lambda: Warden(self.level, limits))
        make: CellMaker = lambda: warden.cell(self.text, self.track, str(game))  # noqa: E731
        if self.track is Track.EVALUATION:
            both = Shut(EvaluationPlayer(make, self.depth), fresh=False)
            return both, both
        first, second = (AgentPlayer(make, game, side) for side in (FIRST, SECOND))
        return Shut(first, fresh=True), Shut(second, fresh=True)
