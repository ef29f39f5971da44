"""The threads of a Dask worker process that run jobs.

Several clients may send jobs at the same time, and each job may have several threads. A job stays
open in its thread from task to task, because players, solvers and tables are costly to set up.
"""

import pickle
import socket
import threading
import time
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any, TypeAlias

from tablero.definitions import load_definitions
from tablero.errors import TableroError
from tablero.locale import speaking
from tablero.threads import deep_stack
from tablero.workers.job import Job, OpenJob
from tablero.workers.versions import Versions, differences, own_versions

SPLIT_AFTER_S = 5.0
"""Seconds after which a thread returns the finished part of a splittable task. A worker that
crashes loses at most the work of these seconds, or of one result."""

IDLE_TIMEOUT_S = 60.0
"""Seconds without a task after which a thread closes its job: the client may have exited."""

MAX_CANCELLED = 1000
"""Cancelled jobs whose ids are remembered."""

Results: TypeAlias = list[tuple[Any, Any]]


@dataclass(frozen=True)
class SerializedJob:
    """A job as it is sent to Dask workers."""

    id: str  # Unique among all jobs of all clients.
    pickled: bytes  # The scheduler need not be able to load it.
    definitions: bytes  # What the client has defined (definitions.py).
    language: str  # The language of error messages.
    versions: Versions  # The versions of the client.


@dataclass(frozen=True)
class TaskFailure:
    """The message of a TableroError; exceptions themselves are not sent."""

    why: str


def run_task(job: SerializedJob, keys: Sequence[Any]) -> Results | TaskFailure:
    """Return the results of a task, or those of its first keys.

    The list is empty if the job was cancelled.
    """
    with speaking(job.language):
        if differing := differences(own_versions(), job.versions):
            return _failure("; ".join(differing))
    submitted = JOB_THREADS.submit(job, keys)
    if submitted is None:
        return []
    thread, results = submitted
    try:
        return results.result()
    except TableroError as error:
        return _failure(str(error))
    finally:
        JOB_THREADS.release(thread)


def _failure(why: str) -> TaskFailure:
    return TaskFailure(f"{socket.gethostname()}: {why}")


def cancel_job(id: str) -> None:
    """Stop the threads of a job in this process."""
    JOB_THREADS.cancel(id)


class JobThread:
    """A thread in which one job is open."""

    def __init__(self, job: SerializedJob) -> None:
        self.job = job
        self.stopped = threading.Event()  # Set when the thread accepts no more tasks.
        self._tasks: SimpleQueue[tuple[Sequence[Any], Future[Results]] | None] = SimpleQueue()
        with deep_stack():
            threading.Thread(target=self._serve, daemon=True).start()

    def run(self, keys: Sequence[Any]) -> Future[Results]:
        """Queue a task and return its future results. The thread ends if the task fails."""
        results: Future[Results] = Future()
        self._tasks.put((keys, results))
        return results

    def stop(self) -> None:
        """End the thread after the next result of its task, or at once if it has none."""
        self.stopped.set()
        self._tasks.put(None)

    def _serve(self) -> None:
        opened: OpenJob[Any, Any] | None = None
        with speaking(self.job.language):
            try:
                while (task := self._next_task()) is not None:
                    keys, results = task
                    try:
                        opened = opened or self._open()
                        results.set_result(self._results(opened, keys))
                    except BaseException as error:  # Raised in the thread that waits for results.
                        self.stopped.set()
                        results.set_exception(error)
                        return
            finally:
                if opened is not None:
                    opened.close()

    def _open(self) -> OpenJob[Any, Any]:
        with _opening:
            load_definitions(self.job.definitions)
            job: Job[Any, Any] = pickle.loads(self.job.pickled)
            self._splittable = job.splittable
            return job.open()

    def _next_task(self) -> tuple[Sequence[Any], Future[Results]] | None:
        """Wait for the next task. Return None if the thread was stopped or is idle for long."""
        while True:
            try:
                return self._tasks.get(timeout=IDLE_TIMEOUT_S)
            except Empty:
                if JOB_THREADS.remove_idle(self):
                    return None

    def _results(self, opened: OpenJob[Any, Any], keys: Sequence[Any]) -> Results:
        results, end = [], time.monotonic() + SPLIT_AFTER_S
        for result in opened.run(keys):
            results.append(result)
            if self.stopped.is_set() or (self._splittable and time.monotonic() > end):
                break
        return results


_opening = threading.Lock()
"""Held while a job is opened, so that users' modules are imported by one thread at a time."""


class JobThreads:
    """The threads that run jobs in this Dask worker process, by job id."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._idle: dict[str, set[JobThread]] = {}
        self._busy: dict[str, set[JobThread]] = {}
        self._cancelled: OrderedDict[str, None] = OrderedDict()  # The oldest is first.

    def __len__(self) -> int:
        """Return the number of threads that have a job."""
        with self._lock:
            return sum(map(len, [*self._idle.values(), *self._busy.values()]))

    def submit(
        self, job: SerializedJob, keys: Sequence[Any]
    ) -> tuple[JobThread, Future[Results]] | None:
        """Run `keys` in an idle thread of the job, or in a new one.

        Return None if the job was cancelled: Dask may start a task after its cancellation. A
        thread that is stopped after this call still returns the first result of these keys.
        """
        with self._lock:
            if job.id in self._cancelled:
                return None
            idle = self._idle.get(job.id)
            thread = idle.pop() if idle else JobThread(job)
            _discard(self._idle, thread)
            self._busy.setdefault(job.id, set()).add(thread)
            return thread, thread.run(keys)

    def release(self, thread: JobThread) -> None:
        """Mark a thread as idle, unless it was stopped."""
        with self._lock:
            _discard(self._busy, thread)
            if not thread.stopped.is_set():
                self._idle.setdefault(thread.job.id, set()).add(thread)

    def remove_idle(self, thread: JobThread) -> bool:
        """Remove a thread if it is idle, and return whether it was."""
        with self._lock:
            return _discard(self._idle, thread)

    def cancel(self, id: str) -> None:
        """Stop all threads of a job, and ignore its later tasks."""
        with self._lock:
            self._cancelled[id] = None
            if len(self._cancelled) > MAX_CANCELLED:
                self._cancelled.popitem(last=False)
            for thread in self._idle.pop(id, set()) | self._busy.pop(id, set()):
                thread.stop()


def _discard(threads: dict[str, set[JobThread]], thread: JobThread) -> bool:
    """Remove a thread, and its job if that has no other thread; return whether it was there."""
    found = threads.get(thread.job.id, set())
    known = thread in found
    found.discard(thread)
    if not found:
        threads.pop(thread.job.id, None)
    return known


JOB_THREADS = JobThreads()
