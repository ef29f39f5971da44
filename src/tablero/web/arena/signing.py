"""Passwords of pairs and of the teacher, verified: a few at a time, whoever asks, and by threads
that nothing else waits for.

Wrong ones are counted for the place that they come from, all together and by whose they should
have been. A browser that somebody has signed in with before has a count of its own, as long as the
server runs: so nobody who guesses can keep a pair out of the browser that it uses.
"""

import asyncio
import secrets
from collections import Counter, OrderedDict
from concurrent.futures import ThreadPoolExecutor

from tablero.arena.course.keys import NOBODYS_HASH, verifies
from tablero.errors import TableroError
from tablero.locale import _
from tablero.web.arena.roll import Roll
from tablero.web.arena.sessions import digest
from tablero.web.refusals import Busy
from tablero.web.tries import Tries

AT_ONCE = 2
"""Passwords that are verified at a time; each takes 16 megabytes."""

MOST_WAITING, MOST_OF_A_LINE = 64, 40
"""Passwords that wait to be verified: all that come from strangers, and those of one place."""

TRIES_OF_A_PLACE, TRIES_FOR_ONE = 60, 5
"""Wrong ones in a minute: from one place, and from there for one pair. A whole class may sit
behind one address."""

MOST_BROWSERS = 2000


class WrongPassword(TableroError):
    """last -- no more are taken from there for a while"""

    def __init__(self, *, last: bool) -> None:
        super().__init__(_("that is not the password"))
        self.last = last


class Signing:
    """Everything but the verifying itself runs in the server's event loop.

    browsers -- who has signed in with them before, by a digest of what they show us
    waiting  -- passwords that are not verified yet, by where they come from
    """

    def __init__(self, roll: Roll) -> None:
        self.roll = roll
        self.places, self.people = Tries(TRIES_OF_A_PLACE), Tries(TRIES_FOR_ONE)
        self.browsers: OrderedDict[str, str] = OrderedDict()
        self.waiting: Counter[str] = Counter()
        self.pool = ThreadPoolExecutor(AT_ONCE, "password")

    async def verify(self, who: str, password: str, place: str, browser: str) -> str:
        """The hash of what was told, if it is the password of this pair or of the teacher.
        Nothing tells a pair that is not there from a password that is wrong.

        place   -- where it comes from
        browser -- what the browser shows; "": nothing

        Raises WrongPassword; Busy if too many were wrong, or wait.
        """
        known = self.browsers.get(digest(browser)) == who
        line = digest(browser) if known else place
        self._check_tries(line, who, known)
        key = await self._verified(line, who, password)
        if not key:
            raise WrongPassword(last=self.people.are_spent(f"{line} {who}"))
        self.people.take_back(f"{line} {who}")
        if not known:
            self.places.take_back(line)
        return key

    def remember(self, who: str) -> str:
        """What a browser shows from now on, that somebody has signed in with."""
        made = secrets.token_urlsafe(24)
        self.browsers[digest(made)] = who
        while len(self.browsers) > MOST_BROWSERS:
            self.browsers.popitem(last=False)
        return made

    def close(self) -> None:
        self.pool.shutdown(wait=False, cancel_futures=True)

    def _check_tries(self, line: str, who: str, known: bool) -> None:
        """Count this one as wrong until we know better, so that many at once are no more than
        many one after the other. Raises Busy."""
        both = f"{line} {who}"
        if self.people.are_spent(both) or (not known and self.places.are_spent(line)):
            raise Busy(_("Too many wrong passwords: wait a minute."))
        crowded = not known and self.waiting.total() >= MOST_WAITING
        if crowded or self.waiting[line] >= MOST_OF_A_LINE:
            raise Busy(_("too many sign in at this moment; try again"))
        self.people.count(both)
        if not known:
            self.places.count(line)

    async def _verified(self, line: str, who: str, password: str) -> str:
        """The hash of this password; "" if it is not theirs."""
        self.waiting[line] += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self.pool, self._compare, who, password)
        finally:
            self.waiting[line] -= 1
            self.waiting += Counter()  # forget those who have none

    def _compare(self, who: str, password: str) -> str:
        key = self.roll.key_of(who)
        return key if verifies(password, key or NOBODYS_HASH) else ""
