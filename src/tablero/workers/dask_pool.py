"""A worker pool on a Dask cluster. Only this module and `connection` use Dask.

Each task of a job is one Dask task, which returns a list. If a worker crashes, Dask runs its task
again on another one. A task on which several workers crashed is divided until one key is left.
"""

import pickle
import threading
import time
import uuid
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, Generic

from distributed import Client, Future, KilledWorker, LocalCluster

from tablero.definitions import dump_definitions
from tablero.errors import TableroError, WorkerDied, system_reason
from tablero.locale import _, spoken
from tablero.workers.connection import (
    call_workers,
    check_versions,
    connect_client,
    start_local_cluster,
    wrong_version,
)
from tablero.workers.job import Job, K, LostKey, PoolEvent, TaskQueue, V
from tablero.workers.job_threads import SerializedJob, TaskFailure, cancel_job, run_task
from tablero.workers.pool import WorkerPool
from tablero.workers.versions import own_versions

POLL_S = 0.1
"""Seconds between two checks of the stop event."""

COUNT_INTERVAL_S = 2.0
"""Seconds between two counts of the workers' threads."""

TASKS_PER_THREAD = 3
"""Dask tasks submitted for every thread: a worker runs the next while it sends a result. With more
than two, Dask spreads tasks evenly over all workers. With fewer, it assigns them to the workers
that hold the serialized job, and moves them only when it balances the load, once a second."""

JOB_KEY, TASK_KEY = "tablero-job", "tablero-task"
"""Prefixes of Dask keys. They must differ: Dask spreads the tasks of one prefix evenly only if
their dependencies have another prefix."""

MAX_KILLED_WORKERS = 5
"""Workers that may crash without a result in between before the pool raises WorkerDied."""


class DaskPool(WorkerPool):
    """The workers of a Dask cluster.

    connect: returns a new client, for example after the scheduler was restarted.
    own_cluster: the cluster if it was started by this pool, and is stopped with it.
    """

    def __init__(
        self, connect: Callable[[], Client], own_cluster: LocalCluster | None = None
    ) -> None:
        self.connect, self.own_cluster = connect, own_cluster
        self.submitted: SubmittedJob | None = None  # The last job, open on the workers.
        self.client = self._checked(connect())

    @classmethod
    def at(cls, address: str) -> "DaskPool":
        """Return a pool for the cluster whose scheduler has this address.

        Raise OptionError if no scheduler answers, or if versions differ there.
        """
        return cls(partial(connect_client, address))

    @classmethod
    def local(cls, workers: int) -> "DaskPool":
        """Start a cluster of worker processes on this machine."""
        cluster = start_local_cluster(workers)
        try:
            return cls(partial(Client, cluster, set_as_default=False), cluster)
        except BaseException:
            cluster.close()
            raise

    def _checked(self, client: Client) -> Client:
        """Return the client if the cluster has the versions of this process, else close it."""
        try:
            check_versions(client)
        except OSError:
            client.close()
            raise _connection_lost() from None
        except BaseException:
            client.close()
            raise
        return client

    def _connected(self) -> Client:
        """Return the client, or a new one if Dask closed it after losing the scheduler."""
        if self.client.status == "closed":
            self.submitted = None
            self.client = self._checked(self.connect())
        return self.client

    @property
    def threads(self) -> int:
        """Number of threads of all workers; 0 if no worker has joined the cluster yet."""
        with self._scheduler_errors():
            return _thread_count(self._connected())

    @property
    def size(self) -> int:
        return max(1, self.threads)

    @property
    def on_this_machine(self) -> bool:
        return self.own_cluster is not None

    def events(
        self, job: Job[K, V], tasks: TaskQueue[K], stop: threading.Event
    ) -> Generator[PoolEvent[K, V], None, None]:
        with self._scheduler_errors():
            run: DaskRun[K, V] = DaskRun(self._connected(), self._submit(job), tasks)
            try:
                yield from run.events(stop)
            finally:
                if run.cancel():
                    self._cancel_job()

    @contextmanager
    def _scheduler_errors(self) -> Iterator[None]:
        """Raise WorkerDied for all errors with which Dask reports a lost scheduler."""
        try:
            yield
        except TableroError:
            raise
        except Exception as error:
            if isinstance(error, OSError | CancelledError) or self.client.status != "running":
                raise _connection_lost() from None
            raise

    def _submit(self, job: Job[Any, Any]) -> "SubmittedJob":
        """Send a job to the cluster, where it stays open until another one is sent.

        The last job is reused if it is the same, unless it failed or the scheduler is a new one.
        """
        pickled, last = pickle.dumps(job.bundled()), self.submitted
        definitions = dump_definitions()
        lost = last is not None and last.future.status in ("cancelled", "error")
        if last is None or (last.pickled, last.definitions) != (pickled, definitions) or lost:
            self._cancel_job()
            sent = SerializedJob(uuid.uuid4().hex, pickled, definitions, spoken(), own_versions())
            key = f"{JOB_KEY}-{sent.id}"
            future = self.client.submit(_identity, sent, key=key, pure=False)
            last = self.submitted = SubmittedJob(sent.id, pickled, definitions, future)
        return last

    def _cancel_job(self) -> None:
        """Close the last job on all workers."""
        last, self.submitted = self.submitted, None
        if last is not None and self.client.status == "running":
            with suppress(OSError):  # The workers or the scheduler have exited.
                last.future.cancel(force=True)
                call_workers(self.client, cancel_job, last.id)

    def close(self) -> None:
        """Cancel all tasks, disconnect, and stop the cluster if it was started by this pool."""
        self._cancel_job()
        self.client.close()
        if self.own_cluster is not None:
            self.own_cluster.close()


