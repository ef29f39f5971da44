"""Every search as an agent: `alphabeta(depth=8,eval=lines)`."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

from tablero import evals
from tablero.agents.agent import Agent, Choice, Limits, TimeIsUp
from tablero.agents.compiled import compiled_search
from tablero.errors import SearchStopped
from tablero.games.game import Game
from tablero.games.options import Between
from tablero.locale import mark
from tablero.position import Side
from tablero.search.notes import MAX_PLY, NO_LIMIT, check_depth
from tablero.search.run import Search, Settings
from tablero.threads import called_after


class SearchPlayer:
    """Searches every position anew."""

    def __init__(self, judge: Any, settings: Settings, side: Side) -> None:
        self.judge, self.settings = judge, settings
        self.prepared = False
        self.search: Search | None = None
        self.compiled = compiled_search(judge, settings, side)

    def begin(self, seed: int) -> None:
        """Nothing is left to chance."""

    def choose(self, position: Any, limits: Limits) -> Choice:
        settings = self.settings
        if limits.depth is not None and limits.depth < settings.depth:
            settings = replace(settings, depth=limits.depth)
        self.search = search = Search(position, self.judge, settings)
        if not self.prepared:
            search.prepare()
            self.prepared = True
        search.notes.budget = limits.nodes or NO_LIMIT
        if search.stopped:
            search.stop()
        with stopped_after(search, limits.seconds):
            result = search.answer()
        return Choice(result.move, result.score, result.exact, result.statistics, [result])

    def stop(self) -> None:
        if self.search is not None:
            self.search.stop()

    def close(self) -> None:
        pass


@contextmanager
def stopped_after(search: Any, seconds: float | None) -> Iterator[None]:
    """Stop the search when the time is over. Raises TimeIsUp if it has no answer then."""
    try:
        with called_after(seconds, search.stop):
            yield
    except SearchStopped as stopped:
        raise TimeIsUp(str(stopped)) from None


@dataclass(frozen=True)
class Searcher(Agent):
    """The options are those of `tablero search`."""

    depth: Annotated[int | None, Between(1, MAX_PLY)] = None
    eval: str = ""
    order: Literal["natural", "best"] = "natural"
    cache: bool = False
    lazy: bool = True
    infer: bool = False
    root_window: Literal["full", "shared"] = "shared"

    def __post_init__(self) -> None:
        if self.depth is not None:
            check_depth(self.depth)

    def seat(self, game: Game, side: Side) -> SearchPlayer:
        switches = self.order, self.cache, self.lazy, self.infer, self.root_window
        settings = Settings(self.name, self.depth or game.depth, *switches)
        judge = evals.load(self.eval or evals.names(game)[0], game)
        return SearchPlayer(judge, settings, side)


@dataclass(frozen=True)
class Minimax(Searcher):
    name = "minimax"
    about = mark("looks at everything, so far ahead")


@dataclass(frozen=True)
class Negamax(Searcher):
    name = "negamax"
    about = mark("minimax in one voice")


@dataclass(frozen=True)
class Alphabeta(Searcher):
    name = "alphabeta"
    about = mark("minimax without what cannot matter")


@dataclass(frozen=True)
class Negascout(Searcher):
    name = "negascout"
    about = mark("alpha-beta that trusts its first move")


@dataclass(frozen=True)
class Mtdf(Searcher):
    name = "mtdf"
    about = mark("alpha-beta with the smallest windows; better with cache=true")
