"""`engine`: the strongest move in the time given, in any game."""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from tablero import evals
from tablero.agents.agent import Agent, Choice, Limits, check_least, check_most
from tablero.games.game import Game
from tablero.games.options import Between
from tablero.locale import mark
from tablero.position import Side
from tablero.search.deepening import Deepening
from tablero.search.notes import MAX_PLY, NO_LIMIT, check_depth
from tablero.search.run import Settings
from tablero.threads import MOST_THREADS


def least(*limits: float | None) -> Any:
    """The strictest of these limits; None if there is none."""
    return min((limit for limit in limits if limit is not None), default=None)


class EnginePlayer:
    """Deepens as far as its own limits and those of the match allow."""

    compiled = None

    def __init__(self, judge: Any, limits: Limits, threads: int, usual_depth: int) -> None:
        self.judge, self.limits, self.threads = judge, limits, threads
        self.usual_depth = usual_depth
        self.engine: Deepening | None = None

    def prepare(self, start: Any) -> None:
        """Compile the search of such positions now, when no clock runs."""
        Deepening(start, self.judge, Settings(depth=1)).searches[0].prepare()

    def begin(self, seed: int) -> None:
        """Nothing is left to chance, with one thread and no clock."""

    def choose(self, position: Any, limits: Limits) -> Choice:
        seconds = least(self.limits.seconds, limits.seconds)
        nodes = least(self.limits.nodes, limits.nodes)
        free = self.usual_depth if seconds is None and nodes is None else MAX_PLY
        depth = least(self.limits.depth, limits.depth) or free
        self.engine = Deepening(position, self.judge, Settings(depth=depth), self.threads)
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
    """Without limits of its own or of the match it looks as far ahead as suits the game."""

    name: ClassVar[str] = "engine"
    about: ClassVar[str] = mark("the best move within a time, a number of nodes or a depth")

    time: Annotated[float | None, Between(0.001)] = None
    nodes: Annotated[int | None, Between(1)] = None
    depth: Annotated[int | None, Between(1, MAX_PLY)] = None
    eval: str = ""
    threads: Annotated[int, Between(1, MOST_THREADS)] = 1

    def __post_init__(self) -> None:
        check_least("time", self.time, 0.001)
        check_least("nodes", self.nodes, 1)
        check_least("threads", self.threads, 1)
        check_most("threads", self.threads, MOST_THREADS)
        if self.depth is not None:
            check_depth(self.depth)

    def seat(self, game: Game, side: Side) -> EnginePlayer:
        judge = evals.load(self.eval or evals.names(game)[0], game)
        limits = Limits(self.depth, self.nodes, self.time)
        return EnginePlayer(judge, limits, self.threads, game.depth)
