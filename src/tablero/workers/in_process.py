"""A worker pool without processes: jobs run in this process, where a debugger can follow them."""

import threading
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from queue import Empty, SimpleQueue
from typing import Any, Generic

from tablero.threads import deep_stack
from tablero.workers.job import Job, K, PoolEvent, TaskQueue, V
from tablero.workers.pool import WorkerPool

POLL_S = 0.1
"""Seconds between two checks of the stop event."""


class InProcessPool(WorkerPool):
    """A pool of threads; a single one is the thread that reads the results.

    Several threads open the job once each. They help only where jobs run compiled code.
    """

    def __init__(self, threads: int = 1) -> None:
        self.threads = threads

    @property
    def size(self) -> int:
        return self.threads

    def events(
        self, job: Job[K, V], tasks: TaskQueue[K], stop: threading.Event
    ) -> Generator[PoolEvent[K, V], None, None]:
        """Yield the results; a job of this process loses no key."""
        yield from self.results(job, tasks, stop)

    def results(
        self,
        job: Job[K, V],
        tasks: TaskQueue[K] | Iterable[Sequence[K]],
        stop: threading.Event,
    ) -> Generator[tuple[K, V], None, None]:
        tasks = tasks if isinstance(tasks, TaskQueue) else TaskQueue(tasks)
        if self.threads > 1:
            with closing(ThreadRun(job, tasks, self.threads)) as run:
                yield from run.results(stop)
            return
        with closing(job.open()) as opened:
            while not stop.is_set() and (keys := tasks.take()) is not None:
                for result in opened.run(keys):
                    yield result
                    if stop.is_set():
                        return


IN_PROCESS = InProcessPool()
"""The default pool: a single thread, that of the reader."""


class ThreadRun(Generic[K, V]):
    """One job in several threads of this process."""

    def __init__(self, job: Job[K, V], tasks: TaskQueue[K], threads: int) -> None:
        self.tasks = tasks
        self.messages: SimpleQueue[tuple[WorkerThread, Any]] = SimpleQueue()
        self.idle: list[WorkerThread] = []
        self.workers = [WorkerThread(job, self.messages) for _number in range(threads)]

    def results(self, stop: threading.Event) -> Iterator[tuple[K, V]]:
        """Yield the results as they arrive; raise what a thread raised."""
        while not stop.is_set():
            while self.idle and (keys := self.tasks.take()) is not None:
                self.idle.pop().tasks.put(keys)
            if len(self.idle) == len(self.workers):
                return
            try:
                worker, message = self.messages.get(timeout=POLL_S)
            except Empty:
                continue
            if isinstance(message, BaseException):
                raise message
            if message is None:
                self.idle.append(worker)
            else:
                yield message

    def close(self) -> None:
        """Stop all threads after their next result, and wait for them."""
        for worker in self.workers:
            worker.stopped.set()
            worker.tasks.put(None)
        for worker in self.workers:
            worker.thread.join()


class WorkerThread:
    """A thread that runs the tasks of a job.

    It sends results to `messages`, None whenever it is idle, and the exception that ended it.
    """

    def __init__(
        self, job: Job[Any, Any], messages: "SimpleQueue[tuple[WorkerThread, Any]]"
    ) -> None:
        self.job, self.messages = job, messages
        self.tasks: SimpleQueue[Sequence[Any] | None] = SimpleQueue()
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self._serve, daemon=True)
        with deep_stack():
            self.thread.start()

    def _serve(self) -> None:
        try:
            with closing(self.job.open()) as opened:
                self.messages.put((self, None))
                while (keys := self.tasks.get()) is not None:
                    for result in opened.run(keys):
                        self.messages.put((self, result))
                        if self.stopped.is_set():
                            return
                    self.messages.put((self, None))
        except BaseException as error:  # Raised in the thread that reads the results.
            self.messages.put((self, error))
