"""`mcts`: Monte Carlo tree search. It needs no evaluation, only the rules."""

import time
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, NamedTuple

from tablero.agents.agent import Agent, Choice, Limits
from tablero.agents.random_generator import new_generator
from tablero.agents.uct import UctTree, mean_score, most_visited, new_tree, reset, simulate
from tablero.games.game import Game
from tablero.jit import prepare
from tablero.limits import Between
from tablero.locale import mark
from tablero.position import Move, Position, Side
from tablero.search.state import NO_LIMIT

MAX_SIMULATIONS = 10_000_000
"""Maximum of `simulations`; more nodes would not fit in memory."""

SIMULATIONS_PER_CHECK = 32
"""Simulations between two checks of the clock."""


class CompiledMcts(NamedTuple):
    """The compiled form of MctsPlayer.

    longest: upper limit of the random moves of a simulation.
    """

    tree: UctTree
    generator: Any
    exploration: float
    longest: int
    simulations: int

    def begin(self, seed: int) -> None:
        self.generator[0] = seed

    def pick(self, position: Position) -> tuple[Move, int]:
        tree = self.tree
        reset(tree, position, self.generator)
        simulate(position, tree, self.generator, self.exploration, self.longest, self.simulations)
        child = most_visited(tree)
        return int(tree.move[child]), mean_score(tree, child)


class MctsPlayer:
    """A player that builds a new tree for every move."""

    def __init__(self, simulations: int, exploration: float, longest: int) -> None:
        tree, generator = new_tree(simulations + 1), new_generator(0)
        self.compiled = CompiledMcts(tree, generator, exploration, longest, simulations)
        self.stopped = False

    def begin(self, seed: int) -> None:
        self.compiled.begin(seed)

    def choose(self, position: Any, limits: Limits) -> Choice:
        tree, generator, exploration, longest, simulations = self.compiled
        self.stopped = False
        left = min(simulations, limits.nodes or simulations)
        count = min(left, SIMULATIONS_PER_CHECK)
        prepare(simulate, position, tree, generator, exploration, longest, count)
        most_seconds = limits.planned(position.turn())
        start = time.perf_counter()
        reset(tree, position, generator)
        while count > 0:
            simulate(position, tree, generator, exploration, longest, count)
            left -= count
            seconds = time.perf_counter() - start
            late = most_seconds is not None and seconds >= most_seconds
            count = 0 if late or self.stopped else min(left, SIMULATIONS_PER_CHECK)
        child = most_visited(tree)
        created = int(tree.size[0]) - 1  # below the root
        counted = {"simulations": int(tree.visits[0]), "created": created}
        statistics = {**counted, "seconds": round(seconds, 6)}
        return Choice(int(tree.move[child]), mean_score(tree, child), statistics=statistics)

    def stop(self) -> None:
        """Stop after the current SIMULATIONS_PER_CHECK simulations; those so far count."""
        self.stopped = True

    def close(self) -> None:
        pass


@dataclass(frozen=True)
class Mcts(Agent):
    """Plain UCT.

    Each simulation descends the tree, to the child with the greatest

        mean points of its mover + exploration * sqrt(log(visits of the parent) / its visits)

    as long as all moves of a node have children; adds one child, in the order of moves() from a
    random one on; plays random moves to the end, or to the game's move limit; and counts 1, 1/2 or
    0 for the mover of every node on the path. The move with the most visits is played. Margins do
    not count. The same seed gives the same moves, unless the time was too short.
    """

    name: ClassVar[str] = "mcts"
    about: ClassVar[str] = mark("UCT: random playouts, more of the promising moves; no evaluation")

    simulations: Annotated[int, Between(1, MAX_SIMULATIONS)] = 1000
    exploration: Annotated[float, Between(0)] = 1.0
    seed: int | None = None

    def seat(self, game: Game, side: Side) -> MctsPlayer:
        return MctsPlayer(self.simulations, self.exploration, game.move_limit or NO_LIMIT)
