"""Exhaustive search: the engine's search to the end of the game, for small games."""

from collections.abc import Callable
from typing import Any

from tablero.errors import SearchStopped, TooLarge
from tablero.jit import is_interpreted
from tablero.locale import _
from tablero.numbers import grouped
from tablero.position import ONGOING, position_key
from tablero.search import ENGINE
from tablero.search.ordering import new_ordering_states
from tablero.search.run import Search, Settings
from tablero.search.state import MAX_PLY
from tablero.search.table import new_table
from tablero.search.zero import Zero
from tablero.solve import MOST_NODES, Solvable, Solver

TABLE_BITS = 20
"""Binary logarithm of the entries of the transposition table."""


class ExhaustiveSearch(Solver):
    """A solver for any game: it calls the methods of a position only.

    most: nodes that the search of one position may visit.
    """

    def __init__(self, game: Solvable, most: int = MOST_NODES) -> None:
        self.game, self.most = game, most
        self.settings = Settings(
            ENGINE, MAX_PLY, order="best", cache=True, infer=True, table_bits=TABLE_BITS
        )
        interpreted = is_interpreted(game.start)
        self.table = new_table(TABLE_BITS, len(position_key(game.start)), interpreted)
        self.ordering = new_ordering_states(1, interpreted)[0]
        self.stopped = False
        self.searched = 0
        self.running: Search | None = None
        if game.start.outcome() == ONGOING:
            self._search(game.start).prepare()

    @property
    def nodes(self) -> int:  # type: ignore[override]
        """Nodes visited so far."""
        return self.searched + (0 if self.running is None else self.running.nodes)

    def score(self, position: Any) -> int:
        """Return the margin of best play. Raise TooLarge if the search would need more nodes."""
        return self._search_window(position, lambda search: search.span)

    def bound(self, position: Any, alpha: int) -> int:
        return self._search_window(position, lambda search: (alpha, alpha + 1))

    def stop(self) -> None:
        """Make `score` and `bound`, running in another thread, raise SearchStopped soon."""
        self.stopped = True
        if self.running is not None:
            self.running.stop()

    def _search(self, position: Any) -> Search:
        return Search(position, Zero(), self.settings, self.table, self.ordering)

    def _search_window(self, position: Any, window: Callable[[Search], tuple[int, int]]) -> int:
        search = self.running = self._search(position)
        search.limit(self.most)
        if self.stopped:
            search.stop()
        try:
            score = search.search_window(MAX_PLY, *window(search))
        except SearchStopped:
            if self.stopped:
                raise
            message = _(
                "{game} has no solver, and an exhaustive search would take more than {most} nodes"
            )
            reason = message.format(game=self.game, most=grouped(self.most))
            raise TooLarge(reason, self.most) from None
        finally:
            self.running, self.searched = None, self.searched + search.nodes
        if not search.exact:
            message = _("{game} has no solver, and may last {most} moves from here")
            raise TooLarge(message.format(game=self.game, most=grouped(MAX_PLY)))
        return score
