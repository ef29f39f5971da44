"""Jobs of tabs: who has asked for what, and what each tab is to hear.

Everything here runs in the server's event loop; what workers say is handed over to it.
"""

import asyncio
import secrets
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

from tablero.errors import TableroError
from tablero.games.game import Game, must_go_on
from tablero.locale import _, spoken
from tablero.web import models
from tablero.web.crew import WAITING, Crew, Order
from tablero.web.places import last_position
from tablero.web.shelf import Shelf
from tablero.web.worker import CANCELLED, DONE, FAILED, NEWS

ENDINGS = (DONE, FAILED, CANCELLED)

REMEMBERED = 200
"""Events of a tab that a stream which comes back can still hear."""

GRACE = 5.0
"""Seconds without a stream after which nobody waits for a tab's searches any more."""

FORGOTTEN = 600.0
"""Seconds without a stream after which a tab is gone."""

MOST_TABS, MOST_JOBS, MOST_RESULTS = 500, 12, 24

LEAST_SECONDS = 0.3
"""However many wait, an analysis has as long as that."""


class Busy(TableroError):
    """There is more to do than anybody should have to wait for."""


@dataclass
class Tab:
    """events -- the last ones, by their numbers
    jobs   -- what is being done for it: kinds by number
    """

    events: deque[tuple[int, models.Event]] = field(
        default_factory=lambda: deque(maxlen=REMEMBERED)
    )
    jobs: dict[str, str] = field(default_factory=dict)
    count: int = 0
    streams: int = 0
    left: float = field(default_factory=time.monotonic)
    news: asyncio.Event = field(default_factory=asyncio.Event)


class Desk:
    """results -- what is too large for an event, by the number of its job"""

    def __init__(self, shelf: Shelf, crew: Crew) -> None:
        self.shelf, self.crew = shelf, crew
        self.loop = asyncio.get_running_loop()
        self.tabs: dict[str, Tab] = {}
        self.results: OrderedDict[str, bytes] = OrderedDict()

    def post(self, name: str, asked: models.JobAsked) -> str:
        """Have a job done for a tab; it replaces an unfinished one of its kind. Raises
        TableroError if it makes no sense, Busy if too much is waiting."""
        job = self._real(asked)
        tab = self._tab(name)
        for number in [number for number, kind in tab.jobs.items() if kind == asked.kind]:
            self.crew.cancel(number)
        if len(tab.jobs) >= MOST_JOBS:
            raise Busy(_("this tab waits for too much already"))
        number = secrets.token_hex(8)
        tab.jobs[number] = asked.kind
        self._add(tab, models.Event(job=number, state=WAITING))
        order = Order(number, job, spoken(), self._hearer(name, number))
        if not self.crew.give(order):
            del tab.jobs[number]
            raise Busy(_("too many searches are waiting; try again in a moment"))
        return number

    def cancel(self, number: str) -> None:
        """Of a job that nobody wants any more, or that is done."""
        self.crew.cancel(number)

    def close(self, name: str) -> None:
        """A tab was closed."""
        tab = self.tabs.pop(name, None)
        for number in [] if tab is None else list(tab.jobs):
            self.crew.cancel(number)

    async def stream(self, name: str, since: int) -> AsyncIterator[tuple[int, models.Event]]:
        """The events of a tab behind that of this number, for as long as somebody listens."""
        tab = self._tab(name)
        tab.streams += 1
        try:
            while True:
                tab.news.clear()
                for number, event in list(tab.events):
                    if number > since:
                        since = number
                        yield number, event
                if tab.count <= since:
                    await tab.news.wait()
        finally:
            tab.streams -= 1
            tab.left = time.monotonic()

    async def sweep(self) -> None:
        """For ever: stop what is done for tabs that have gone."""
        while True:
            await asyncio.sleep(1)
            now = time.monotonic()
            for name, tab in list(self.tabs.items()):
                if tab.streams:
                    continue
                if now - tab.left > GRACE:
                    for number in list(tab.jobs):
                        self.crew.cancel(number)
                if now - tab.left > FORGOTTEN:
                    self.close(name)

    def _tab(self, name: str) -> Tab:
        if name not in self.tabs:
            if len(self.tabs) >= MOST_TABS:
                raise Busy(_("too many tabs are open"))
            self.tabs[name] = Tab()
        return self.tabs[name]

    def _add(self, tab: Tab, event: models.Event) -> None:
        tab.count += 1
        tab.events.append((tab.count, event))
        tab.news.set()

    def _hearer(self, name: str, number: str) -> Any:
        def hear(state: models.State, told: Any) -> None:
            self.loop.call_soon_threadsafe(self._heard, name, number, state, told)

        return hear

    def _heard(self, name: str, number: str, state: models.State, told: Any) -> None:
        tab = self.tabs.get(name)
        if tab is None or number not in tab.jobs:
            return
        if state == DONE and told:
            self.results[number] = told
            while len(self.results) > MOST_RESULTS:
                self.results.popitem(last=False)
        if state in ENDINGS:
            del tab.jobs[number]
        event = models.Event(job=number, state=state)
        if state == NEWS:
            event.told = told
        elif state == FAILED:
            event.problem = told
        self._add(tab, event)

    def _real(self, asked: models.JobAsked) -> models.JobAsked:
        """The same job with texts that lead to games, agents and evaluations wherever they are.

        Raises TableroError if there is no such thing, or nothing to do.
        """
        if isinstance(asked, models.Explain):
            return asked.model_copy(update={"grow": self._real(asked.grow)})
        game = self.shelf.game(asked.line.game)
        position = last_position(game, asked.line)
        if not isinstance(asked, models.Review):
            must_go_on(game, position)
        line = asked.line.model_copy(update={"game": str(game)})
        changes: dict[str, Any] = {"line": line}
        if isinstance(asked, models.Choose):
            changes["agent"] = self.shelf.agent(asked.agent)
        elif isinstance(asked, models.Grow):
            changes["search"] = self._real_search(asked.search, game)
        elif isinstance(asked, models.Analyse | models.Count):
            changes["eval"] = self.shelf.judge(asked.eval, game)
        if isinstance(asked, models.Analyse):
            changes["seconds"] = self._share(asked.seconds)
        return asked.model_copy(update=changes)

    def _real_search(self, search: models.Search, game: Game) -> models.Search:
        from tablero.web.chores.grow import settings_of

        settings_of(search)
        return search.model_copy(update={"eval": self.shelf.judge(search.eval, game)})

    def _share(self, seconds: float) -> float:
        """Less time for each where many wait."""
        ahead = len(self.crew.waiting) / len(self.crew.workers)
        return max(LEAST_SECONDS, seconds / (1 + ahead))
