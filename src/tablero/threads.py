"""Threads with room for deep recursion, races between them, and one that looks at the clock."""

import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing import resource_tracker
from queue import Empty, SimpleQueue
from typing import TypeVar

T = TypeVar("T")

MOST_THREADS = 256
"""More of them, or of processes, help nobody."""

DEEP_STACK = 256 << 20
"""Bytes of stack for a search that may go a thousand plies deep, interpreted too."""


@contextmanager
def deep_stack() -> Iterator[None]:
    """Threads that are started within have a deep stack."""
    usual = threading.stack_size(DEEP_STACK)
    try:
        yield
    finally:
        threading.stack_size(usual)


@contextmanager
def deaf_to_ctrl_c() -> Iterator[None]:
    """Threads and processes that are started within do not hear it, from their first moment on: a
    terminal sends it to everybody, and it is for this process alone."""
    resource_tracker.ensure_running()  # which would have us hear again
    heard = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, heard)


@contextmanager
def ctrl_c_waits() -> Iterator[None]:
    """What comes within is heard at the end: what is half made cannot be unmade. Other threads
    than the main one never hear it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    usual = signal.signal(signal.SIGINT, lambda number, _frame: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
        if came:
            signal.raise_signal(signal.SIGINT)


@contextmanager
def called_after(seconds: float | None, call: Callable[[], None]) -> Iterator[None]:
    """If we are still within when so many seconds are over, `call` is called; not afterwards."""
    clock = threading.Timer(seconds or 0, call)
    if seconds is not None:
        clock.start()
    try:
        yield
    finally:
        clock.cancel()
        if seconds is not None:
            clock.join()


@contextmanager
def called_when_spent(seconds: float, call: Callable[[], None]) -> Iterator[None]:
    """Like called_after, but these are seconds that the processor spends on this thread."""
    clock, over = clock_of_this_thread(), threading.Event()
    end = clock() + seconds

    def watch() -> None:
        while (left := end - clock()) > 0:
            if over.wait(left):
                return
        call()

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()


def clock_of_this_thread() -> Callable[[], float]:
    """Seconds that the processor has spent on it, for any thread to read; where the system does
    not tell, those of the wall."""
    if not hasattr(time, "pthread_getcpuclockid"):
        return time.monotonic
    return partial(time.clock_gettime, time.pthread_getcpuclockid(threading.get_ident()))


def first_answer(ways: Sequence[Callable[[], T]], halt: Callable[[], None]) -> tuple[int, T]:
    """Try all ways at once: (which was the first to end, what it found).

    halt -- makes all others end soon; we leave when they have
    """
    with ThreadPoolExecutor(len(ways)) as pool:
        with deep_stack():
            runners = [pool.submit(way) for way in ways]
        try:
            done, _others = wait(runners, return_when=FIRST_COMPLETED)
        finally:
            halt()
        first = next(iter(done))
        return runners.index(first), first.result()


def all_answers(ways: Sequence[Callable[[], T]], threads: int) -> list[T]:
    """What every way finds, in their order; so many are tried at a time. Their threads die
    with us."""
    answers: list[Future[T]] = [Future() for _way in ways]
    waiting: SimpleQueue[tuple[Callable[[], T], Future[T]]] = SimpleQueue()
    for pair in zip(ways, answers, strict=True):
        waiting.put(pair)

    def work() -> None:
        while not waiting.empty():
            with suppress(Empty):  # another thread was faster
                way, answer = waiting.get_nowait()
                try:
                    answer.set_result(way())
                except BaseException as error:  # carried over to the thread that waits
                    answer.set_exception(error)

    with deep_stack():
        for _thread in range(threads):
            threading.Thread(target=work, daemon=True).start()
    return [answer.result() for answer in answers]
