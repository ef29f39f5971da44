"""`mcts`: Monte Carlo tree search. It needs no evaluation, only the rules."""

import time
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, NamedTuple

from tablero.agents.agent import Agent, Choice, Limits
from tablero.agents.dice import new_dice
from tablero.agents.uct import Tree, expectation, favourite, new_tree, plant, simulate
from tablero.games.game import Game
from tablero.jit import prepare
from tablero.limits import Between
from tablero.locale import mark
from tablero.position import Move, Position, Side

MOST_SIMULATIONS = 10_000_000
"""Maximum of `simulations`; more nodes would not fit in memory."""

SLICE = 32
"""Simulations between two checks of the clock."""


class Gardener(NamedTuple):
    """The compiled form of MctsPlayer."""

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
    """A player that builds a new tree for every move."""

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
        made = int(tree.size[0]) - 1  # below the root
        counted = {"simulations": int(tree.visits[0]), "created": made}
        statistics = {**counted, "seconds": round(seconds, 6)}
        return Choice(int(tree.made[child]), expectation(tree, child), statistics=statistics)

    def stop(self) -> None:
        """Stop after the current slice; the simulations so far count."""
        self.stopped = True

    def close(self) -> None:
        pass


@dataclass(frozen=True)
class Mcts(Agent):
    """Plain UCT.

    Each simulation descends the tree, to the child with the greatest

        mean points of its mover + exploration * sqrt(log(visits of the parent) / its visits)

    as long as all moves of a node have children; adds one child, in the order of moves() from a
    random one on; plays random moves to the end; and counts 1, 1/2 or 0 for the mover of every
    node on the path. The move with the most visits is played. Margins do not count. The same seed
    gives the same moves, unless the time was too short.
    """

    name: ClassVar[str] = "mcts"
    about: ClassVar[str] = mark("UCT: random playouts, more of the promising moves; no evaluation")

    simulations: Annotated[int, Between(1, MOST_SIMULATIONS)] = 1000
    exploration: Annotated[float, Between(0)] = 1.0
    seed: int | None = None

    def seat(self, game: Game, side: Side) -> MctsPlayer:
        return MctsPlayer(self.simulations, self.exploration)
