"""Files of pairs that are checked, one after the other, by processes of their own. Everything here
runs in the server's event loop; what those processes say is handed over to it."""

import asyncio
import os
import secrets
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeAlias

from tablero.arena.check.findings import Verdict
from tablero.arena.check.terms import PAPER, Terms, course_terms
from tablero.arena.course.model import Course, Pair
from tablero.arena.store.models import Upload
from tablero.locale import _, spoken
from tablero.web.arena.examined import ScoreTold
from tablero.web.arena.mine import CheckTold
from tablero.web.chores.examine import Examination
from tablero.web.crew import Crew
from tablero.web.jobs import State
from tablero.web.orders import ENDINGS, Hear, Order
from tablero.web.refusals import Busy, NotHere
from tablero.web.tabs import MOST_STREAMS
from tablero.web.tries import Tries
from tablero.web.worker import CANCELLED, DONE, FAILED, NEWS

Keep: TypeAlias = Callable[[Upload, Verdict, list[ScoreTold]], Awaitable[None]]

MOST_CHECKERS = 4
"""Checks at a time, and no more than half of the processors."""

CHECK_SECONDS = 900.0
"""That a check may take."""

CHECKS_A_MINUTE = 10
"""Of a pair."""

LOOK = 10.0
"""Seconds after which a stream looks whether its listener is still signed in."""


@dataclass(eq=False)
class Check:
    """upload  -- that was handed in, and whose verdict is kept; None: it is only checked
    news    -- is set when there are some, and another is put in its place
    streams -- who listens to it, the latest last
    """

    pair: str
    told: CheckTold
    upload: Upload | None = None
    news: asyncio.Event = field(default_factory=asyncio.Event)
    streams: list[object] = field(default_factory=list)

    @property
    def has_ended(self) -> bool:
        return self.told.state in ENDINGS

    def tell(self, **told: Any) -> None:
        """What has changed."""
        self.told = self.told.model_copy(update=told)
        self.wake()

    def wake(self) -> None:
        """Have all who listen look again."""
        before, self.news = self.news, asyncio.Event()
        before.set()


class Checking:
    """A pair has one check at a time: a new one takes the place of the old, at the end of the
    queue. So however much somebody asks for, everybody's turn comes.

    course -- without its people
    origin -- its directory, as it is written in commands
    keep   -- what was found about a file that was handed in. Raises Busy
    checks -- the last one of each pair, by its id
    """

    def __init__(self, course: Course, origin: str, keep: Keep) -> None:
        self.course, self.origin, self.keep = course, origin, keep
        self.loop = asyncio.get_running_loop()
        self.checks: dict[str, Check] = {}
        self.begun = Tries(CHECKS_A_MINUTE)
        self.tasks: set[asyncio.Task[None]] = set()

    @cached_property
    def crew(self) -> Crew:
        """From the first time on that somebody asks."""
        half = (os.cpu_count() or 1) // 2
        return Crew(max(1, min(half, MOST_CHECKERS)), warm=False)

    def begin(
        self, pair: Pair, player: int, name: str, data: bytes, upload: Upload | None = None
    ) -> Check:
        """Have a file checked. Raises Busy if the pair asks too often, or too many wait."""
        if self.begun.are_spent(pair.id):
            raise Busy(_("that is enough for a minute: wait a little"))
        self.begun.count(pair.id)
        if pair.id in self.checks:
            self.cancel(self.checks[pair.id])
        number = secrets.token_hex(8)
        told = CheckTold(
            check=number,
            player=player,
            version=upload.version if upload else None,
            name=name,
            state="waiting",
            ahead=0,
        )
        check = Check(pair.id, told, upload)
        origin = self.origin if upload or not is_plain(course_terms(self.course)) else ""
        sure = upload is None  # what is kept against a file is not somebody else's doing
        job = Examination(self.course, origin, name, data, sure)
        order = Order(number, job, spoken(), self._hearer(check), limit=CHECK_SECONDS)
        if not self.crew.give(order):
            raise Busy(_("too many files are waiting to be checked; try again in a moment"))
        self.checks[pair.id] = check
        self._tell_places()
        return check

    def find(self, pair: Pair, number: str) -> Check:
        """A check of this pair's. Raises NotHere, also for those of others."""
        found = self.checks.get(pair.id)
        if found is None or found.told.check != number:
            raise NotHere(_("there is nothing at this address"))
        return found

    def cancel(self, check: Check) -> None:
        """Nobody wants it any more."""
        if not check.has_ended:
            self.crew.cancel(check.told.check)
            check.tell(state=CANCELLED)
            self._tell_places()

    async def listen(
        self, check: Check, is_there: Callable[[], bool]
    ) -> AsyncGenerator[CheckTold, None]:
        """All that is known of a check, again whenever there is more, until its end or until
        its listener is gone. Of too many who listen, the first are told no more."""
        mine = object()
        check.streams.append(mine)
        if len(check.streams) > MOST_STREAMS:
            check.wake()
        try:
            while mine in check.streams[-MOST_STREAMS:]:
                news, told = check.news, check.told  # there may be more while it is told
                yield told
                if told.state in ENDINGS or not await _heard_of(news, is_there):
                    return
        finally:
            check.streams.remove(mine)

    def _hearer(self, check: Check) -> Hear:
        def hear(_number: str, state: State, told: Any) -> None:
            with suppress(RuntimeError):  # the loop has ended, and with it all who listened
                self.loop.call_soon_threadsafe(self._heard, check, state, told)

        return hear

    def _heard(self, check: Check, state: State, told: Any) -> None:
        if check.has_ended:
            return
        if state == NEWS:
            check.tell(state="going", told=told, ahead=0)
        elif state == DONE and check.upload is not None and told.complete:
            task = asyncio.create_task(self._record(check, check.upload, told))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)
        elif state in ENDINGS:
            check.tell(state=state, problem=told if state == FAILED else None)
        self._tell_places()

    async def _record(self, check: Check, upload: Upload, verdict: Verdict) -> None:
        """Keep what was found, before it is told that it was."""
        stages = check.told.told.stages if check.told.told else []
        try:
            await self.keep(upload, verdict, [score for each in stages for score in each.scores])
        except Busy as error:
            check.tell(state=FAILED, problem=str(error))
        else:
            check.tell(state=DONE)

    def _tell_places(self) -> None:
        """To those who wait: how many come before them."""
        numbers = [order.number for order in list(self.crew.waiting)]
        for check in self.checks.values():
            if check.told.check in numbers and not check.has_ended:
                ahead = numbers.index(check.told.check)
                if (check.told.state, check.told.ahead) != ("waiting", ahead):
                    check.tell(state="waiting", ahead=ahead)

    def leave(self) -> None:
        """Let all streams end: the server ends."""
        for check in self.checks.values():
            self.cancel(check)


async def _heard_of(news: asyncio.Event, is_there: Callable[[], bool]) -> bool:
    """Wait until there are news. False: whoever waits for them is gone."""
    while True:
        with suppress(TimeoutError):
            await asyncio.wait_for(news.wait(), LOOK)
        if not await asyncio.to_thread(is_there):
            return False
        if news.is_set():
            return True


def is_plain(terms: Terms) -> bool:
    """Does `tablero check` say the same without a course? Whatever else differs is told in the
    command, or changes no verdict."""
    told = ("games", "seed", "tracks")
    return replace(terms, **{name: getattr(PAPER, name) for name in told}) == PAPER
