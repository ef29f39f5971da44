"""A process that works for the page: one job at a time, told through a pipe.

It says (job, NEWS, chores.Word), then (job, DONE, result) or what went wrong; and of itself
(ITSELF, mood, None), for the first time when it has been started. When the server is gone, the
pipe breaks and it leaves.
"""

import os
import queue
import resource
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, Literal, TypeAlias

from tablero.errors import SearchStopped, TableroError
from tablero.games.outside import blame_any
from tablero.jit import on_compile
from tablero.locale import speak
from tablero.threads import deep_stack
from tablero.web.chores import Chore, Word, chore_of
from tablero.web.jobs import State
from tablero.workers.children import kill_children

COMPILING: State = "compiling"
NEWS: State = "news"
DONE: State = "done"
FAILED: State = "failed"
CANCELLED: State = "cancelled"
STOP, ITSELF = "stop", ""

Mood: TypeAlias = Literal["ready", "absorbed", "retiring"]
READY: Mood = "ready"
ABSORBED: Mood = "absorbed"
RETIRING: Mood = "retiring"
"""It does as it is told; it compiles, and cannot stop; it leaves, and takes nothing new."""

PAUSE = 0.1
"""Seconds between news of one job."""

IDLE = 0.2
"""Seconds without an order after which a worker compiles what may be asked for next."""

GIGABYTE = 1 << 30
LARGE, LARGEST = 2 * GIGABYTE, 8 * GIGABYTE
"""Bytes: a worker that has ever had so many retires, and none gets more than the second."""

Turn: TypeAlias = tuple[int, int]
"""Which of the workers this is, of how many."""


def serve(connection: Connection, turn: Turn | None) -> None:
    """Work until nobody listens. Ctrl-C is for the one who started us.

    turn -- None: nothing is compiled beforehand
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_signal: _leave())
    with suppress(ValueError, OSError):  # the system allows less already
        resource.setrlimit(resource.RLIMIT_AS, (LARGEST, resource.RLIM_INFINITY))
    bench = Bench(connection, turn)
    with deep_stack():
        threading.Thread(target=bench.work, daemon=True).start()
    bench.listen()
    _leave()


def _leave() -> None:
    """At once, and without the programs that play here."""
    kill_children()
    os._exit(0)


class Bench:
    """One thread listens, the other works.

    current -- the job that is worked at, and who does it
    pieces  -- of machine code that are being made, one for another; a rehearsal counts as one
    pen     -- held by whoever writes
    """

    def __init__(self, connection: Connection, turn: Turn | None) -> None:
        self.connection = connection
        self.rehearsals = iter(()) if turn is None else _rehearsals(*turn)
        self.orders: queue.SimpleQueue[tuple[str, Any, str]] = queue.SimpleQueue()
        self.unwanted: set[str] = set()
        self.current: tuple[str, Chore] | None = None
        self.pieces, self.counting = 0, threading.Lock()
        self.lock, self.pen = threading.Lock(), threading.Lock()

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
        """Until we have grown large; whatever happens, nobody waits for a process that has given
        up."""
        try:
            self._work()
        except BaseException:
            traceback.print_exc()
        _leave()

    def _work(self) -> None:
        on_compile(self._begin_piece, self._end_piece)
        self._say(ITSELF, READY, None)
        while not _is_large():
            number, job, language = self._next_order()
            speak(language)
            state, told = self._do(number, job)
            if _is_large():
                self._say(ITSELF, RETIRING, None)
            self._say(number, state, told)

    def _next_order(self) -> tuple[str, Any, str]:
        """Rehearse while there is none."""
        while True:
            try:
                return self.orders.get(timeout=IDLE)
            except queue.Empty:
                job = next(self.rehearsals, None)
            if job is None:
                return self.orders.get()
            self._begin_piece()
            with suppress(Exception):  # whoever asks for it will be told
                chore_of(job).run(lambda told: None)
            self._end_piece()

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
            news.end()
            with self.lock:
                self.current = None
                self.unwanted.clear()

    def _begin_piece(self) -> None:
        with self.counting:
            self.pieces += 1
            if self.pieces == 1:
                self._say(ITSELF, ABSORBED, None)

    def _end_piece(self) -> None:
        with self.counting:
            self.pieces -= 1
            if self.pieces == 0:
                self._say(ITSELF, READY, None)

    def _say(self, number: str, state: State | Mood, told: Any) -> None:
        try:
            with self.pen:
                self.connection.send((number, state, told))
        except OSError:
            _leave()


def _rehearsals(place: int, workers: int) -> Iterator[Any]:
    from tablero.web.rehearsals import rehearsals

    yield from rehearsals(place, workers)


def _is_large() -> bool:
    """Have we ever had much memory?"""
    return most_memory() > LARGE


def most_memory() -> int:
    """Bytes that this process has ever had at once.

    Linux has getrusage tell what the process that started us has had, if that is more; its
    own file of the process has ours alone.
    """
    with suppress(OSError, StopIteration), open("/proc/self/status") as status:
        line = next(line for line in status if line.startswith("VmHWM:"))
        return int(line.split()[1]) * 1024
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


class News:
    """Passes on the last thing told, not more often than every PAUSE, and not later either. Any
    thread may tell.

    clock -- passes on what had to wait
    """

    def __init__(self, say: Callable[[Word], None]) -> None:
        self.say = say
        self.lock = threading.Lock()
        self.pending: Word | None = None
        self.last = 0.0
        self.clock: threading.Timer | None = None

    def tell(self, told: Word) -> None:
        with self.lock:
            self.pending = told
            wait = self.last + PAUSE - time.monotonic()
            if wait <= 0:
                self._pass_on()
            elif self.clock is None:
                self.clock = threading.Timer(wait, self.flush)
                self.clock.daemon = True
                self.clock.start()

    def flush(self) -> None:
        """Pass it on now."""
        with self.lock:
            self._pass_on()

    def end(self) -> None:
        """Nobody wants to hear any more."""
        with self.lock:
            self.pending = None
            self._take_clock()

    def _pass_on(self) -> None:
        self._take_clock()
        if self.pending is not None:
            self.say(self.pending)
            self.pending, self.last = None, time.monotonic()

    def _take_clock(self) -> None:
        if self.clock is not None:
            self.clock.cancel()
            self.clock = None
