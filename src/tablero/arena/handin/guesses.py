"""Secrets in the names of files, and whoever guesses them.

A secret of two signs has about a thousand values, and a folder does not tell who has put a file
there. So wrong ones are counted for each pair. After a few the short secret is not looked at any
more for a while, right or wrong: nobody learns anything. The pair's own files still come in: with
its password in place of the secret, which nobody guesses, and which is never refused.
"""

from datetime import datetime, timedelta

from sqlalchemy import select

from tablero.arena.course.keys import NOBODYS_HASH, PASSWORD_SIGNS, verifies
from tablero.arena.course.model import Course, Pair
from tablero.arena.store.database import retry
from tablero.arena.store.models import Event
from tablero.arena.store.store import SYSTEM, Store, note

WRONG = "wrong secret"
"""The event of a guess."""

MOST_WRONG = 5
WHILE = timedelta(days=7)
"""So many wrong secrets of a pair in such a time: 30 in five weeks, of 1 024."""

LONG = 8
"""Signs of a secret that need not be counted: a million million values."""


class Refused(Exception):
    """No secret of this pair is looked at now.

    until -- from then on
    """

    def __init__(self, pair: Pair, until: datetime) -> None:
        super().__init__(pair.id)
        self.pair, self.until = pair, until


class Guesses:
    """Of one course; any number of threads and processes may ask."""

    def __init__(self, course: Course, store: Store) -> None:
        self.course, self.store = course, store

    def is_right(self, pair: Pair, told: str, at: datetime) -> bool:
        """Is this the pair's secret, or its password? Raises Refused, for right ones too, where a
        short secret was guessed wrongly too often."""
        if pair.password and len(told) == PASSWORD_SIGNS and verifies(told, pair.password):
            return True
        if len(told) >= LONG:
            return verifies(told, pair.secret)
        return retry(lambda: self._counted(pair, told, at))

    def sign_in(self, group: int, pair: int, told: str, at: datetime) -> Pair | None:
        """The pair, if this is its password, or its secret where it has no password. Raises
        Refused as `is_right` does; takes as long for a pair that is not there."""
        found = self.course.pair(group, pair)
        if found is None or found.password:
            right = verifies(told, found.password if found else NOBODYS_HASH)
            return found if right else None
        return found if self.is_right(found, told, at) else None

    def _counted(self, pair: Pair, told: str, at: datetime) -> bool:
        """Counted and verified in one: two who ask at once do not get a guess for nothing."""
        secret = pair.secret[-LONG:]  # with a new one, a pair begins anew
        with self.store.write() as session:
            events = session.scalars(
                select(Event).where(Event.what == WRONG, Event.at > at - WHILE)
            )
            key = {"pair": pair.id, "secret": secret}
            times = sorted(each.at for each in events if each.told == key)
            if len(times) >= MOST_WRONG:
                raise Refused(pair, times[-MOST_WRONG] + WHILE)
            if verifies(told, pair.secret):
                return True
            note(session, at, SYSTEM, WRONG, **key)
            return False
