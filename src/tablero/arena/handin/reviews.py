"""The long checks of files that wait for them, one after the other.

A check that something of ours has broken off (a sandbox that fails, a process that somebody has
killed) is nobody's fault: the file goes on waiting, and comes again after the others.
"""

import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from tablero.arena.check.findings import Began, Stage, Verdict
from tablero.arena.handin.checks import Checks, record, waiting
from tablero.arena.store.models import Upload
from tablero.arena.store.store import SYSTEM, Store
from tablero.errors import WorkerDied
from tablero.locale import _

SPOILT = "check spoilt"
"""The event of a check that was broken off."""

DOUBTS = 3
"""So often a process that was killed may have been killed by others; then it is its own doing."""

MOST_SPOILT = 5
"""So often a file may be tried in vain."""


@dataclass(frozen=True)
class Step:
    """A stage of a file's check begins; `done` files of `total` are through."""

    done: int
    total: int
    upload: Upload
    stage: Stage


@dataclass(frozen=True)
class Reviewed:
    """verdict -- None: something of ours has failed, and the file goes on waiting"""

    upload: Upload
    verdict: Verdict | None


class Reviews:
    """spoilt -- whose checks were broken off, one entry each time
    done   -- files that are through
    stop   -- whoever sets it is obeyed at the next step
    """

    def __init__(
        self,
        checks: Checks,
        store: Store,
        clock: Callable[[], datetime],
        tell: Callable[[Step], None] = lambda step: None,
    ) -> None:
        self.checks, self.store, self.clock, self.tell = checks, store, clock, tell
        self.spoilt: list[Upload] = []
        self.stop = threading.Event()
        self._tries: Counter[int] = Counter()
        self.done = self._total = 0
        self._why = ""

    def waiting(self, until: datetime | None = None) -> list[Upload]:
        """Files that came before `until` and have not been through everything."""
        return waiting(self.store, until, self.checks.counts)

    def all(self, until: datetime | None = None) -> bool:
        """Every file that waits: are all of them through? They are not if somebody has set
        `stop`. Raises WorkerDied if one cannot be checked, after the others; at once if it cannot
        be due to that file alone."""
        self._total = self.done + len(self.waiting(until))
        while not self.stop.is_set() and len(self._hopeless(until)) < 2:
            if self.one(until) is None:
                break
        if self.stop.is_set():
            return False
        if hopeless := self._hopeless(until):
            message = _(
                "{aliases} cannot be checked, it was broken off {times} times: {why}; all other "
                "checks are kept, and the same command tries again"
            )
            aliases = ", ".join(str(upload.alias) for upload in hopeless)
            values = {"aliases": aliases, "times": MOST_SPOILT, "why": self._why}
            raise WorkerDied(message.format(**values))
        return True

    def one(self, until: datetime | None = None) -> Reviewed | None:
        """The next file. None: there is none, or we were stopped."""
        left = [each for each in self.waiting(until) if self._tries[each.id] < MOST_SPOILT]
        if not left:
            return None
        upload = min(left, key=lambda each: self._tries[each.id])
        try:
            verdict = self._review(upload)
        except WorkerDied as error:
            self._note(upload, str(error))
            return Reviewed(upload, None)
        return Reviewed(upload, verdict) if verdict else None

    def _review(self, upload: Upload) -> Verdict | None:
        """Everything about a file, which is kept; None: we were stopped."""
        sure = self._tries[upload.id] >= DOUBTS
        for news in self.checks.examiner(self.store.file(upload), sure).run():
            if self.stop.is_set():
                return None
            if isinstance(news, Began):
                self.tell(Step(self.done, max(self._total, self.done + 1), upload, news.stage))
            if isinstance(news, Verdict):
                record(self.store, upload, news, self.clock())
                self.done += 1
                return news
        raise AssertionError("the last news is the verdict")

    def _note(self, upload: Upload, why: str) -> None:
        self._tries[upload.id] += 1
        self.spoilt.append(upload)
        self._why = why
        self.store.note(self.clock(), SYSTEM, SPOILT, upload=upload.id, why=why)

    def _hopeless(self, until: datetime | None) -> list[Upload]:
        tried = [id for id, times in self._tries.items() if times >= MOST_SPOILT]
        return [each for each in self.waiting(until) if each.id in tried] if tried else []
