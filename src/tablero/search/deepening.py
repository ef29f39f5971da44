"""Iterative deepening: the engine searches one ply deeper each time.

The transposition table and the state of the move ordering are kept from one depth to the next.
"""

import threading
import time
from collections.abc import Generator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from tablero.errors import SearchStopped
from tablero.jit import is_interpreted
from tablero.position import position_key
from tablero.search import ENGINE
from tablero.search.ordering import new_ordering_states
from tablero.search.run import Result, Search, Settings, first_cuts, statistics
from tablero.search.state import NO_LIMIT, NO_NODE
from tablero.search.table import new_table
from tablero.threads import first_result

FIRST_BITS, MORE_BITS = 16, 3
"""Binary logarithms of the entries of the first transposition table, and of the factor by which
it grows. A short search therefore does not have to clear a large table."""

SINGLE_THREAD_NODES = 20_000
"""Nodes that the first thread visits before the other threads join."""

NARROW, WIDER = 1, 4
"""Points by which the first window extends to either side; factor by which the next is wider."""


class Deepening:
    """A search of one position that can be stopped at any time, with the best move so far.

    With one thread it is deterministic. With more threads, only the scores are. The first thread
    records its tree if there is a `log` (log.py).
    """

    def __init__(
        self, position: Any, evaluation: Any, settings: Settings, threads: int = 1, log: Any = None
    ) -> None:
        self.settings = replace(settings, algorithm=ENGINE, cache=True)
        self.position = position
        self.bits = min(FIRST_BITS, settings.table_bits)
        table, interpreted = self._new_table(), is_interpreted(position)
        self.searches = [
            Search(position, evaluation, self.settings, table, ordering, None if number else log)
            for number, ordering in enumerate(new_ordering_states(threads, interpreted))
        ]
        self.entries = 0
        self.seconds = 0.0
        self.stopped = False

    @property
    def nodes(self) -> int:
        """Return how many nodes all threads have visited below the root so far, at all depths."""
        return sum(search.nodes for search in self.searches)

    @property
    def windows(self) -> int:
        """Return how many times the position has been searched, by all threads together."""
        return sum(search.windows for search in self.searches)

    def stop(self) -> None:
        """Make `results` end soon."""
        self.stopped = True
        for search in self.searches:
            search.stop()

    def results(
        self, seconds: float | None = None, nodes: int = NO_LIMIT
    ) -> Generator[Result, None, None]:
        """Yield the results at depth 1, 2, … up to the depth of the settings.

        It ends earlier when a result is exact, when the time is over, or when a depth would need
        more nodes than are left; depth 1 has no limit.

        seconds: time limit, which begins when depth 1 is done and everything is compiled.
        nodes: upper limit of the nodes visited at all depths.

        Raise SearchStopped if the search was stopped before the first result.
        """
        clock = threading.Timer(seconds or 0, self.stop)
        clock.daemon = True
        scores: list[int] = []
        self.searches[0].prepare()
        try:
            for depth in range(1, self.settings.depth + 1):
                self._limit(nodes - self.nodes if scores else NO_LIMIT)
                result = self._search_depth(depth, scores)
                scores.append(result.score)
                if depth == 1 and seconds is not None:
                    clock.start()
                yield result
                if result.exact or self.stopped:
                    return
                self._grow_table(int(result.statistics["distinct"]))
        except SearchStopped:
            if not scores:
                raise
        finally:
            clock.cancel()

    def run(self) -> Result:
        """Return the last of the results."""
        *_earlier, last = self.results()
        return last

    def _search_depth(self, depth: int, scores: Sequence[int]) -> Result:
        """Return the result of a search at this depth.

        Several threads search the same position and share the transposition table, until one of
        them has found the score.
        """
        start = time.perf_counter()
        alone = len(self.searches) == 1 or self.nodes < SINGLE_THREAD_NODES
        searches = self.searches[:1] if alone else self.searches
        calls = [partial(aspiration_search, search, depth, scores) for search in searches]
        which, score = (0, calls[0]()) if alone else first_result(calls, self._halt)
        self.seconds += time.perf_counter() - start
        counted, first = statistics(self.searches, self.seconds), first_cuts(self.searches)
        search = self.searches[which]
        return Result(score, search.line(depth, score), depth, search.exact, counted, first)

    def _new_table(self) -> Any:
        return new_table(
            self.bits, len(position_key(self.position)), is_interpreted(self.position)
        )

    def _limit(self, more: int) -> None:
        """Let every thread visit its share of `more` nodes."""
        share = max(0, more) // len(self.searches)
        for search in self.searches:
            search.state.budget = search.nodes + share
        if self.stopped:
            self._halt()

    def _halt(self) -> None:
        for search in self.searches:
            search.state.budget = NO_NODE

    def _grow_table(self, entries: int) -> None:
        """Replace the table by a larger one if it is more than half full.

        entries: number of entries filled so far, in this table and the smaller ones before.
        """
        if self.bits < self.settings.table_bits and 2 * (entries - self.entries) > 1 << self.bits:
            self.entries = entries
            self.bits = min(self.bits + MORE_BITS, self.settings.table_bits)
            table = self._new_table()
            for search in self.searches:
                search.task = search.task._replace(table=table)


def aspiration_search(search: Search, depth: int, scores: Sequence[int]) -> int:
    """Return the score at this depth; `scores` are those of the depths before.

    Odd and even depths differ in the side that moves last, so the score of two plies before is
    expected. An aspiration window around it is moved and widened until the score lies within.
    """
    low, high = search.span
    alpha, beta, reach = low, high, NARROW
    if len(scores) > 1:
        alpha, beta = max(low, scores[-2] - reach), min(high, scores[-2] + reach)
    while True:
        score = search.search_window(depth, alpha, beta)
        reach *= WIDER
        if score <= alpha and alpha > low:
            alpha, beta = max(low, score - reach), score + 1
        elif score >= beta and beta < high:
            alpha, beta = score - 1, min(high, score + reach)
        else:
            return score
