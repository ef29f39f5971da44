"""Any game by its whole tree: the engine's search to the end, where that is not too far."""

from collections.abc import Callable
from typing import Any

from tablero.errors import SearchStopped, TooLarge
from tablero.evals.zero import Zero
from tablero.games.game import Game
from tablero.jit import is_interpreted
from tablero.locale import _
from tablero.numbers import grouped
from tablero.position import ONGOING
from tablero.search import ENGINE
from tablero.search.notes import MAX_PLY
from tablero.search.ordering import nothing_learned
from tablero.search.run import Search, Settings
from tablero.search.table import new_table
from tablero.solve import MOST_NODES

TABLE_BITS = 20


class WholeTree:
    """Knows the verbs of a position and nothing else of its game.

    most -- nodes that the search of one position may visit
    """

    complaint = ""

    def __init__(self, game: Game, most: int = MOST_NODES) -> None:
        self.game, self.most = game, most
        self.settings = Settings(
            ENGINE, MAX_PLY, order="best", cache=True, infer=True, table_bits=TABLE_BITS
        )
        interpreted = is_interpreted(game.start)
        self.table = new_table(TABLE_BITS, len(game.start.key()), interpreted)
        self.learned = nothing_learned(1, interpreted)[0]
        self.stopped = False
        self.searched = 0
        self.running: Search | None = None
        if game.start.outcome() == ONGOING:
            self._search(game.start).prepare()

    @property
    def nodes(self) -> int:
        """How many nodes have been visited so far."""
        return self.searched + (0 if self.running is None else self.running.nodes)

    def score(self, position: Any) -> int:
        """The margin that best play leads to. Raises TooLarge if that would take more nodes."""
        return self._ask(position, lambda search: search.span)

    def bound(self, position: Any, alpha: int) -> int:
        """An upper bound of the score if it is alpha or less, else a lower bound above alpha."""
        return self._ask(position, lambda search: (alpha, alpha + 1))

    def is_opening(self, position: Any) -> bool:
        """There are no tables."""
        return False

    def prepared(self) -> float:
        """There is nothing to prepare."""
        return 1.0

    def stop(self) -> None:
        """Make whoever waits for an answer get SearchStopped soon."""
        self.stopped = True
        if self.running is not None:
            self.running.stop()

    def _search(self, position: Any) -> Search:
        return Search(position, Zero(), self.settings, self.table, self.learned)

    def _ask(self, position: Any, window: Callable[[Search], tuple[int, int]]) -> int:
        search = self.running = self._search(position)
        search.notes.budget = self.most
        if self.stopped:
            search.stop()
        try:
            score = search.ask(MAX_PLY, *window(search))
        except SearchStopped:
            if self.stopped:
                raise
            message = _("{game} has no solver of its own, and here are more than {most} nodes")
            told = message.format(game=self.game, most=grouped(self.most))
            raise TooLarge(told) from None
        finally:
            self.running, self.searched = None, self.searched + search.nodes
        if not search.exact:
            message = _(
                "{game} has no solver of its own, and may go on for {most} moves from here"
            )
            raise TooLarge(message.format(game=self.game, most=grouped(MAX_PLY)))
        return score
