"""`level(1)` to `level(10)`: from a beginner who overlooks things to perfect play."""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, NamedTuple

from tablero import evals
from tablero.agents.agent import Agent, Choice, Limits, Player
from tablero.agents.beginner import Beginner, Blinkers, think
from tablero.agents.dice import new_dice, roll
from tablero.agents.engine import least
from tablero.agents.perfect import PerfectPlayer
from tablero.agents.searcher import stopped_after
from tablero.errors import OptionError
from tablero.games.game import Game
from tablero.games.options import Between
from tablero.jit import prepare
from tablero.locale import _, mark
from tablero.position import Move, Side
from tablero.search.notes import NO_LIMIT, new_notes
from tablero.search.run import Settings, task_of


class Skill(NamedTuple):
    """depth -- plies looked ahead; missed -- moves overlooked, of a thousand."""

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
"""Of levels 1, 2, … Both numbers change at every step: in sowing games it hardly matters how
much is overlooked by somebody who looks one move ahead, in Connect-4 it does. The last but one
still overlooks a little, or the solver could not beat it clearly. Scores: docs/agents.md."""

PERFECT = len(SKILLS) + 1
"""The level that solves."""

EFFORT = 2_000_000
"""Of the levels below: so many moves they consider at most, or a ply less deep. A fraction of a
second."""

PATIENCE = 4.0
"""Seconds of a move of the last level; what is not solved then is the engine's."""


class LevelPlayer:
    """Looks as far as its level does, and overlooks as much."""

    def __init__(self, judge: Any, skill: Skill, side: Side) -> None:
        task = task_of(judge, Settings(), side, new_notes())
        blinkers = Blinkers(skill.missed, new_dice(0))
        task = task._replace(order=blinkers)
        self.compiled = Beginner(skill.depth, EFFORT, 0, task, new_dice(0))

    def begin(self, seed: int) -> None:
        self.compiled.begin(seed)

    def choose(self, position: Any, limits: Limits) -> Choice:
        mind, notes = self.compiled, self.compiled.task.notes
        depth, nodes = least(mind.depth, limits.depth), least(NO_LIMIT, limits.nodes)
        prepare(think, position, mind, depth, nodes)
        notes.budget = NO_LIMIT
        with stopped_after(self, limits.seconds):
            move, score = think(position, mind, depth, nodes)
        return Choice(move, score, statistics={"evaluated": int(notes.evaluated)})

    def stop(self) -> None:
        """Be content with the depth that was looked at."""
        self.compiled.task.notes.budget = 0

    def close(self) -> None:
        pass


class Champion(PerfectPlayer):
    """Plays any of the best moves."""

    def begin(self, seed: int) -> None:
        self.dice = [seed]

    def prefer(self, moves: list[Move]) -> Move:
        return moves[roll(self.dice, len(moves))]


@dataclass(frozen=True)
class Level(Agent):
    """Levels differ in how far they look and how much they overlook. Dice decide what that is,
    and between moves of the same worth, so that no game is like another."""

    name: ClassVar[str] = "level"
    about: ClassVar[str] = mark("1 to 10: from a beginner who overlooks things to perfect play")

    number: Annotated[int, Between(1, PERFECT)] = 5
    seed: int | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.number <= PERFECT:
            message = _("level must be 1 to {most}, not {number}")
            raise OptionError(message.format(most=PERFECT, number=self.number))

    def seat(self, game: Game, side: Side) -> Player:
        if self.number == PERFECT:
            return Champion(game, seconds=PATIENCE)
        judge = evals.load(evals.names(game)[0], game)
        return LevelPlayer(judge, SKILLS[self.number - 1], side)

    def __str__(self) -> str:
        """As people write it, the number always told: `level(3)`."""
        seed = "" if self.seed is None else f",seed={self.seed}"
        return f"{self.name}({self.number}{seed})"
