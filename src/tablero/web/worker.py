"""A process that works for the page: one job at a time, told through a pipe.

It says (job, NEWS, models.Told), then (job, DONE, result) or what went wrong. When the server is
gone, the pipe breaks and it leaves.
"""

import os
import queue
import signal
import threading
import time
from multiprocessing.connection import Connection
from typing import Any

from tablero.agents.child import kill_all
from tablero.errors import SearchStopped, TableroError
from tablero.games.outside import blame_any
from tablero.locale import speak
from tablero.threads import deep_stack
from tablero.web.chores import Chore, chore_of
from tablero.web.models import State

NEWS: State = "news"
DONE: State = "done"
FAILED: State = "failed"
CANCELLED: State = "cancelled"
STOP = "stop"

PAUSE = 0.1
"""Seconds between news of one job."""


def serve(connection: Connection) -> None:
    """Work until nobody listens. Ctrl-C is for the one who started us."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_signal: _leave())
    desk = Desk(connection)
    with deep_stack():
        threading.Thread(target=desk.work, daemon=True).start()
    desk.listen()
    _leave()


def _leave() -> None:
    """At once, and without the programs that play here."""
    kill_all()
    os._exit(0)


class Desk:
    """One thread listens, the other works."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.orders: queue.SimpleQueue[tuple[str, Any, str]] = queue.SimpleQueue()
        self.unwanted: set[str] = set()
        self.current: tuple[str, Chore] | None = None
        self.lock = threading.Lock()

    def listen(self) -> None:
        """Take orders, (number, job, language), and calls to stop, (number, STOP)."""
        while True:
            try:
                order = self.connection.recv()
            except (EOFError, OSError):
                return
            if order[1] == STOP:
                self._stop(order[0])
            else:
                self.orders.put(order)

    def _stop(self, number: str) -> None:
        with self.lock:
            self.unwanted.add(number)
            if self.current is not None and self.current[0] == number:
                self.current[1].stop()

    def work(self) -> None:
        while True:
            number, job, language = self.orders.get()
            speak(language)
            state, told = self._do(number, job)
            self._say(number, state, told)

    def _do(self, number: str, job: Any) -> tuple[State, Any]:
        news = News(lambda told: self._say(number, NEWS, told))
        try:
            chore = chore_of(job)
            with self.lock:
                self.current = number, chore
            if number in self.unwanted:
                return CANCELLED, None
            chore.run(news.tell)
            news.flush()
            return DONE, chore.result
        except SearchStopped as error:
            return (CANCELLED, None) if number in self.unwanted else (FAILED, str(error))
        except TableroError as error:
            return FAILED, str(error)
        except Exception as error:  # code of the user's, or a fault of ours: the worker goes on
            return FAILED, str(blame_any(error)) or type(error).__name__
        finally:
            self.current = None
            self.unwanted.discard(number)

    def _say(self, number: str, state: State, told: Any) -> None:
        try:
            self.connection.send((number, state, told))
        except (BrokenPipeError, OSError):
            _leave()


class News:
    """Passes on the last thing told, not more often than every PAUSE."""

    def __init__(self, say: Any) -> None:
        self.say = say
        self.pending: Any = None
        self.last = 0.0

    def tell(self, told: Any) -> None:
        self.pending = told
        if time.monotonic() - self.last >= PAUSE:
            self.flush()

    def flush(self) -> None:
        if self.pending is not None:
            self.say(self.pending)
            self.pending, self.last = None, time.monotonic()
