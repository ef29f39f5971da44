"""`greedy`: the best move by a search of one ply."""

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from tablero.agents.agent import Agent, Choice, Limits
from tablero.agents.random_generator import new_generator, random_below
from tablero.games import evaluations
from tablero.games.evaluations import EvaluationText
from tablero.games.game import Game
from tablero.locale import mark
from tablero.position import INFINITY, ONGOING, WIN, Evaluation, Move, Position, Side
from tablero.search.node import NO_MOVE, sign_of
from tablero.search.run import seen_by


class CompiledGreedy(NamedTuple):
    """The search of one ply; the same source code runs in compiled games and in others."""

    evaluation: Evaluation
    generator: Any

    def begin(self, seed: int) -> None:
        self.generator[0] = seed

    def pick(self, position: Position) -> tuple[Move, int]:
        best, chosen, equals = -INFINITY, NO_MOVE, 0
        for move in position.moves():
            child = position.play(move)
            outcome = child.outcome()
            if outcome != ONGOING:
                score = self.evaluation.final(outcome)
            else:
                score = max(1 - WIN, min(self.evaluation.value(child), WIN - 1))
            score *= sign_of(position, child)
            if score > best:
                best, equals = score, 0
            equals += score == best
            if score == best and random_below(self.generator, equals) == 0:
                chosen = move
        return chosen, best


class GreedyPlayer:
    """A player that takes the move with the best score after one ply."""

    def __init__(self, evaluation: Any) -> None:
        self.compiled = CompiledGreedy(evaluation, new_generator(0))

    def begin(self, seed: int) -> None:
        self.compiled.begin(seed)

    def choose(self, position: Any, limits: Limits) -> Choice:
        return Choice(*self.compiled.pick(position))

    def close(self) -> None:
        pass


@dataclass(frozen=True)
class Greedy(Agent):
    """The agent that plays the move with the best evaluation, or final score, for the mover.

    Among moves with equal scores it chooses at random, all equally likely.
    """

    name: ClassVar[str] = "greedy"
    about: ClassVar[str] = mark("the best evaluation after one move; random among equals")

    eval: EvaluationText = ""
    seed: int | None = None

    def seat(self, game: Game, side: Side) -> GreedyPlayer:
        evaluation = evaluations.load(self.eval or evaluations.default_name(game), game)
        return GreedyPlayer(seen_by(evaluation, side))
