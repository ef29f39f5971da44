"""The worker processes, and who works at what. A worker that dies is replaced."""

import multiprocessing
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from tablero.errors import system_reason
from tablero.locale import _, speaking
from tablero.web import worker
from tablero.web.jobs import State
from tablero.web.orders import AGAIN, ENDINGS, Order
from tablero.web.worker import (
    ABSORBED,
    CANCELLED,
    COMPILING,
    FAILED,
    ITSELF,
    READY,
    STOP,
    Mood,
)

PATIENCE = 1.5
"""Seconds that a worker may go on with what nobody wants any more; then it is replaced."""

COMPILED = 120.0
"""Seconds that it may go on while it compiles: what it has made by then would be lost."""

FAREWELL = 0.5
"""Seconds that all workers may take to leave."""

PAUSES = (1.0, 2.0, 4.0, 8.0, 16.0, 30.0)
"""Seconds from one start in a place to the next: more after every process that said nothing."""

MOST_FAILURES = 3
"""When so many in every place have said nothing, nobody is let wait for the next."""

MOST_WAITING = 400


@dataclass(eq=False)
class Worker:
    """born     -- when its process was started
    mood     -- what it has said of itself; None: nothing yet, or it has gone
    order    -- what it works at; None: it waits
    clock    -- stops what takes too long, then ends who does not stop
    failures -- how many in a row, in its place, have not said a word
    fault    -- why the last of them could not be started
    due      -- when its order has had its time; left -- seconds until then while it compiles
    """

    place: int
    born: float = 0.0
    process: Any = None
    connection: Any = None
    mood: Mood | None = None
    order: Order | None = None
    clock: threading.Timer | None = None
    failures: int = 0
    fault: Exception | None = None
    due: float = 0.0
    left: float = 0.0

    @property
    def reason(self) -> str:
        """Why nobody works here, in the language spoken."""
        if self.fault is None:
            return _("it ends as soon as it is started")
        return system_reason(self.fault)


