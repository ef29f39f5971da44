"""The tournament's own players: negamax of a small depth, with the evaluation of their name."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from tablero import agents, evals
from tablero.agents.agent import Agent
from tablero.agents.searcher import SearchPlayer
from tablero.errors import OptionError
from tablero.games.game import Game
from tablero.games.options import Between
from tablero.locale import _, mark
from tablero.position import Side
from tablero.search.notes import MAX_PLY, check_depth
from tablero.search.run import Settings


@dataclass(frozen=True)
class Shipped(Agent):
    """Plays by the evaluation of its own name, and only the game that has it."""

    depth: Annotated[int, Between(1, MAX_PLY)] = 2

    def __post_init__(self) -> None:
        check_depth(self.depth)

    def seat(self, game: Game, side: Side) -> SearchPlayer:
        if self.name not in agents.names(game):
            message = _("{agent} plays nothing but mancala11, not {game}")
            raise OptionError(message.format(agent=self.name, game=game.name))
        return SearchPlayer(evals.load(self.name, game), Settings("negamax", self.depth), side)


@dataclass(frozen=True)
class Regular(Shipped):
    name: ClassVar[str] = "regular"
    about: ClassVar[str] = mark("the tournament's measure: negamax that counts seeds")


@dataclass(frozen=True)
class Good(Shipped):
    name: ClassVar[str] = "good"
    about: ClassVar[str] = mark("the tournament's strong player, with a fault at the end")
