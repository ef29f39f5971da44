"""Iterative deepening: the engine, one ply deeper each time, with all that it has learned."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tablero.errors import SearchStopped
from tablero.search import ENGINE
from tablero.search.engine import nothing_learned
from tablero.search.notes import NO_LIMIT
from tablero.search.run import Result, Search, Settings
from tablero.search.table import new_table

FIRST_BITS, MORE_BITS = 16, 3
"""A short search should not have to clear a large table: it grows with the depth."""


class Deepening:
    """A search of one position that can be stopped at any time, with the best move so far."""

    def __init__(self, position: Any, judge: Any, settings: Settings) -> None:
        self.position, self.judge = position, judge
        self.settings = replace(settings, algorithm=ENGINE, cache=True)
        self._new_table(min(FIRST_BITS, settings.table_bits))
        self.learned = nothing_learned()
        self.stopped = False
        self.totals: dict[str, int | float] = {}
        self.current = self._search(1)

    @property
    def nodes(self) -> int:
        """How many nodes have been visited so far, at all depths."""
        return int(self.totals.get("evaluated", 0)) + self.current.nodes

    def stop(self) -> None:
        """Let `results` end soon."""
        self.stopped = True
        self.current.stop()

    def results(self, seconds: float | None = None, nodes: int = NO_LIMIT) -> Iterator[Result]:
        """What was found at depth 1, 2, … until the depth of the settings, the end of the game
        or the end of the time or of the nodes that may be visited; at least one. Time begins
        when depth 1 is done, for that is when everything is compiled.

        Raises SearchStopped if it was stopped before there was any.
        """
        clock = threading.Timer(seconds or 0, self.stop)
        try:
            for depth in range(1, self.settings.depth + 1):
                self.current = self._search(depth)
                if depth > 1:
                    self.current.notes.budget = max(0, nodes - self.nodes)
                if self.stopped:
                    self.current.stop()
                result = self.current.run()
                self._add(result.statistics)
                if depth == 1 and seconds is not None:
                    clock.start()
                yield replace(result, statistics=dict(self.totals))
                self._make_room(int(result.statistics["distinct"]))
                if result.exact or self.stopped:
                    return
        except SearchStopped:
            if not self.totals:
                raise
        finally:
            clock.cancel()

    def run(self) -> Result:
        """The last of the results."""
        *_earlier, last = self.results()
        return last

    def _add(self, statistics: dict[str, int | float]) -> None:
        """Count a depth that is done; its own counters begin anew."""
        for name, number in statistics.items():
            self.totals[name] = self.totals.get(name, 0) + number
        self.totals["depth"] = statistics["depth"]
        self.current.notes.evaluated = 0

    def _make_room(self, entries: int) -> None:
        """Take a larger table if this one, with so many more entries, is half full."""
        self.entries += entries
        if self.bits < self.settings.table_bits and self.entries * 2 > 1 << self.bits:
            self._new_table(min(self.bits + MORE_BITS, self.settings.table_bits))

    def _new_table(self, bits: int) -> None:
        self.bits, self.entries = bits, 0
        self.table = new_table(bits, len(self.position.key()))

    def _search(self, depth: int) -> Search:
        settings = replace(self.settings, depth=depth)
        return Search(self.position, self.judge, settings, self.table, self.learned)