class Crew:
    """Workers that take orders one after the other.

    warm -- they compile what is usually asked for while they have nothing to do
    """

    def __init__(self, size: int, warm: bool = True) -> None:
        self.lock = threading.RLock()
        self.waiting: deque[Order] = deque()
        self.warm = warm
        self.closed = threading.Event()
        self.workers = [Worker(place) for place in range(size)]
        for each in self.workers:
            threading.Thread(target=self._keep, args=(each,), daemon=True).start()

    def _keep(self, each: Worker) -> None:
        """Have somebody work in this place, one after the other, until we close."""
        while not self.closed.is_set():
            each.born = time.monotonic()
            each.fault = None
            try:
                self._start(each)
                self._listen(each)
            except (OSError, RuntimeError) as error:  # no room, file or thread: later there may be
                each.fault = error
            self._bury(each)
            pause = PAUSES[min(each.failures, len(PAUSES) - 1)]
            self.closed.wait(max(0.0, each.born + pause - time.monotonic()))

    def _start(self, each: Worker) -> None:
        """A new process for this worker. Raises OSError."""
        context = multiprocessing.get_context("spawn")
        turn = (each.place, len(self.workers)) if self.warm else None
        each.connection, theirs = context.Pipe()
        process = context.Process(target=worker.serve, args=(theirs, turn), daemon=True)
        with self.lock, theirs:
            if not self.closed.is_set():
                process.start()
                each.process = process

    def give(self, order: Order) -> bool:
        """Queue an order. Return False if the queue is full. A closed crew cancels it at once."""
        with self.lock:
            if self.closed.is_set():
                order.tell(CANCELLED)
                return True
            if len(self.waiting) >= MOST_WAITING:
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
                    order.tell(CANCELLED)
                    return
            for each in self.workers:
                if each.order is not None and each.order.number == number:
                    self._stop(each, each.order)
                    each.order.tell(CANCELLED)

    def _stop(self, each: Worker, order: Order) -> None:
        """Tell the worker; if it goes on nevertheless, end it."""
        if not order.has_ended:
            self._send(each, (order.number, STOP))
            self._set_patience(each)

    def _set_patience(self, each: Worker) -> None:
        self._set_clock(each, COMPILED if each.mood == ABSORBED else PATIENCE, self._kill)

    def _distribute(self) -> None:
        for each in self.workers:
            if each.mood == READY and each.order is None and (order := self._next()):
                self.waiting.remove(order)
                each.order, order.tries = order, order.tries + 1
                each.due = time.monotonic() + order.longest
                self._set_clock(each, order.longest, self._expire)
                self._send(each, (order.number, order.job, order.language))
        if self.workers:
            self._tell_waiting()

    def _next(self) -> Order | None:
        """The first that may be begun now."""
        lasting = any(each.order is not None and each.order.granted for each in self.workers)
        free = (order for order in self.waiting if not (lasting and order.granted))
        return next(free, None)

    def _tell_waiting(self) -> None:
        """What they wait for, where that is not the orders of others."""
        if all(each.mood == ABSORBED for each in self.workers):
            for order in self.waiting:
                order.tell(COMPILING)
        while self.waiting and all(each.failures >= MOST_FAILURES for each in self.workers):
            order = self.waiting.popleft()
            with speaking(order.language):
                message = _("no process can be started that would work at it: {reason}")
                order.tell(FAILED, message.format(reason=self.workers[0].reason))

    def _set_clock(self, each: Worker, seconds: float, call: Callable[[Worker], None]) -> None:
        """Call this in so many seconds, unless the clock is set anew or taken away."""

        def ring() -> None:
            with self.lock:
                if each.clock is clock:
                    call(each)

        self._take_clock(each)
        each.clock = clock = threading.Timer(seconds, ring)
        clock.daemon = True
        clock.start()

    def _take_clock(self, each: Worker) -> None:
        if each.clock is not None:
            each.clock.cancel()
            each.clock = None

    def _expire(self, each: Worker) -> None:
        order = each.order
        assert order is not None
        self._stop(each, order)
        with speaking(order.language):
            order.tell(FAILED, _(order.late).format(seconds=order.longest))

    def _kill(self, each: Worker) -> None:
        each.process.kill()

    def _send(self, each: Worker, message: Any) -> None:
        with suppress(OSError):  # if it has died, its listener finds out and replaces it
            each.connection.send(message)

    def _listen(self, each: Worker) -> None:
        """Until it has gone."""
        with suppress(EOFError, OSError):
            while True:
                number, state, told = each.connection.recv()
                with self.lock:
                    if number == ITSELF:
                        self._heard_mood(each, state)
                    else:
                        self._heard(each, number, state, told)

    def _heard_mood(self, each: Worker, mood: Mood) -> None:
        before, each.mood, each.failures = each.mood, mood, 0
        if each.order is not None and each.order.has_ended:
            self._set_patience(each)
        elif each.order is not None and ABSORBED in (before, mood) and before != mood:
            self._spare(each, each.order)
        self._distribute()

    def _spare(self, each: Worker, order: Order) -> None:
        """The time that it takes to compile is not an order's."""
        if each.mood == ABSORBED:
            each.left = max(0.0, each.due - time.monotonic())
            self._set_clock(each, COMPILED + each.left, self._expire)
            order.tell(COMPILING)
        else:
            each.due = time.monotonic() + each.left
            self._set_clock(each, each.left, self._expire)

    def _heard(self, each: Worker, number: str, state: State, told: Any) -> None:
        order = each.order
        if order is None or order.number != number:
            return
        if state in ENDINGS:
            self._release(each)
            self._distribute()
        order.tell(state, told)

    def _release(self, each: Worker) -> None:
        self._take_clock(each)
        each.order = None

    def _bury(self, each: Worker) -> None:
        """It has gone, or was never there. What it was at begins again, once."""
        with self.lock:
            if each.connection is not None:
                each.connection.close()
            order = each.order
            self._release(each)
            each.failures += each.mood is None
            each.mood = None
            if order is not None:
                self._rescue(order)
            self._distribute()

    def _rescue(self, order: Order) -> None:
        if order.tries == 1 and not order.has_ended:
            self.waiting.appendleft(order)
            order.tell(AGAIN)
            return
        with speaking(order.language):
            order.tell(FAILED, _("the process that worked at it has died, twice"))

    def close(self) -> None:
        """Let all workers end; nobody wants anything any more."""
        with self.lock:
            self.closed.set()
            begun = [each.order for each in self.workers if each.order is not None]
            for order in [*begun, *self.waiting]:
                order.tell(CANCELLED)
            self.waiting.clear()
            for each in self.workers:
                self._release(each)
            processes = [each.process for each in self.workers if each.process is not None]
            for process in processes:
                process.terminate()
        until = time.monotonic() + FAREWELL
        for process in processes:
            process.join(max(0.0, until - time.monotonic()))
            process.kill()
            process.join()
