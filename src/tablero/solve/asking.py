"""Put a question to a kernel: alone at first, then to several threads at once."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from tablero.errors import SearchStopped
from tablero.locale import _
from tablero.search.notes import NO_LIMIT
from tablero.threads import first_answer

STOPPED = 1 << 11
"""A kernel's answer when its budget is spent. No score is as large."""

ALONE = 5_000
"""So many nodes are visited before other threads are called for help."""


class Asking:
    """Rooms, one for every thread, whose `notes` count `nodes` and keep to a `budget`."""

    complaint = ""

    def __init__(self, rooms: Sequence[Any]) -> None:
        self.rooms = rooms
        self.stopped = False

    @property
    def nodes(self) -> int:
        """How many nodes have been visited so far, by all threads."""
        return sum(int(room.notes.nodes) for room in self.rooms)

    def is_opening(self, position: Any) -> bool:
        """Do opening tables answer for every move of this position?"""
        return False

    def prepared(self) -> float:
        """How much is there of what must be worked out before a search, from 0 to 1."""
        return 1.0

    def stop(self) -> None:
        """Make whoever waits for an answer get SearchStopped soon."""
        self.stopped = True
        self._halt()

    def answer(self, ask: Callable[[Any], int], rooms: Sequence[Any] | None = None) -> int:
        """What `ask` finds in one of our rooms, or in all of them together.

        rooms -- others, that have the notes of ours
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
            room.notes.budget = int(room.notes.nodes) + more
        if self.stopped:
            self._halt()

    def _halt(self) -> None:
        for room in self.rooms:
            room.notes.budget = 0
