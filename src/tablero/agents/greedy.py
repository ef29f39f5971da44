"""`greedy`: one move ahead, and no further."""

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from tablero import evals
from tablero.agents.agent import Agent, Choice, Limits
from tablero.agents.dice import new_dice, roll
from tablero.games.game import Game
from tablero.locale import mark
from tablero.position import INFINITY, ONGOING, WIN, Judge, Move, Position, Side
from tablero.search.node import sign_of
from tablero.search.ordering import NO_MOVE
from tablero.search.run import seen_by


class Glance(NamedTuple):
    """The same text for compiled games and for others."""

    judge: Judge
    dice: Any

    def begin(self, seed: int) -> None:
        self.dice[0] = seed

    def pick(self, position: Position) -> tuple[Move, int]:
        best, chosen, equals = -INFINITY, NO_MOVE, 0
        for move in position.moves():
            child = position.play(move)
            outcome = child.outcome()
            if outcome != ONGOING:
                score = self.judge.final(outcome)
            else:
                score = max(1 - WIN, min(self.judge.value(child), WIN - 1))
            score *= sign_of(position, child)
            if score > best:
                best, equals = score, 0
            equals += score == best
            if score == best and roll(self.dice, equals) == 0:
                chosen = move
        return chosen, best


class GreedyPlayer:
    """Takes what looks best after its move."""

    def __init__(self, judge: Any) -> None:
        self.compiled = Glance(judge, new_dice(0))

    def begin(self, seed: int) -> None:
        self.compiled.begin(seed)

    def choose(self, position: Any, limits: Limits) -> Choice:
        return Choice(*self.compiled.pick(position))

    def close(self) -> None:
        pass


@dataclass(frozen=True)
class Greedy(Agent):
    """The move after which the evaluation, or the finished game, is best for the mover.

    Of equal ones the dice choose, each as likely as the others.
    """

    name: ClassVar[str] = "greedy"
    about: ClassVar[str] = mark("what looks best after one move; dice among equals")

    eval: str = ""
    seed: int | None = None

    def seat(self, game: Game, side: Side) -> GreedyPlayer:
        judge = evals.load(self.eval or evals.names(game)[0], game)
        return GreedyPlayer(seen_by(judge, side))
