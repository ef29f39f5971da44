"""Where pairs have their files checked and hand them in. Hostile files are read and run by
processes of their own, in cells; here nothing of them is."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import cached_property, partial
from typing import TYPE_CHECKING, TypeVar

from tablero.arena.check.findings import Verdict
from tablero.arena.course.changes import without_people
from tablero.arena.course.model import Pair
from tablero.arena.handin.checks import record
from tablero.arena.handin.desk import Answer, Desk, Opinion
from tablero.arena.player.templates import TEMPLATES
from tablero.arena.store.arrivals import PATIENCE, announce
from tablero.arena.store.models import Upload
from tablero.arena.store.store import SYSTEM
from tablero.errors import OutsideError
from tablero.locale import _
from tablero.web.arena.checking import Check, Checking
from tablero.web.arena.examined import ScoreTold
from tablero.web.arena.mine import HandInTold, hand_in_told
from tablero.web.arena.own import SCORED, is_unchecked
from tablero.web.chores.opine import Reading
from tablero.web.crew import Crew
from tablero.web.orders import asked
from tablero.web.refusals import Busy
from tablero.web.tries import DAY, Tries
from tablero.web.worker import DONE

if TYPE_CHECKING:
    from tablero.web.arena.public import Public

T = TypeVar("T")

READING_SECONDS = 60.0
"""That it may take to say at once what is said of a file."""

TO_WRITE = 20.0
"""Seconds that are left to keep a file, of those that a round waits for it."""

HAND_INS_A_MINUTE, HAND_INS_A_DAY = 20, 200
"""Of a pair: every version is kept, and the disk is everybody's."""

WRITERS = 8
"""Threads that hand in."""


class Office:
    """Runs in the server's event loop, but for the database, which threads of its own wait for.

    checking -- what is found out about files, as long as it takes
    locks    -- a pair hands in one file after the other
    bell     -- tells at once that a file is there, however many are before it
    """

    def __init__(self, public: "Public") -> None:
        self.public, self.loop = public, asyncio.get_running_loop()
        self.course = without_people(public.course)
        self.origin = public.folder.resolve().name if public.folder else "DIR"
        self.checking = Checking(self.course, self.origin, self._keep)
        self.locks: dict[str, asyncio.Lock] = {}
        self.tries, self.of_today = Tries(HAND_INS_A_MINUTE), Tries(HAND_INS_A_DAY, DAY)
        self.pool = ThreadPoolExecutor(WRITERS, "hand-in")
        self.bell = ThreadPoolExecutor(1, "arrival")

    @cached_property
    def readers(self) -> Crew:
        """Who reads what is handed in: nobody waits for a check to end."""
        return Crew(1, warm=False)

    @property
    def crews(self) -> list[Crew]:
        """Those that there are by now."""
        return [
            vars(who)[name]
            for who, name in ((self.checking, "crew"), (self, "readers"))
            if name in vars(who)
        ]

    async def hand_in(self, pair: Pair, player: int, data: bytes, ticket: str) -> HandInTold:
        """Take a file, or say why not; then have the rest of it checked. Raises Busy.

        ticket -- of this pair's: whoever asks again with the same one is told the same again
        """
        self._check_tries(pair)
        store, now = self.public.store, self.public.clock()
        desk = Desk(self.public.course, store, partial(self._opinion, self.readers))
        how = "page", f"page {pair.id} {ticket}"
        await self._in_thread(partial(announce, store, how[1], now), self.bell)
        async with self.locks.setdefault(pair.id, asyncio.Lock()):
            answer = await self._in_thread(
                partial(desk.hand_in_for, pair, player, data, now, *how), self.pool
            )
            check = await self._go_on(pair, player, answer)
        return hand_in_told(answer, check.told.check if check else None)

    def _check_tries(self, pair: Pair) -> None:
        """Count this one. Raises Busy."""
        if self.tries.are_spent(pair.id):
            raise Busy(_("that is enough for a minute: wait a little"))
        if self.of_today.are_spent(pair.id):
            message = _("{most} files in a day are enough: go on tomorrow")
            raise Busy(message.format(most=HAND_INS_A_DAY))
        self.tries.count(pair.id)
        self.of_today.count(pair.id)

    async def _go_on(self, pair: Pair, player: int, answer: Answer) -> Check | None:
        """Everything else about a file that was taken; None: it is known already, or will be
        found out before the round."""
        upload, last = answer.upload, self.checking.checks.get(pair.id)
        if last is not None and last.upload is not None and last.upload.id == upload.id:
            return last
        unchecked = partial(is_unchecked, self.public, upload)
        if upload.data is None or not await self._in_thread(unchecked, self.pool):
            return None
        try:
            return self.checking.begin(pair, player, upload.name, upload.data, upload)
        except Busy:  # it was taken, which counts; whoever plays the round checks it
            return None

    def warm(self) -> None:
        """Have a file of ours read if the course takes files now: whoever hands in first does not
        wait for a process and its cells to be started."""
        calendar = self.public.calendar
        if calendar.opens <= self.public.clock() < calendar.ends:
            ours = (each for each in TEMPLATES.values() if each.track in self.course.game.tracks)
            job = Reading(self.course, self.origin, next(ours).text("en"), "player.py")
            self.readers.give(asked(job, READING_SECONDS)[0])

    def _opinion(self, readers: Crew, text: str, name: str) -> Opinion:
        """Called by threads that hand in."""
        order, ending = asked(Reading(self.course, self.origin, text, name), READING_SECONDS)
        busy = _("too many files are handed in at this moment; try again")
        if not readers.give(order):
            raise Busy(busy)
        try:
            state, told = ending.result(PATIENCE.total_seconds() - TO_WRITE)
        except TimeoutError:
            readers.cancel(order.number)
            raise Busy(busy) from None
        if state != DONE:
            raise OutsideError(told or _("the server ends"))
        opinion: Opinion = told
        return opinion

    async def _in_thread(self, call: Callable[[], T], pool: ThreadPoolExecutor) -> T:
        """With the language of whoever asks. Raises Busy if the database does not answer."""

        def work() -> T:
            with self.public.asked():
                return call()

        return await self.loop.run_in_executor(pool, copy_context().run, work)

    async def _keep(self, upload: Upload, verdict: Verdict, scores: list[ScoreTold]) -> None:
        """What was found about a file, once; and its games, for whoever compares versions."""
        store, now = self.public.store, self.public.clock()
        await self._in_thread(partial(record, store, upload, verdict, now), self.pool)
        if scores:
            told = {"upload": upload.id, "scores": [each.model_dump() for each in scores]}
            note = partial(store.note, now, SYSTEM, SCORED, **told)
            await self._in_thread(note, self.pool)

    async def leave(self) -> None:
        """Let all streams end, and whoever waits be answered: the server ends."""
        self.checking.leave()
        for crew in self.crews:
            await asyncio.to_thread(crew.close)

    async def close(self) -> None:
        await self.leave()
        for pool in (self.pool, self.bell):
            pool.shutdown(wait=False, cancel_futures=True)
