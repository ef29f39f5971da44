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
from tablero.search.run import Settings
from tablero.search.state import DEPTHS


@dataclass(frozen=True)
class TournamentAgent(Agent):
    """An agent with the evaluation of the same name, for the game that has this evaluation."""

    depth: Annotated[int, DEPTHS] = 2

    def seat(self, game: Game, side: Side) -> SearchPlayer:
        if self.name not in agents.names(game):
            message = _("{agent} needs an evaluation named {agent}, which {game} does not have")
            raise OptionError(message.format(agent=self.name, game=game.name))
        return SearchPlayer(
            evaluations.load(self.name, game), Settings("negamax", self.depth), side
        )


@dataclass(frozen=True)
class RegularAgent(TournamentAgent):
    name: ClassVar[str] = "regular"
    about: ClassVar[str] = mark("the tournament's reference player: negamax that counts seeds")


@dataclass(frozen=True)
class GoodAgent(TournamentAgent):
    name: ClassVar[str] = "good"
    about: ClassVar[str] = mark("the tournament's strong player, with a fault at the end")