@dataclass(frozen=True)
class SubmittedJob:
    """A job on the cluster."""

    id: str
    pickled: bytes
    definitions: bytes
    future: Future[SerializedJob]  # The Dask task on which the tasks of the job depend.


class DaskRun(Generic[K, V]):
    """The tasks of one job on a cluster."""

    def __init__(self, client: Client, job: SubmittedJob, tasks: TaskQueue[K]) -> None:
        self.client, self.job, self.tasks = client, job, tasks
        self.id = uuid.uuid4().hex
        self.running: dict[str, tuple[Future[Any], Sequence[K]]] = {}  # By Dask key.
        self.done: SimpleQueue[str] = SimpleQueue()  # Dask keys.
        self.number = self.max_running = 0
        self.killed: set[str] = set()  # Addresses of workers that crashed since the last result.
        self.counted = -COUNT_INTERVAL_S

    def events(self, stop: threading.Event) -> Iterator[PoolEvent[K, V]]:
        """Yield results and lost keys as `WorkerPool.events` does."""
        while not stop.is_set():
            self._submit_tasks()
            if not self.running:
                return
            try:
                key = self.done.get(timeout=POLL_S)
            except Empty:
                continue
            yield from self._finish(*self.running.pop(key))

    def _submit_tasks(self) -> None:
        """Submit tasks until each thread of the cluster has TASKS_PER_THREAD."""
        if time.monotonic() - self.counted > COUNT_INTERVAL_S:
            self.counted = time.monotonic()
            self.max_running = TASKS_PER_THREAD * max(1, _thread_count(self.client))
        while len(self.running) < self.max_running and (keys := self.tasks.take()) is not None:
            self.number += 1
            name = f"{TASK_KEY}-{self.id}-{self.number}"
            future = self.client.submit(run_task, self.job.future, keys, key=name, pure=False)
            self._watch(future, keys)

    def _watch(self, future: Future[Any], keys: Sequence[K]) -> None:
        name = str(future.key)
        self.running[name] = future, keys
        future.add_done_callback(lambda _future: self.done.put(name))

    def _finish(self, future: Future[Any], keys: Sequence[K]) -> Iterator[PoolEvent[K, V]]:
        """Yield the results of a Dask task, and queue its keys without result again.

        Only keys of the task count, each once. Raise TableroError if the task failed.
        """
        if future.status in ("pending", "lost"):  # Dask runs it again on another worker.
            self._watch(future, keys)
            return
        if future.status != "finished":
            yield from self._retry(future, keys)
            return
        results = future.result()
        if isinstance(results, TaskFailure):
            raise TableroError(results.why)
        self.killed.clear()
        missing = dict.fromkeys(keys)
        for key, value in results:
            if key in missing:
                del missing[key]
                yield key, value
        self._put_back([*missing], len(keys) - len(missing))

    def _put_back(self, missing: Sequence[K], finished: int) -> None:
        """Queue the rest of a task that took too long, in tasks as large as its finished part."""
        size = finished or len(missing)
        for begin in reversed(range(0, len(missing), max(1, size))):
            self.tasks.put_first(missing[begin : begin + size])

    def _retry(self, future: Future[Any], keys: Sequence[K]) -> Iterator[PoolEvent[K, V]]:
        """Divide a task on which workers crashed; its key is lost if it has only one.

        Raise WorkerDied if workers keep crashing, and all other errors of the task.
        """
        if future.status != "error":
            raise _connection_lost()
        error = future.exception()
        if isinstance(error, ModuleNotFoundError) and "tablero" in str(error.name):
            raise wrong_version(error)
        if isinstance(error, OSError):  # Raised by the job, not by the connection to the worker.
            raise TableroError(system_reason(error)) from error
        if not isinstance(error, KilledWorker):
            raise error
        message = _("{count} workers in a row died while running a task, the last at {address}")
        address = error.last_worker.address
        why = message.format(count=error.allowed_failures + 1, address=address)
        self.killed.add(address)
        if len(self.killed) == MAX_KILLED_WORKERS:
            raise WorkerDied(why)
        if len(keys) == 1:
            yield LostKey(keys[0], why)
            return
        self.tasks.put_first(keys[len(keys) // 2 :])
        self.tasks.put_first(keys[: len(keys) // 2])

    def cancel(self) -> bool:
        """Cancel the Dask tasks that are left, and return whether there were any."""
        futures = [future for future, _keys in self.running.values()]
        self.running.clear()
        if futures and self.client.status == "running":
            self.client.cancel(futures, force=True)
        return bool(futures)


def _thread_count(client: Client) -> int:
    return sum(client.nthreads().values())


def _identity(job: SerializedJob) -> SerializedJob:
    """Return the job: a task on which others depend, so that Dask sends it to their workers."""
    return job


def _connection_lost() -> WorkerDied:
    return WorkerDied(_("the connection to the cluster's scheduler was lost"))
