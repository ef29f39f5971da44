"""Who is signed in. Sessions are kept in memory alone: a server that is started again knows
nobody, and whoever has the cookie of an old one is a stranger."""

import hashlib
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

TEACHER = "teacher"
"""Beside the ids of pairs; the store calls him so, too."""

IDLE, LONGEST = 2 * 3600.0, 12 * 3600.0
"""Seconds after which a session ends: since it was used, and since it began."""

MOST_OF_ONE = 20
"""Sessions of a pair, or the teacher; of more, the oldest ends."""


@dataclass
class Session:
    """who   -- the id of a pair, or TEACHER
    key   -- the hash of the password that was told; a new one ends the session
    token -- whoever changes something says it, beside showing the cookie
    """

    who: str
    key: str
    begun: float
    seen: float
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24))


class Sessions:
    """Any number of threads may ask.

    key_of -- the hash that somebody's password has now; "": there is no such person
    """

    def __init__(
        self, key_of: Callable[[str], str], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.key_of, self.clock = key_of, clock
        self._lock = threading.Lock()
        self._known: dict[str, Session] = {}

    def begin(self, who: str, key: str) -> tuple[str, Session]:
        """(its secret id, the session) of somebody who has told the password with this hash."""
        now, id = self.clock(), secrets.token_urlsafe(32)
        made = Session(who, key, begun=now, seen=now)
        with self._lock:
            self._forget(now)
            self._known[digest(id)] = made
            mine = [known for known, each in self._known.items() if each.who == who]
            for oldest in mine[:-MOST_OF_ONE]:
                del self._known[oldest]
        return id, made

    def find(self, id: str, used: bool = True) -> Session | None:
        """The session of this id, which is used now, or only looked at. None: it has ended, or
        never was."""
        found = self._living(id)
        if found is not None and used:
            found.seen = self.clock()
        return found

    def holds(self, id: str) -> bool:
        """Has it not ended? To look is not to use it."""
        return self._living(id) is not None

    def _living(self, id: str) -> Session | None:
        with self._lock:
            found = self._known.get(digest(id))
        if found is None:
            return None
        if _is_over(found, self.clock()) or self.key_of(found.who) != found.key:
            self.end(id)
            return None
        return found

    def end(self, id: str) -> None:
        with self._lock:
            self._known.pop(digest(id), None)

    def end_all(self, who: str) -> None:
        """Everywhere."""
        with self._lock:
            self._known = {id: each for id, each in self._known.items() if each.who != who}

    def _forget(self, now: float) -> None:
        self._known = {id: each for id, each in self._known.items() if not _is_over(each, now)}


def _is_over(session: Session, now: float) -> bool:
    return now - session.seen > IDLE or now - session.begun > LONGEST


def digest(secret: str) -> str:
    """What a secret is found by: how long that takes tells nothing of the secret."""
    return hashlib.sha256(secret.encode(errors="surrogatepass")).hexdigest()
