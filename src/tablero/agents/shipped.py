"""The tournament's players: negamax of a small depth, with the evaluation of the same name."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from tablero import agents
from tablero.agents.agent import Agent
from tablero.agents.searcher import SearchPlayer
from tablero.errors import OptionError
from tablero.games import evaluations
from tablero.games.game import Game
from tablero.locale import _, mark
from tablero.position import Side
from tablero.search.notes import DEPTHS
from tablero.search.run import Settings


@dataclass(frozen=True)
class Shipped(Agent):
    """An agent with the evaluation of the same name, for the game that has this evaluation."""

    depth: Annotated[int, DEPTHS] = 2

    def seat(self, game: Game, side: Side) -> SearchPlayer:
        if self.name not in agents.names(game):
            message = _("{agent} plays only mancala11, not {game}")
            raise OptionError(message.format(agent=self.name, game=game.name))
        return SearchPlayer(
            evaluations.load(self.name, game), Settings("negamax", self.depth), side
        )


@dataclass(frozen=True)
class Regular(Shipped):
    name: ClassVar[str] = "regular"
    about: ClassVar[str] = mark("the tournament's reference player: negamax that counts seeds")


@dataclass(frozen=True)
class Good(Shipped):
    name: ClassVar[str] = "good"
    about: ClassVar[str] = mark("the tournament's strong player, with a fault at the end")
