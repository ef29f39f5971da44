"""Every search algorithm as an agent: `alphabeta(depth=8,eval=lines)`."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Annotated, Any

from tablero.agents.agent import Agent, Choice, Limits, TimeIsUp
from tablero.agents.compiled import compiled_search
from tablero.errors import SearchStopped
from tablero.games import evaluations
from tablero.games.evaluations import EvaluationText
from tablero.games.game import Game
from tablero.position import Side
from tablero.search import ALGORITHMS
from tablero.search.run import Order, RootWindow, Search, Settings
from tablero.search.state import DEPTHS
from tablero.threads import called_after


class SearchPlayer:
    """A player that starts a new search in every position."""

    def __init__(self, evaluation: Any, settings: Settings, side: Side) -> None:
        self.evaluation, self.settings = evaluation, settings
        self.prepared = False
        self.search: Search | None = None
        self.compiled = compiled_search(evaluation, settings, side)

    def begin(self, seed: int) -> None:
        """Do nothing: the search is deterministic."""

    def choose(self, position: Any, limits: Limits) -> Choice:
        settings = self.settings
        if limits.depth is not None and limits.depth < settings.depth:
            settings = replace(settings, depth=limits.depth)
        self.search = search = Search(position, self.evaluation, settings)
        if not self.prepared:
            search.prepare()
            self.prepared = True
        search.limit(limits.nodes)
        with stopped_after(search, limits.allowed(position.turn())):
            result = search.answer()
        return Choice(result.move, result.score, result.exact, result.statistics, [result])

    def stop(self) -> None:
        if self.search is not None:
            self.search.stop()

    def close(self) -> None:
        pass


@contextmanager
def stopped_after(search: Any, seconds: float | None) -> Iterator[None]:
    """Stop the search after this many seconds. Raise TimeIsUp if it has no result by then."""
    try:
        with called_after(seconds, search.stop):
            yield
    except SearchStopped as stopped:
        raise TimeIsUp(str(stopped)) from None


@dataclass(frozen=True)
class Searcher(Agent):
    """An agent that plays by a search; its options are those of `tablero search`."""

    depth: Annotated[int | None, DEPTHS] = None
    eval: EvaluationText = ""
    order: Order = "natural"
    cache: bool = False
    lazy: bool = True
    infer: bool = False
    root_window: RootWindow = "shared"

    def seat(self, game: Game, side: Side) -> SearchPlayer:
        switches = self.order, self.cache, self.lazy, self.infer, self.root_window
        settings = Settings(self.name, self.depth or game.depth, *switches)
        evaluation = evaluations.load(self.eval or evaluations.default_name(game), game)
        return SearchPlayer(evaluation, settings, side)


def agent_of(algorithm: str, about: str = "") -> type[Searcher]:
    """Return the agent class of this search algorithm."""
    names = {"name": algorithm, "about": about, "__module__": __name__}
    return dataclass(frozen=True)(type(f"{algorithm.capitalize()}Agent", (Searcher,), names))


SEARCHERS = {algorithm: agent_of(algorithm, about) for algorithm, about in ALGORITHMS.items()}
"""Agent classes, by the name of the search algorithm."""
