"""The worker processes, and who works at what. A worker that dies is replaced."""

import multiprocessing
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeAlias

from tablero.locale import _, speaking
from tablero.web import worker
from tablero.web.jobs import State
from tablero.web.worker import CANCELLED, COMPILING, FAILED, NEWS, RETIRING, STOP

WAITING: State = "waiting"
AGAIN: State = "again"
UNDERWAY = (NEWS, COMPILING)

PATIENCE = 1.5
"""Seconds that a worker may go on with what nobody wants any more; then it is replaced."""

LONGEST = 300.0
"""Seconds after which nobody wants anything any more, unless more were granted."""

FAREWELL = 0.5
"""Seconds that all workers may take to leave."""

HASTE = 1.0
"""Seconds that a worker lives at least; one that dies sooner is not replaced sooner."""

MOST_WAITING = 400

Hear: TypeAlias = Callable[[str, State, Any], None]
"""Is told the number of a job, its state, and what goes with it. Called by any thread."""


@dataclass(eq=False)
class Order:
    """number   -- unlike any other
    granted  -- seconds that it may take, where these are many: of such orders one is worked at at
                a time, so that others find somebody free; None: as long as any
    tries    -- how many workers have begun it
    unwanted -- nobody waits for it; overdue -- it took too long
    """

    number: str
    job: Any
    language: str
    hear: Hear
    granted: float | None = None
    tries: int = 0
    unwanted: bool = False
    overdue: bool = False

    def tell(self, state: State, told: Any = None) -> None:
        """What has become of it. The one who has cancelled it hears only that."""
        if self.unwanted and state not in UNDERWAY:
            self.hear(self.number, CANCELLED, None)
        elif self.overdue and state not in UNDERWAY:
            with speaking(self.language):
                message = _("it took more than {seconds:g} seconds and was left")
                self.hear(self.number, FAILED, message.format(seconds=self.longest))
        elif not self.unwanted and not self.overdue:
            self.hear(self.number, state, told)

    @property
    def longest(self) -> float:
        """Seconds that it may take."""
        return self.granted or LONGEST


@dataclass(eq=False)
class Worker:
    """born     -- when its process was started
    order    -- what it works at; None: it waits
    clock    -- stops what takes too long, then ends who does not stop
    retiring -- it leaves when it is done, and gets nothing new
    """

    place: int
    born: float = 0.0
    process: Any = None
    connection: Any = None
    order: Order | None = None
    clock: threading.Timer | None = None
    retiring: bool = False


class Crew:
    """Workers that take orders one after the other.

    warm -- they compile what is usually asked for while they have nothing to do
    """

    def __init__(self, size: int, warm: bool = True) -> None:
        self.lock = threading.RLock()
        self.waiting: deque[Order] = deque()
        self.warm = warm
        self.closed = False
        self.workers = [Worker(place) for place in range(size)]
        for each in self.workers:
            self._start(each)

    def _start(self, each: Worker) -> None:
        """A new process for this worker, and a thread that listens to it."""
        context = multiprocessing.get_context("spawn")
        each.connection, theirs = context.Pipe()
        turn = (each.place, len(self.workers)) if self.warm else None
        each.process = context.Process(target=worker.serve, args=(theirs, turn), daemon=True)
        each.process.start()
        theirs.close()
        each.retiring, each.born = False, time.monotonic()
        listener = threading.Thread(target=self._listen, args=(each, each.connection), daemon=True)
        listener.start()

    def give(self, order: Order) -> bool:
        """Have it done as soon as somebody can. False: too many wait already."""
        with self.lock:
            if len(self.waiting) >= MOST_WAITING or self.closed:
                return False
            self.waiting.append(order)
            self._distribute()
            return True

    def cancel(self, number: str) -> None:
        """Nobody wants this any more."""
        with self.lock:
            for order in self.waiting:
                if order.number == number:
                    self.waiting.remove(order)
                    order.unwanted = True
                    order.tell(CANCELLED)
                    return
            for each in self.workers:
                order_there = each.order
                if order_there is not None and order_there.number == number:
                    if not order_there.unwanted:
                        order_there.unwanted = True
                        self._stop(each, order_there)
                    return

    def _stop(self, each: Worker, order: Order) -> None:
        """Tell the worker; if it goes on nevertheless, end it."""
        self._send(each, (order.number, STOP))
        self._set_clock(each, order, PATIENCE, self._kill)

    def _distribute(self) -> None:
        for each in self.workers:
            if each.order is None and not each.retiring and (order := self._next()):
                self.waiting.remove(order)
                each.order, order.tries = order, order.tries + 1
                self._set_clock(each, order, order.longest, self._expire)
                self._send(each, (order.number, order.job, order.language))

    def _next(self) -> Order | None:
        """The first that may be begun now."""
        lasting = any(each.order is not None and each.order.granted for each in self.workers)
        free = (order for order in self.waiting if not (lasting and order.granted))
        return next(free, None)

    def _set_clock(
        self, each: Worker, order: Order, seconds: float, call: Callable[[Worker], None]
    ) -> None:
        """Call this in so many seconds if the worker is still at the same order then."""

        def ring() -> None:
            with self.lock:
                if each.order is order and each.clock is clock:
                    call(each)

        if each.clock is not None:
            each.clock.cancel()
        each.clock = clock = threading.Timer(seconds, ring)
        clock.daemon = True
        clock.start()

    def _expire(self, each: Worker) -> None:
        assert each.order is not None
        each.order.overdue = True
        self._stop(each, each.order)

    def _kill(self, each: Worker) -> None:
        each.process.kill()

    def _send(self, each: Worker, message: Any) -> None:
        with suppress(OSError):  # if it has died, its listener finds out and replaces it
            each.connection.send(message)

    def _listen(self, each: Worker, connection: Any) -> None:
        while True:
            try:
                number, state, told = connection.recv()
            except (EOFError, OSError):
                break
            self._heard(each, number, state, told)
        self._replace(each)
        connection.close()

    def _heard(self, each: Worker, number: str, state: State, told: Any) -> None:
        with self.lock:
            each.retiring |= number == RETIRING
            order = each.order
            if order is None or order.number != number:
                return
            if state not in UNDERWAY:
                self._release(each)
                self._distribute()
            order.tell(state, told)

    def _release(self, each: Worker) -> None:
        each.order = None
        if each.clock is not None:
            each.clock.cancel()
            each.clock = None

    def _replace(self, each: Worker) -> None:
        """A worker has gone. What it was at begins again, once."""
        time.sleep(max(0.0, each.born + HASTE - time.monotonic()))
        with self.lock:
            if self.closed:
                return
            order = each.order
            self._release(each)
            each.process.join()
            self._start(each)
            if order is not None:
                self._rescue(order)
            self._distribute()

    def _rescue(self, order: Order) -> None:
        if order.tries == 1 and not order.unwanted and not order.overdue:
            self.waiting.appendleft(order)
            order.tell(AGAIN)
        else:
            with speaking(order.language):
                order.tell(FAILED, _("the process that worked at it has died, twice"))

    def close(self) -> None:
        """Let all workers end."""
        with self.lock:
            self.closed = True
            self.waiting.clear()
            for each in self.workers:
                self._release(each)
                each.process.terminate()
        until = time.monotonic() + FAREWELL
        for each in self.workers:
            each.process.join(max(0.0, until - time.monotonic()))
            each.process.kill()
            each.process.join()
