"""`random`: any legal move, each as likely as the others."""

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from tablero.agents.agent import NO_SCORE, Agent, Choice, Limits
from tablero.agents.dice import new_dice, roll
from tablero.games.game import Game
from tablero.locale import mark
from tablero.position import Move, Position, Side
from tablero.search.ordering import NO_MOVE


class Thrower(NamedTuple):
    """The compiled form of RandomPlayer."""

    dice: Any

    def begin(self, seed: int) -> None:
        self.dice[0] = seed

    def pick(self, position: Position) -> tuple[Move, int]:
        choices, chosen = 0, NO_MOVE
        for _move in position.moves():
            choices += 1
        left = roll(self.dice, choices)
        for move in position.moves():
            if left == 0:
                chosen = move
            left -= 1
        return chosen, NO_SCORE


class RandomPlayer:
    """Throws dice."""

    def __init__(self) -> None:
        self.compiled = Thrower(new_dice(0))

    def begin(self, seed: int) -> None:
        self.dice = [seed]

    def choose(self, position: Any, limits: Limits) -> Choice:
        moves = list(position.moves())
        return Choice(moves[roll(self.dice, len(moves))])

    def close(self) -> None:
        pass


@dataclass(frozen=True)
class Random(Agent):
    """The player without a plan."""

    name: ClassVar[str] = "random"
    about: ClassVar[str] = mark("any legal move, each as likely as the others")

    seed: int | None = None  # type: ignore[misc]

    def seat(self, game: Game, side: Side) -> RandomPlayer:
        return RandomPlayer()
