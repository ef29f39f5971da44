"""The endgame: what is still to be won in every field of few seeds.

A move leaves as many seeds in the pits or fewer. If as many, they have gone to the right
in the mover's own row, so nothing ever comes back, and a field can be worked out once those
after it are. Layer by layer, k seeds after k - 1, every field is met.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from tablero.errors import SearchStopped
from tablero.jit import kernel, prepare
from tablero.locale import _
from tablero.position import INFINITY, ONGOING
from tablero.search.node import sign_of
from tablero.solve.sowing.field import fields_up_to, next_rows, rows_of_number
from tablero.solve.sowing.shelf import Shelf
from tablero.threads import deep_stack

UNKNOWN = -128
"""No field is worth so little: there are not so many seeds."""

HIGHEST = 127
"""More does not fit into a byte: it means so much, or more."""

CHUNK = 1 << 18
"""So many fields are worked out between two looks at whether to stop."""


class Endgame:
    """The fields of one game, worked out by several threads and kept on a shelf.

    values    -- what is still to be won, by number
    most      -- it cannot have more seeds
    complaint -- why it could not be kept; else nothing
    """

    most = HIGHEST

    def __init__(self, field: Any, shelf: Shelf, threads: int = 1) -> None:
        self.field, self.shelf, self.threads = field, shelf, threads
        self.values = np.zeros(0, np.int8)
        self.wanted = self.ready = 0
        self.stopped = False
        self.complaint = ""
        prepare(fill, 0, 0, 0, 0, field, self.values)

    def reach(self, seeds: int) -> None:
        """Have the values of all fields of up to so many seeds.

        Raises SearchStopped if it was stopped meanwhile; layers that are whole are kept.
        """
        count = fields_up_to(self.field.pits, seeds)
        if count <= len(self.values):
            return
        values = np.full(count, UNKNOWN, np.int8)
        self.wanted, self.ready = count, 0
        for layer in range(self.shelf.read(values), seeds + 1):
            self._work_out(values, layer)
            self._keep(values, layer)
        self.values, self.ready = values, count

    def _keep(self, values: Any, seeds: int) -> None:
        """Put a layer on the shelf; if that cannot be done, it will be worked out again."""
        if not self.complaint:
            try:
                self.shelf.write(values, seeds)
            except OSError as error:
                self.complaint = _("the endgame table was not kept: {error}").format(error=error)

    def layers(self) -> Iterator[Any]:
        """The values of the fields of 0 seeds, of 1, and so on."""
        seeds = 0
        while fields_up_to(self.field.pits, seeds) <= len(self.values):
            yield self.values[slice(*self.shelf.place(seeds))]
            seeds += 1

    def progress(self) -> tuple[int, int]:
        """How many fields are worked out, of how many that are wanted."""
        return self.ready, self.wanted

    def stop(self) -> None:
        """Make `reach` raise SearchStopped soon."""
        self.stopped = True

    def _work_out(self, values: Any, seeds: int) -> None:
        start, stop = self.shelf.place(seeds)

        def work_out_chunk(number: int) -> None:
            if not self.stopped:
                rows = rows_of_number(number, self.field.pits, self.field.bits)
                end = min(number + CHUNK, stop)
                fill(*rows, number, end, self.field, values)
                self.ready = max(self.ready, end)

        with ThreadPoolExecutor(self.threads) as pool, deep_stack():
            list(pool.map(work_out_chunk, range(start, stop, CHUNK)))
        if self.stopped:
            message = _("stopped while the endgame of {seeds} seeds was worked out")
            raise SearchStopped(message.format(seeds=seeds))


@kernel
def fill(mine: int, theirs: int, number: int, stop: int, field: Any, values: Any) -> None:
    """Work out the fields from `number`, which has these rows, to `stop`, all of one layer."""
    while True:
        if values[number] == UNKNOWN:
            work_out(field.set_up(mine, theirs), number, field, values)
        number += 1
        if number == stop:
            break
        mine, theirs = next_rows(mine, theirs, field)


@kernel
def work_out(position: Any, number: int, field: Any, values: Any) -> int:
    """What the mover still gains, less what the other does; kept as value `number`.

    0 for fields in which nobody can move: the game was over before.
    """
    lead = position.store - position.their_store
    best = -INFINITY
    for move in position.moves():
        child = position.play(move)
        end = child.outcome()
        if end == ONGOING:
            after = field.number(child)
            gain = int(values[after])
            if gain == UNKNOWN:
                gain = work_out(child, after, field, values)
            end = child.store - child.their_store + gain
        best = max(best, sign_of(position, child) * end)
    value = min(best - lead, HIGHEST) if best > -INFINITY else 0
    values[number] = value
    return value
