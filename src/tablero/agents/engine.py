"""`engine`: iterative deepening within a time, a number of nodes or a depth, in any game."""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from tablero.agents.agent import Agent, Choice, Limits, strictest
from tablero.games import evaluations
from tablero.games.evaluations import EvaluationText
from tablero.games.game import Game
from tablero.limits import POSITIVE_SECONDS, THREADS, Between
from tablero.locale import mark
from tablero.position import Side
from tablero.search.deepening import Deepening
from tablero.search.run import Settings
from tablero.search.state import DEPTHS, MAX_PLY, NO_LIMIT


class EnginePlayer:
    """A player that deepens iteratively within its own limits and those of the match."""

    compiled = None

    def __init__(self, evaluation: Any, limits: Limits, threads: int, default_depth: int) -> None:
        self.evaluation, self.limits, self.threads = evaluation, limits, threads
        self.default_depth = default_depth
        self.engine: Deepening | None = None

    def prepare(self, start: Any) -> None:
        """Compile the search of such positions now, before a clock runs."""
        Deepening(start, self.evaluation, Settings(depth=1)).searches[0].prepare()

    def begin(self, seed: int) -> None:
        """Do nothing: with one thread and no clock the search is deterministic."""

    def choose(self, position: Any, limits: Limits) -> Choice:
        seconds = strictest(self.limits.seconds, limits.planned(position.turn()))
        nodes = strictest(self.limits.nodes, limits.nodes)
        free = self.default_depth if seconds is None and nodes is None else MAX_PLY
        depth = strictest(self.limits.depth, limits.depth) or free
        self.engine = Deepening(position, self.evaluation, Settings(depth=depth), self.threads)
        found = list(self.engine.results(seconds, NO_LIMIT if nodes is None else nodes))
        last = found[-1]
        return Choice(last.move, last.score, last.exact, last.statistics, found)

    def stop(self) -> None:
        if self.engine is not None:
            self.engine.stop()

    def close(self) -> None:
        pass


@dataclass(frozen=True)
class Engine(Agent):
    """The agent that searches by iterative deepening.

    Without any limit, its own or of the match, it searches to the default depth of the game.
    """

    name: ClassVar[str] = "engine"
    about: ClassVar[str] = mark("iterative deepening within a time, a number of nodes or a depth")

    time: Annotated[float | None, POSITIVE_SECONDS] = None
    nodes: Annotated[int | None, Between(1)] = None
    depth: Annotated[int | None, DEPTHS] = None
    eval: EvaluationText = ""
    threads: Annotated[int, THREADS] = 1

    def seat(self, game: Game, side: Side) -> EnginePlayer:
        evaluation = evaluations.load(self.eval or evaluations.default_name(game), game)
        limits = Limits(self.depth, self.nodes, self.time)
        return EnginePlayer(evaluation, limits, self.threads, game.depth)
