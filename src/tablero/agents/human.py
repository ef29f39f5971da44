"""`human`: a person at the terminal."""

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
"""Function that returns the person's choice in a position."""


class HumanPlayer:
    """A player that asks a person for moves, without a time limit."""

    compiled = None

    def __init__(self, ask: Ask) -> None:
        self.ask = ask

    def begin(self, seed: int) -> None:
        """Do nothing: a person needs no seed."""

    def choose(self, position: Any, limits: Limits) -> Choice:
        return self.ask(position)

    def close(self) -> None:
        pass


@dataclass(frozen=True)
class Human(Agent):
    """The agent that reads moves from plain stdin; `tablero play` has a more comfortable input."""

    name: ClassVar[str] = "human"
    about: ClassVar[str] = mark("you, at the terminal")

    def seat(self, game: Game, side: Side) -> HumanPlayer:
        return HumanPlayer(partial(ask_plainly, game))


def ask_plainly(game: Game, position: Any) -> Choice:
    """Ask until the answer is a legal move. The end of the input resigns."""
    print(game.draw(position))
    while True:
        try:
            return Choice(game.parse_move(position, input(_("your move: "))))
        except EOFError:
            return Choice(RESIGN)
        except (IllegalMove, NotationError) as error:
            print(error)
