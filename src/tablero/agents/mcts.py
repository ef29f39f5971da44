"""`mcts`: Monte Carlo tree search. It needs no evaluation, only the rules."""

import time
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, NamedTuple

from tablero.agents.agent import Agent, Choice, Limits, check_least
from tablero.agents.dice import new_dice
from tablero.agents.uct import Tree, expectation, favourite, new_tree, plant, simulate
from tablero.errors import OptionError
from tablero.games.game import Game
from tablero.games.options import Between
from tablero.jit import prepare
from tablero.locale import _, mark
from tablero.position import Move, Position, Side

MOST_SIMULATIONS = 10_000_000
"""More would not find room in memory."""

SLICE = 32
"""After so many simulations the clock is looked at."""


class Gardener(NamedTuple):
    """The same player for compiled games."""

    tree: Tree
    dice: Any
    exploration: float
    simulations: int

    def begin(self, seed: int) -> None:
        self.dice[0] = seed

    def pick(self, position: Position) -> tuple[Move, int]:
        tree = self.tree
        plant(tree, position, self.dice)
        simulate(position, tree, self.dice, self.exploration, self.simulations)
        child = favourite(tree)
        return int(tree.made[child]), expectation(tree, child)


class MctsPlayer:
    """Grows a new tree for every move."""

    def __init__(self, simulations: int, exploration: float) -> None:
        tree = new_tree(simulations + 1)
        self.compiled = Gardener(tree, new_dice(0), exploration, simulations)
        self.stopped = False

    def begin(self, seed: int) -> None:
        self.compiled.begin(seed)

    def choose(self, position: Any, limits: Limits) -> Choice:
        tree, dice, exploration, simulations = self.compiled
        self.stopped = False
        left = min(simulations, limits.nodes or simulations)
        count = min(left, SLICE)
        prepare(simulate, position, tree, dice, exploration, count)
        start = time.perf_counter()
        plant(tree, position, dice)
        while count > 0:
            simulate(position, tree, dice, exploration, count)
            left -= count
            seconds = time.perf_counter() - start
            late = limits.seconds is not None and seconds >= limits.seconds
            count = 0 if late or self.stopped else min(left, SLICE)
        child = favourite(tree)
        counted = {"simulations": int(tree.visits[0]), "nodes": int(tree.size[0])}
        statistics = {**counted, "seconds": round(seconds, 6)}
        return Choice(int(tree.made[child]), expectation(tree, child), statistics=statistics)

    def stop(self) -> None:
        """Be content with the games that were played."""
        self.stopped = True

    def close(self) -> None:
        pass


@dataclass(frozen=True)
class Mcts(Agent):
    """Plain UCT. Each simulation goes down the tree, to the child with the greatest

        mean points of its mover + exploration * sqrt(log(visits of the parent) / its visits)

    as long as all moves of a node have children; makes one child more, in the order of moves()
    from one on that the dice choose; plays to the end by chance; and counts 1, 1/2 or 0 for
    whoever moved, at every node on the way. The move with most visits is played. Margins do not
    count. The same seed gives the same moves, unless the time was too short.
    """

    name: ClassVar[str] = "mcts"
    about: ClassVar[str] = mark("UCT: games by chance, more of those that go well; no evaluation")

    simulations: Annotated[int, Between(1, MOST_SIMULATIONS)] = 1000
    exploration: Annotated[float, Between(0)] = 1.0
    seed: int | None = None

    def __post_init__(self) -> None:
        check_least("simulations", self.simulations, 1)
        check_least("exploration", self.exploration, 0)
        if self.simulations > MOST_SIMULATIONS:
            message = _("simulations must be {most} or less, not {value}")
            raise OptionError(message.format(most=MOST_SIMULATIONS, value=self.simulations))

    def seat(self, game: Game, side: Side) -> MctsPlayer:
        return MctsPlayer(self.simulations, self.exploration)
