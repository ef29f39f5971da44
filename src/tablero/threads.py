"""Threads with a deep stack, functions that run in several of them, and timers."""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from functools import partial
from queue import Empty, SimpleQueue
from typing import TypeVar

T = TypeVar("T")

MOST_THREADS = 256
"""Upper limit of options for numbers of threads or processes."""

DEEP_STACK = 256 << 20
"""Bytes of stack for a search that may go a thousand plies deep, interpreted or compiled."""


_stack_size = threading.RLock()
"""Held while the stack size of new threads, a setting of the process, is changed."""


@contextmanager
def deep_stack() -> Iterator[None]:
    """Give threads that are started within a stack of DEEP_STACK bytes.

    Only one thread at a time can be in this block: start threads there, and wait for them after.
    """
    with _stack_size:
        before = threading.stack_size(DEEP_STACK)
        try:
            yield
        finally:
            threading.stack_size(before)


@contextmanager
def called_after(seconds: float | None, call: Callable[[], None]) -> Iterator[None]:
    """Call `call` in another thread if the block still runs after this many seconds.

    It is not called after the block, nor if `seconds` is None.
    """
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
    """Call `call` like `called_after`, but count the processor time of this thread."""
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
    """Return a function that returns the processor time of this thread, in seconds.

    Any thread may call it. Where the system has no such clock, it returns the wall-clock time.
    """
    if not hasattr(time, "pthread_getcpuclockid"):
        return time.monotonic
    return partial(time.clock_gettime, time.pthread_getcpuclockid(threading.get_ident()))


def in_deep_stack(call: Callable[[], T], stop: Callable[[], None]) -> T:
    """Return the result of `call`, which runs in a thread with a deep stack.

    stop: makes `call` end soon; it is called when Ctrl-C interrupts the wait.
    """
    with ThreadPoolExecutor(1) as pool:
        with deep_stack():
            runner = pool.submit(call)
        try:
            return runner.result()
        except KeyboardInterrupt:
            stop()
            raise


def first_result(calls: Sequence[Callable[[], T]], halt: Callable[[], None]) -> tuple[int, T]:
    """Run all functions at once; return the index and the result of the first to finish.

    halt: makes the other functions finish soon; they have finished when this one returns.
    """
    with ThreadPoolExecutor(len(calls)) as pool:
        with deep_stack():
            runners = [pool.submit(call) for call in calls]
        try:
            done, _others = wait(runners, return_when=FIRST_COMPLETED)
        finally:
            halt()
        first = next(iter(done))
        return runners.index(first), first.result()


def all_results(calls: Sequence[Callable[[], T]], threads: int) -> list[T]:
    """Return the results of all functions, in their order, run by this many threads.

    The threads are daemons: they end with the process.
    """
    results: list[Future[T]] = [Future() for _call in calls]
    waiting: SimpleQueue[tuple[Callable[[], T], Future[T]]] = SimpleQueue()
    for pair in zip(calls, results, strict=True):
        waiting.put(pair)

    def work() -> None:
        while not waiting.empty():
            with suppress(Empty):  # Another thread has taken the last.
                call, result = waiting.get_nowait()
                try:
                    result.set_result(call())
                except BaseException as error:  # Raised in the thread that waits.
                    result.set_exception(error)

    with deep_stack():
        for _thread in range(threads):
            threading.Thread(target=work, daemon=True).start()
    return [result.result() for result in results]
