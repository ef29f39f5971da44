"""Jobs of tabs: who has asked for what. Everything here runs in the server's event loop; what
workers say is handed over to it."""

import asyncio
import secrets
import time
from collections import OrderedDict
from collections.abc import Container
from contextlib import suppress
from itertools import count
from typing import Any

from tablero.locale import _, spoken
from tablero.web import jobs
from tablero.web.crew import Crew
from tablero.web.orders import ENDINGS, WAITING, Hear, Order
from tablero.web.refusals import Busy
from tablero.web.tabs import Tab
from tablero.web.worker import DONE, FAILED, NEWS

SIDE_BY_SIDE = ("grow",)
"""Kinds of jobs that a tab may have several of; of others a new one replaces the old."""

GRANTED = {"experiment": 600.0}
"""Seconds that jobs of these kinds may take. They go on while their tab is hidden."""

GRACE = 10.0
"""Seconds without a stream after which nobody waits for a tab's other jobs any more."""

FORGOTTEN = 600.0
"""Seconds without a stream after which a tab is gone."""

MOST_TABS, MOST_JOBS = 500, 16
MOST_BYTES = 64 << 20
"""Of results that wait to be fetched."""

LEAST_SECONDS = 0.3
"""However many wait, an analysis has as long as that."""


class Desk:
    """results -- what is too large for an event, by the number of its job
    numbers -- of events: those of a server that is started later are higher
    """

    def __init__(self, crew: Crew) -> None:
        self.crew = crew
        self.loop = asyncio.get_running_loop()
        self.tabs: dict[str, Tab] = {}
        self.results: OrderedDict[str, bytes] = OrderedDict()
        self.numbers = count(int(time.time() * 1000))

    def post(self, name: str, job: jobs.JobAsked) -> str:
        """Have a job done for a tab. Raises Busy if too much is waiting."""
        tab = self.tab(name)
        replaced = [] if job.kind in SIDE_BY_SIDE else [job.kind]
        for number in [number for number, kind in tab.jobs.items() if kind in replaced]:
            self.crew.cancel(number)
        if len(tab.jobs) >= MOST_JOBS:
            raise Busy(_("this tab waits for too much already"))
        number = secrets.token_hex(8)
        if isinstance(job, jobs.Analyse):
            job = job.model_copy(update={"seconds": self._share(job.seconds)})
        order = Order(number, job, spoken(), self._hearer(name), GRANTED.get(job.kind))
        if not self.crew.give(order):
            raise Busy(_("too many searches are waiting; try again in a moment"))
        tab.jobs[number] = job.kind  # what is said of it meanwhile comes after this
        tab.add(jobs.Event(job=number, state=WAITING))
        return number

    def cancel(self, number: str) -> None:
        """Of a job that nobody wants any more, or that is done."""
        self.crew.cancel(number)

    def close(self, name: str) -> None:
        """A tab was closed."""
        tab = self.tabs.pop(name, None)
        if tab is not None:
            tab.close()
            self._cancel(tab)

    def leave(self) -> None:
        """Let all streams end: the server ends."""
        for name in list(self.tabs):
            self.close(name)

    def tab(self, name: str) -> Tab:
        """The tab of this name. Raises Busy if there are too many."""
        if name not in self.tabs:
            if len(self.tabs) >= MOST_TABS:
                self._forget_one()
            self.tabs[name] = Tab(self.numbers)
        return self.tabs[name]

    async def sweep(self) -> None:
        """For ever: stop what is done for tabs that have gone."""
        while True:
            await asyncio.sleep(1)
            for name, tab in list(self.tabs.items()):
                alone = 0.0 if tab.streams else time.monotonic() - tab.left
                if alone > GRACE:
                    self._cancel(tab, but=GRANTED)
                if alone > FORGOTTEN:
                    self.close(name)

    def _forget_one(self) -> None:
        """Close the tab that nobody has listened to for longest."""
        silent = [name for name, tab in self.tabs.items() if not tab.streams]
        if not silent:
            raise Busy(_("too many tabs are open"))
        self.close(min(silent, key=lambda name: self.tabs[name].left))

    def _cancel(self, tab: Tab, but: Container[str] = ()) -> None:
        """All jobs of a tab but those of these kinds."""
        for number in [number for number, kind in tab.jobs.items() if kind not in but]:
            self.crew.cancel(number)

    def _hearer(self, name: str) -> Hear:
        def hear(number: str, state: jobs.State, told: Any) -> None:
            with suppress(RuntimeError):  # the loop has ended, and with it all who listened
                self.loop.call_soon_threadsafe(self._heard, name, number, state, told)

        return hear

    def _heard(self, name: str, number: str, state: jobs.State, told: Any) -> None:
        tab = self.tabs.get(name)
        if tab is None or number not in tab.jobs:
            return
        if state == DONE and told:
            self._keep(number, told)
        if state in ENDINGS:
            del tab.jobs[number]
        event = jobs.Event(job=number, state=state)
        if state == NEWS:
            event.told = told
        elif state == FAILED:
            event.problem = told
        tab.add(event)

    def _keep(self, number: str, result: bytes) -> None:
        self.results[number] = result
        while sum(map(len, self.results.values())) > MOST_BYTES and len(self.results) > 1:
            self.results.popitem(last=False)

    def _share(self, seconds: float) -> float:
        """Less time for each where many wait."""
        waiting = sum(not order.granted for order in list(self.crew.waiting))
        ahead = waiting / max(1, len(self.crew.workers))
        return max(min(LEAST_SECONDS, seconds), seconds / (1 + ahead))
