"""The worker processes, and who works at what. A worker that dies is replaced."""

import multiprocessing
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeAlias

from tablero.locale import _, speaking
from tablero.web import worker
from tablero.web.models import State
from tablero.web.worker import CANCELLED, FAILED, NEWS, STOP

WAITING: State = "waiting"
AGAIN: State = "again"

PATIENCE = 1.5
"""Seconds that a worker may go on with what nobody wants any more; then it is replaced."""

MOST_WAITING = 400

Hear: TypeAlias = Callable[[State, Any], None]
"""Is told the state of a job, and what goes with it. Called by any thread."""


@dataclass
class Order:
    """number -- unlike any other; tries -- how many workers have begun it"""

    number: str
    job: Any
    language: str
    hear: Hear
    tries: int = 0
    unwanted: bool = False


@dataclass(eq=False)
class Worker:
    """order -- what it works at; None: it waits"""

    process: Any = None
    connection: Any = None
    order: Order | None = None
    clock: threading.Timer | None = None


class Crew:
    """Workers that take orders one after the other."""

    def __init__(self, size: int) -> None:
        self.lock = threading.RLock()
        self.waiting: deque[Order] = deque()
        self.closed = False
        self.workers = [Worker() for _number in range(size)]
        for each in self.workers:
            self._start(each)

    def _start(self, each: Worker) -> None:
        """A new process for this worker, and a thread that listens to it."""
        context = multiprocessing.get_context("spawn")
        each.connection, theirs = context.Pipe()
        each.process = context.Process(target=worker.serve, args=(theirs,), daemon=True)
        each.process.start()
        theirs.close()
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
                    order.hear(CANCELLED, None)
                    return
            for each in self.workers:
                if each.order is not None and each.order.number == number:
                    self._stop(each)

    def _stop(self, each: Worker) -> None:
        assert each.order is not None
        each.order.unwanted = True
        self._send(each, (each.order.number, STOP))
        process = each.process
        each.clock = threading.Timer(PATIENCE, process.kill)
        each.clock.daemon = True
        each.clock.start()

    def _distribute(self) -> None:
        for each in self.workers:
            if each.order is None and self.waiting:
                order = self.waiting.popleft()
                each.order, order.tries = order, order.tries + 1
                self._send(each, (order.number, order.job, order.language))

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
        connection.close()
        self._replace(each)

    def _heard(self, each: Worker, number: str, state: State, told: Any) -> None:
        with self.lock:
            order = each.order
            if order is None or order.number != number:
                return
            if state != NEWS:
                self._release(each)
                self._distribute()
        if not (order.unwanted and state == NEWS):
            order.hear(CANCELLED if order.unwanted else state, told)

    def _release(self, each: Worker) -> None:
        each.order = None
        if each.clock is not None:
            each.clock.cancel()
            each.clock = None

    def _replace(self, each: Worker) -> None:
        """A worker has died. What it was at begins again, once."""
        with self.lock:
            if self.closed:
                return
            order = each.order
            self._release(each)
            each.process.join()
            self._start(each)
            again = order is not None and not order.unwanted and order.tries == 1
            if order is not None and again:
                self.waiting.appendleft(order)
            self._distribute()
        if order is None:
            return
        if order.unwanted:
            order.hear(CANCELLED, None)
        elif again:
            order.hear(AGAIN, None)
        else:
            with speaking(order.language):
                order.hear(FAILED, _("the process that worked at it has died, twice"))

    def close(self) -> None:
        """Let all workers end."""
        with self.lock:
            self.closed = True
            self.waiting.clear()
        for each in self.workers:
            each.process.terminate()
        for each in self.workers:
            each.process.join(PATIENCE)
            each.process.kill()
