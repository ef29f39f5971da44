"""The endgame tablebase: the margin still to be won in every configuration of few seeds.

A move leaves the same number of seeds in the pits or fewer. If it is the same, seeds have
moved to the right in the mover's own row, so no configuration repeats, and each can be
solved after its successors. Layers are solved in order, k seeds after k - 1.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from tablero.errors import SearchStopped
from tablero.games.sowing.solver.configurations import (
    configurations_up_to,
    next_rows,
    rows_of_number,
)
from tablero.games.sowing.solver.tablebase_files import TablebaseFiles
from tablero.jit import kernel, prepare
from tablero.locale import _
from tablero.position import INFINITY, ONGOING
from tablero.search.node import sign_of
from tablero.threads import deep_stack

UNKNOWN = -128
"""Marker of an unsolved configuration: less than any value, since there are fewer seeds."""

HIGHEST = 127
"""Largest value that fits into a signed byte; it means this value or more."""

CHUNK = 1 << 18
"""Configurations solved between two checks of the stop flag."""


class EndgameTablebase:
    """The endgame tablebase of one game, computed by several threads and saved to disk.

    values: margin still to be won, by the number of the configuration.
    most: largest number of seeds that the tablebase can have.
    complaint: message that explains why saving failed; empty if it did not.
    """

    most = HIGHEST
    total: int
    """Number of seeds of the game."""

    def __init__(self, numbering: Any, files: TablebaseFiles, threads: int = 1) -> None:
        self.numbering, self.files, self.threads = numbering, files, threads
        self.values = np.zeros(0, np.int8)
        self.wanted = self.ready = 0
        self.stopped = False
        self.complaint = ""
        prepare(fill, 0, 0, 0, 0, numbering, self.values)

    def reach(self, seeds: int) -> None:
        """Load or compute the values of all configurations of at most `seeds` seeds.

        Raise SearchStopped if `stop` is called meanwhile; complete layers stay on disk.
        """
        count = configurations_up_to(self.numbering.pits, seeds)
        if count <= len(self.values):
            return
        values = np.full(count, UNKNOWN, np.int8)
        self.wanted, self.ready = count, 0
        for layer in range(self.files.read(values), seeds + 1):
            self._solve_layer(values, layer)
            self._keep(values, layer)
        self.values, self.ready = values, count

    def _keep(self, values: Any, seeds: int) -> None:
        """Save a layer. If that fails, set `complaint` and save no further layers."""
        if not self.complaint:
            try:
                self.files.write(values, seeds)
            except OSError as error:
                self.complaint = _("the endgame tablebase was not saved: {error}").format(
                    error=error
                )

    def layers(self) -> Iterator[Any]:
        """Yield the values of each layer: configurations of 0 seeds, of 1, and so on."""
        seeds = 0
        while configurations_up_to(self.numbering.pits, seeds) <= len(self.values):
            yield self.values[slice(*self.files.place(seeds))]
            seeds += 1

    def numbering_of_game(self) -> Any:
        """Return the numbering of configurations for positions of the game."""
        return self.numbering

    def progress(self) -> tuple[int, int]:
        """Return the numbers of solved and of requested configurations."""
        return self.ready, self.wanted

    def stop(self) -> None:
        """Make `reach` raise SearchStopped soon."""
        self.stopped = True

    def _solve_layer(self, values: Any, seeds: int) -> None:
        start, stop = self.files.place(seeds)

        def solve_chunk(number: int) -> None:
            if not self.stopped:
                rows = rows_of_number(number, self.numbering.pits, self.numbering.bits)
                end = min(number + CHUNK, stop)
                fill(*rows, number, end, self.numbering, values)
                self.ready = max(self.ready, end)

        with ThreadPoolExecutor(self.threads) as pool, deep_stack():
            list(pool.map(solve_chunk, range(start, stop, CHUNK)))
        if self.stopped:
            message = _("stopped while the endgame tablebase of {seeds} seeds was being computed")
            raise SearchStopped(message.format(seeds=seeds))


@kernel
def fill(mine: int, theirs: int, number: int, stop: int, numbering: Any, values: Any) -> None:
    """Solve the configurations from `number`, which has these rows, to `stop` - 1.

    All belong to one layer.
    """
    while True:
        if values[number] == UNKNOWN:
            solve_configuration(numbering.set_up(mine, theirs), number, numbering, values)
        number += 1
        if number == stop:
            break
        mine, theirs = next_rows(mine, theirs, numbering)


@kernel
def solve_configuration(position: Any, number: int, numbering: Any, values: Any) -> int:
    """Return the mover's future gain minus the other side's, and store it as value `number`.

    The value is 0 for configurations without a move: the game was over before.
    """
    lead = position.store - position.their_store
    best = -INFINITY
    for move in position.moves():
        child = position.play(move)
        end = child.outcome()
        if end == ONGOING:
            after = numbering.number(child)
            gain = int(values[after])
            if gain == UNKNOWN:
                gain = solve_configuration(child, after, numbering, values)
            end = child.store - child.their_store + gain
        best = max(best, sign_of(position, child) * end)
    value = min(best - lead, HIGHEST) if best > -INFINITY else 0
    values[number] = value
    return value
