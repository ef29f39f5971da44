"""`human`: whoever sits at the terminal."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, TypeAlias

from tablero.agents.agent import RESIGN, Agent, Choice, Limits
from tablero.errors import IllegalMove, NotationError
from tablero.games.game import Game
from tablero.locale import _, mark
from tablero.position import Side

Ask: TypeAlias = Callable[[Any], Choice]
"""What somebody chooses in a position."""


class HumanPlayer:
    """Chooses as somebody says, in his own time."""

    compiled = None

    def __init__(self, ask: Ask) -> None:
        self.ask = ask

    def begin(self, seed: int) -> None:
        """People bring their own chance."""

    def choose(self, position: Any, limits: Limits) -> Choice:
        return self.ask(position)

    def close(self) -> None:
        pass


@dataclass(frozen=True)
class Human(Agent):
    """`tablero play` asks with more comfort."""

    name: ClassVar[str] = "human"
    about: ClassVar[str] = mark("you, at the terminal")

    def seat(self, game: Game, side: Side) -> HumanPlayer:
        return HumanPlayer(partial(ask_plainly, game))


def ask_plainly(game: Game, position: Any) -> Choice:
    """Ask until there is a legal move. The end of the input resigns."""
    print(game.draw(position))
    while True:
        try:
            return Choice(game.parse_move(position, input(_("your move: "))))
        except EOFError:
            return Choice(RESIGN)
        except (IllegalMove, NotationError) as error:
            print(error)
