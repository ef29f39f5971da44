"""What a worker of a cluster does with an order. Several threads of it may do so, for several
jobs, of people who do not know of each other.

A job stays open from order to order, in a thread of its own: players keep their seats, and what
a thread has started may live no longer than the thread.
"""

import pickle
import socket
import threading
import time
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any, TypeAlias

from tablero.errors import TableroError
from tablero.locale import speaking
from tablero.teams.job import Job, Opened
from tablero.teams.versions import Facts, differences, facts
from tablero.threads import deep_stack

PORTION = 5.0
"""Seconds after which an order that need not be done in one go is handed back half done: no more
than that is lost with a worker, or one result."""

IDLE = 60.0
"""Seconds without an order after which a job is closed: whoever gave it may be gone."""

Results: TypeAlias = list[tuple[Any, Any]]


@dataclass(frozen=True)
class Letter:
    """A job, and what whoever sends it wants to have told.

    id       -- of this job, unlike all others
    job      -- pickled: only who works at it has to understand it
    language -- of what goes wrong
    facts    -- of the process that sends it
    """

    id: str
    job: bytes
    language: str
    facts: Facts


@dataclass(frozen=True)
class Failed:
    """Why something could not be done. Errors of ours do not travel, their words do."""

    why: str


def work(letter: Letter, order: Sequence[Any]) -> Results | Failed:
    """The results of an order, or of its first part."""
    with speaking(letter.language):
        if unlike := differences(facts(), letter.facts):
            return _failed("; ".join(unlike))
    given = HANDS.give(letter, order)
    if given is None:
        return []
    hand, answer = given
    try:
        return answer.result()
    except TableroError as error:
        return _failed(str(error))
    finally:
        HANDS.lay_down(hand)


def _failed(why: str) -> Failed:
    """On this machine."""
    return Failed(f"{socket.gethostname()}: {why}")


def dismiss(id: str) -> None:
    """Nobody wants to know anything more of this job."""
    HANDS.dismiss(id)


class Hand:
    """A thread that has a job open.

    over -- it is of no use any more; if it is at something, it ends after the next result
    """

    def __init__(self, letter: Letter) -> None:
        self.letter = letter
        self.over = threading.Event()
        self.orders: SimpleQueue[tuple[Sequence[Any], Future[Results]] | None] = SimpleQueue()
        with deep_stack():
            threading.Thread(target=self._serve, daemon=True).start()

    def do(self, order: Sequence[Any]) -> Future[Results]:
        """What will come of it; after an error the hand is of no use any more."""
        answer: Future[Results] = Future()
        self.orders.put((order, answer))
        return answer

    def leave(self) -> None:
        self.over.set()
        self.orders.put(None)

    def _serve(self) -> None:
        opened: Opened[Any, Any] | None = None
        with speaking(self.letter.language):
            try:
                while (task := self._next()) is not None:
                    order, answer = task
                    try:
                        opened = opened or self._open()
                        answer.set_result(self._results(opened, order))
                    except BaseException as error:  # carried over to the thread that waits
                        self.over.set()
                        answer.set_exception(error)
                        return
            finally:
                if opened is not None:
                    opened.close()

    def _open(self) -> Opened[Any, Any]:
        with _OPENING:
            job: Job[Any, Any] = pickle.loads(self.letter.job)
            self.whole = job.whole
            return job.open()

    def _next(self) -> tuple[Sequence[Any], Future[Results]] | None:
        """None: there will be no more."""
        while True:
            try:
                return self.orders.get(timeout=IDLE)
            except Empty:
                if HANDS.forget(self):
                    return None

    def _results(self, opened: Opened[Any, Any], order: Sequence[Any]) -> Results:
        results, end = [], time.monotonic() + PORTION
        for result in opened.work(order):
            results.append(result)
            if self.over.is_set() or (not self.whole and time.monotonic() > end):
                break
        return results


_OPENING = threading.Lock()
"""Held while a job is opened: modules from outside are loaded by one thread at a time."""


class Hands:
    """All hands of this process, by the ids of their jobs.

    gone -- ids of jobs that nobody wants any more, though orders of theirs may still come
    """

    def __init__(self) -> None:
        self.gone: set[str] = set()
        self._lock = threading.Lock()
        self._idle: defaultdict[str, set[Hand]] = defaultdict(set)
        self._busy: defaultdict[str, set[Hand]] = defaultdict(set)

    def give(self, letter: Letter, order: Sequence[Any]) -> tuple[Hand, Future[Results]] | None:
        """To one that has nothing to do, or to a new one; None if the job is gone. Who is told to
        leave from now on has the order before that, and answers it."""
        with self._lock:
            if letter.id in self.gone:
                return None
            idle = self._idle[letter.id]
            hand = idle.pop() if idle else Hand(letter)
            self._busy[letter.id].add(hand)
            return hand, hand.do(order)

    def lay_down(self, hand: Hand) -> None:
        """It has nothing to do, and may be of use."""
        with self._lock:
            self._busy[hand.letter.id].discard(hand)
            if not hand.over.is_set():
                self._idle[hand.letter.id].add(hand)

    def forget(self, hand: Hand) -> bool:
        """Nobody takes it any more, unless somebody has it already; then False."""
        with self._lock:
            idle = hand in self._idle[hand.letter.id]
            self._idle[hand.letter.id].discard(hand)
            return idle

    def dismiss(self, id: str) -> None:
        """All who are at this job leave."""
        with self._lock:
            self.gone.add(id)
            for hand in self._idle.pop(id, set()) | self._busy.pop(id, set()):
                hand.leave()


HANDS = Hands()
