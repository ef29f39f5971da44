"""`level(1)` to `level(10)`: from a beginner that overlooks moves to perfect play."""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, NamedTuple

from tablero.agents.agent import Agent, Choice, Limits, Player, strictest
from tablero.agents.beginner import CompiledLevel, OverlookingOrder, choose_move
from tablero.agents.perfect import PerfectPlayer
from tablero.agents.random_generator import new_generator, random_below
from tablero.agents.searcher import stopped_after
from tablero.games import evaluations
from tablero.games.game import Game
from tablero.jit import prepare
from tablero.limits import Between
from tablero.locale import mark
from tablero.position import Move, Side
from tablero.search.run import Settings, task_of
from tablero.search.state import NO_LIMIT, NO_NODE, new_state


class Skill(NamedTuple):
    """depth: plies searched. missed: moves overlooked, of a thousand."""

    depth: int
    missed: int


SKILLS = (
    Skill(1, 900),
    Skill(2, 480),
    Skill(3, 290),
    Skill(4, 175),
    Skill(5, 105),
    Skill(6, 60),
    Skill(7, 30),
    Skill(9, 12),
    Skill(11, 4),
)
"""Skills of levels 1, 2, …

Both numbers change at every level: at depth 1 the number of overlooked moves hardly matters in
sowing games, but it does in Connect-4. Level 9 still overlooks a few moves, or the solver could
not beat it clearly. Scores: docs/agents.md.
"""

PERFECT = len(SKILLS) + 1
"""The level that uses the solver."""

MAX_CONSIDERED = 2_000_000
"""Maximum number of moves considered by the levels below PERFECT: a fraction of a second.

An iteration that exceeds it is discarded.
"""

PERFECT_SECONDS = 4.0
"""Seconds for a move of the last level; the engine chooses in positions not solved by then."""


class LevelPlayer:
    """A player with the search depth and the share of overlooked moves of its level."""

    def __init__(self, evaluation: Any, skill: Skill, side: Side) -> None:
        task = task_of(evaluation, Settings(), side, new_state())
        order = OverlookingOrder(skill.missed, new_generator(0))
        task = task._replace(order=order)
        self.compiled = CompiledLevel(skill.depth, MAX_CONSIDERED, task, new_generator(0))

    def begin(self, seed: int) -> None:
        self.compiled.begin(seed)

    def choose(self, position: Any, limits: Limits) -> Choice:
        player, state = self.compiled, self.compiled.task.state
        depth, nodes = strictest(player.depth, limits.depth), strictest(NO_LIMIT, limits.nodes)
        state.budget = NO_LIMIT
        prepare(choose_move, position, player, depth, nodes)
        with stopped_after(self, limits.planned(position.turn())):
            move, score = choose_move(position, player, depth, nodes)
        return Choice(move, score, statistics={"evaluated": int(state.evaluated)})

    def stop(self) -> None:
        """Stop the search; the last completed depth counts."""
        self.compiled.task.state.budget = NO_NODE

    def close(self) -> None:
        pass


class Champion(PerfectPlayer):
    """A perfect player that chooses at random between the best moves."""

    def begin(self, seed: int) -> None:
        self.generator = [seed]

    def prefer(self, moves: list[Move]) -> Move:
        return moves[random_below(self.generator, len(moves))]


@dataclass(frozen=True)
class LevelAgent(Agent):
    """Levels that differ in search depth and in the share of overlooked moves.

    A random generator selects the overlooked moves and decides between moves of equal score. Games
    differ for that reason.
    """

    name: ClassVar[str] = "level"
    about: ClassVar[str] = mark("1 to 10: from a beginner who misses moves to perfect play")

    number: Annotated[int, Between(1, PERFECT)] = 5
    seed: int | None = None

    def seat(self, game: Game, side: Side) -> Player:
        if self.number == PERFECT:
            return Champion(game, seconds=PERFECT_SECONDS)
        evaluation = evaluations.load(evaluations.default_name(game), game)
        return LevelPlayer(evaluation, SKILLS[self.number - 1], side)

    def __str__(self) -> str:
        """Return the text with the number always included: `level(3)`."""
        seed = "" if self.seed is None else f",seed={self.seed}"
        return f"{self.name}({self.number}{seed})"
