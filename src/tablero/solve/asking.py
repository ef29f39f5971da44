"""Solvers that call a kernel, first in the calling thread, then in several threads at once."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from tablero.errors import SearchStopped
from tablero.locale import _
from tablero.search.state import NO_LIMIT
from tablero.solve import Solver
from tablero.threads import first_answer

STOPPED = 1 << 11
"""The result of a kernel whose budget is spent; every score is smaller."""

ALONE = 5_000
"""Nodes that one thread visits before the others join."""


class Asking(Solver):
    """Base class of solvers that run a kernel in one or more threads.

    rooms: the state of each thread. Its `state` hold the counter `nodes` and the node `budget`.
    stopped: whether `stop` was called.
    """

    def __init__(self, rooms: Sequence[Any]) -> None:
        self.rooms = rooms
        self.stopped = False

    @property
    def nodes(self) -> int:  # type: ignore[override]
        """Return how many nodes all threads have visited so far."""
        return sum(int(room.state.nodes) for room in self.rooms)

    def stop(self) -> None:
        """Make `answer`, running in another thread, raise SearchStopped soon."""
        self.stopped = True
        self._halt()

    def answer(self, ask: Callable[[Any], int], rooms: Sequence[Any] | None = None) -> int:
        """Return the result of `ask`, called with one room, then with all rooms at once.

        All rooms are used after ALONE nodes; the first result counts.

        rooms: other rooms to use, with the same `state` as those of the solver.

        Raise SearchStopped if the solver was stopped.
        """
        rooms = self.rooms if rooms is None else rooms
        self._limit(ALONE if len(rooms) > 1 else NO_LIMIT)
        found = ask(rooms[0])
        if found == STOPPED and len(rooms) > 1 and not self.stopped:
            self._limit(NO_LIMIT)
            _which, found = first_answer([partial(ask, room) for room in rooms], self._halt)
        if found == STOPPED:
            message = _("the search was stopped after {nodes} nodes")
            raise SearchStopped(message.format(nodes=self.nodes))
        return int(found)

    def _limit(self, more: int) -> None:
        for room in self.rooms:
            room.state.budget = int(room.state.nodes) + more
        if self.stopped:
            self._halt()

    def _halt(self) -> None:
        for room in self.rooms:
            room.state.budget = 0
