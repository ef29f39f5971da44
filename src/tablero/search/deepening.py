"""Iterative deepening: the engine, one ply deeper each time, with all that it has learned."""

import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from tablero.errors import SearchStopped
from tablero.jit import is_interpreted
from tablero.search import ENGINE
from tablero.search.notes import NO_LIMIT
from tablero.search.ordering import nothing_learned
from tablero.search.run import Result, Search, Settings, first_cuts, statistics
from tablero.search.table import new_table
from tablero.threads import first_answer

FIRST_BITS, MORE_BITS = 16, 3
"""A short search should not have to clear a large table: it grows with the depth."""

ALONE = 20_000
"""So many nodes are visited before other threads are called for help."""

NARROW, WIDER = 1, 4
"""How far a first window reaches to either side; how much further the next one does."""


class Deepening:
    """A search of one position that can be stopped at any time, with the best move so far.

    With one thread it is the same every time. With more, the scores are. The first thread writes
    down its tree if there is a `log` (log.py).
    """

    def __init__(
        self, position: Any, judge: Any, settings: Settings, threads: int = 1, log: Any = None
    ) -> None:
        self.settings = replace(settings, algorithm=ENGINE, cache=True)
        self.position = position
        self.bits = min(FIRST_BITS, settings.table_bits)
        table, interpreted = self._new_table(), is_interpreted(position)
        self.searches = [
            Search(position, judge, self.settings, table, learned, None if number else log)
            for number, learned in enumerate(nothing_learned(threads, interpreted))
        ]
        self.entries = 0
        self.seconds = 0.0
        self.stopped = False

    @property
    def nodes(self) -> int:
        """How many nodes have been visited so far, at all depths and by all threads."""
        return sum(search.nodes for search in self.searches)

    def stop(self) -> None:
        """Let `results` end soon."""
        self.stopped = True
        for search in self.searches:
            search.stop()

    def results(self, seconds: float | None = None, nodes: int = NO_LIMIT) -> Iterator[Result]:
        """What was found at depth 1, 2, … until the depth of the settings, the end of the game
        or the end of the time; the last depth within so many nodes; at least one. Time begins
        when depth 1 is done, for that is when everything is compiled.

        Raises SearchStopped if it was stopped before there was any.
        """
        clock = threading.Timer(seconds or 0, self.stop)
        scores: list[int] = []
        self.searches[0].prepare()
        try:
            for depth in range(1, self.settings.depth + 1):
                self._limit(nodes - self.nodes if scores else NO_LIMIT)
                result = self._look(depth, scores)
                scores.append(result.score)
                if depth == 1 and seconds is not None:
                    clock.start()
                yield result
                if result.exact or self.stopped:
                    return
                self._make_room(int(result.statistics["distinct"]))
        except SearchStopped:
            if not scores:
                raise
        finally:
            clock.cancel()

    def run(self) -> Result:
        """The last of the results."""
        *_earlier, last = self.results()
        return last

    def _look(self, depth: int, scores: Sequence[int]) -> Result:
        """Search at this depth; with threads, all search the same, each helping the others by
        what it leaves in the table, until one knows the score."""
        start = time.perf_counter()
        alone = len(self.searches) == 1 or self.nodes < ALONE
        searches = self.searches[:1] if alone else self.searches
        ways = [partial(aspire, search, depth, scores) for search in searches]
        which, score = (0, ways[0]()) if alone else first_answer(ways, self._halt)
        self.seconds += time.perf_counter() - start
        counted, first = statistics(self.searches, self.seconds), first_cuts(self.searches)
        search = self.searches[which]
        return Result(score, search.line(depth, score), depth, search.exact, counted, first)

    def _new_table(self) -> Any:
        return new_table(self.bits, len(self.position.key()), is_interpreted(self.position))

    def _limit(self, more: int) -> None:
        """Let every thread visit its share of so many more nodes."""
        share = max(0, more) // len(self.searches)
        for search in self.searches:
            search.notes.budget = search.nodes + share + 1
        if self.stopped:
            self._halt()

    def _halt(self) -> None:
        for search in self.searches:
            search.notes.budget = 0

    def _make_room(self, entries: int) -> None:
        """Take a larger table if this one, when so many were ever made, is half full."""
        if self.bits < self.settings.table_bits and 2 * (entries - self.entries) > 1 << self.bits:
            self.entries = entries
            self.bits = min(self.bits + MORE_BITS, self.settings.table_bits)
            table = self._new_table()
            for search in self.searches:
                search.table = table


def aspire(search: Search, depth: int, scores: Sequence[int]) -> int:
    """The score at this depth; `scores` are those of the depths before.

    Odd and even depths differ in who moves last, so the score of two plies before is expected.
    A window around it is moved and widened until the score lies within.
    """
    low, high = search.span
    alpha, beta, reach = low, high, NARROW
    if len(scores) > 1:
        alpha, beta = max(low, scores[-2] - reach), min(high, scores[-2] + reach)
    while True:
        score = search.ask(depth, alpha, beta)
        reach *= WIDER
        if score <= alpha and alpha > low:
            alpha, beta = max(low, score - reach), score + 1
        elif score >= beta and beta < high:
            alpha, beta = score - 1, min(high, score + reach)
        else:
            return score
