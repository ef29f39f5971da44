"""`random`: a legal move, all equally likely."""

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from tablero.agents.agent import NO_SCORE, Agent, Choice, Limits
from tablero.agents.random_generator import new_generator, random_below
from tablero.games.game import Game
from tablero.jit import helper
from tablero.locale import mark
from tablero.position import Move, Position, Side
from tablero.search.node import NO_MOVE


@helper
def count_moves(position: Position) -> int:
    """Return the number of legal moves."""
    choices = 0
    for _move in position.moves():
        choices += 1
    return choices


@helper
def move_at(position: Position, place: int) -> Move:
    """Return the legal move with the index `place`."""
    chosen = NO_MOVE
    for move in position.moves():
        if place == 0:
            chosen = move
        place -= 1
    return chosen


class CompiledRandom(NamedTuple):
    """The compiled form of RandomPlayer."""

    generator: Any

    def begin(self, seed: int) -> None:
        self.generator[0] = seed

    def pick(self, position: Position) -> tuple[Move, int]:
        """Return a random move, or NO_MOVE if there is none; and no score."""
        choices = max(1, count_moves(position))
        return move_at(position, random_below(self.generator, choices)), NO_SCORE


class RandomPlayer:
    """A player of random moves."""

    def __init__(self) -> None:
        self.compiled = CompiledRandom(new_generator(0))

    def begin(self, seed: int) -> None:
        self.generator = [seed]

    def choose(self, position: Any, limits: Limits) -> Choice:
        moves = list(position.moves())
        return Choice(moves[random_below(self.generator, len(moves))])

    def close(self) -> None:
        pass


@dataclass(frozen=True)
class Random(Agent):
    """The agent that plays random moves."""

    name: ClassVar[str] = "random"
    about: ClassVar[str] = mark("a random legal move, all with the same probability")

    seed: int | None = None

    def seat(self, game: Game, side: Side) -> RandomPlayer:
        return RandomPlayer()
