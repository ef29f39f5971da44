"""Tabs, and what each of them is to hear. Everything here runs in the server's event loop."""

import asyncio
import time
from collections.abc import AsyncGenerator, Iterator
from dataclasses import dataclass, field

from tablero.web.jobs import Event, Underway

REMEMBERED = 200
"""Events of a tab that a stream which comes back can still hear."""

MOST_STREAMS = 8
"""Of a tab, or of a check. It needs one, or two for a moment; of more, the oldest ends."""


@dataclass
class Tab:
    """events  -- the last of each job and state, by their numbers: of the news of a job only
                  the latest, which say all that the others have said
    jobs    -- what is being done for it: kinds by number
    streams -- who listens to it, the latest last
    left    -- since when nobody does
    """

    numbers: Iterator[int]
    events: dict[tuple[str, str], tuple[int, Event]] = field(default_factory=dict)
    jobs: dict[str, str] = field(default_factory=dict)
    streams: list[object] = field(default_factory=list)
    left: float = field(default_factory=time.monotonic)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    closed: bool = False

    def add(self, event: Event) -> None:
        """Something has happened."""
        key = event.job, event.state
        self.events.pop(key, None)
        self.events[key] = next(self.numbers), event
        while len(self.events) > REMEMBERED:
            del self.events[next(iter(self.events))]
        self.news.set()

    def close(self) -> None:
        """Let all streams end."""
        self.closed = True
        self.news.set()

    async def listen(self, since: int) -> AsyncGenerator[tuple[int, Event] | Underway, None]:
        """The events behind that of this number, then which jobs are not at their end, then what
        happens for as long as somebody listens."""
        mine = object()
        self.streams.append(mine)
        self.news.set()
        greeted = False
        try:
            while not self.closed and mine in self.streams[-MOST_STREAMS:]:
                self.news.clear()
                found = [each for each in self.events.values() if each[0] > since]
                for number, event in found:
                    since = number
                    yield number, event
                if not found and not greeted:
                    greeted = True
                    yield Underway(jobs=list(self.jobs))
                elif not found:
                    await self.news.wait()
        finally:
            self.streams.remove(mine)
            self.left = time.monotonic()
