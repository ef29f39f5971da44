"""A worker pool of supervised processes on this machine: a process that crashes is replaced.

Every process sends its results through a separate pipe, and exits when this process does.
"""

import multiprocessing
import os
import signal
import threading
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from enum import Enum, auto
from multiprocessing.connection import Connection, wait
from typing import Any, Generic

from tablero.definitions import dump_definitions, load_definitions
from tablero.errors import TableroError, WorkerDied
from tablero.locale import _, speak, spoken
from tablero.threads import deep_stack
from tablero.workers.children import exit_with_parent, kill_children
from tablero.workers.in_process import IN_PROCESS
from tablero.workers.interrupts import interrupts_blocked
from tablero.workers.job import Job, K, LostKey, PoolEvent, TaskQueue, V
from tablero.workers.pool import WorkerPool

READY = None
"""Message of a worker that has opened the job, or has finished a task."""

POLL_S = 0.1
"""Seconds between two checks of the stop event."""

STOP_GRACE_S = 10
"""Seconds that a worker may take to exit, at each step, before it is killed."""

MAX_FAILED_STARTS = 5
"""Workers in a row that may crash without a task before the pool raises WorkerDied."""


class ProcessPool(WorkerPool):
    """A pool of `size` processes, which are started for every job."""

    def __init__(self, size: int) -> None:
        self._size = size

    @property
    def size(self) -> int:
        return self._size

    def events(
        self, job: Job[K, V], tasks: TaskQueue[K], stop: threading.Event
    ) -> Generator[PoolEvent[K, V], None, None]:
        with closing(ProcessRun(job, tasks, self.size)) as run:
            yield from run.events(stop)


def local_pool(workers: int) -> WorkerPool:
    """Return a pool of this many processes; one worker is this process itself."""
    return IN_PROCESS if workers == 1 else ProcessPool(workers)


class ProcessRun(Generic[K, V]):
    """One job in several processes."""

    def __init__(self, job: Job[K, V], tasks: TaskQueue[K], size: int) -> None:
        self.job, self.tasks = job, tasks
        self.workers: list[WorkerProcess] = []
        self.failed_starts = 0  # Workers in a row that crashed without a task.
        try:
            for _number in range(size):
                self.workers.append(WorkerProcess(job))
        except BaseException:
            self.close()
            raise

    def events(self, stop: threading.Event) -> Iterator[PoolEvent[K, V]]:
        """Yield results and lost keys as `WorkerPool.events` does.

        The first unfinished key of a worker that crashed is lost; the others are queued again.
        """
        while not stop.is_set():
            for worker in self._idle():
                yield from self._assign(worker)
            if len(self._idle()) == len(self.workers):
                return
            ready = wait([worker.connection for worker in self.workers], POLL_S)
            for worker in [each for each in self.workers if each.connection in ready]:
                yield from self._receive(worker)

    def _idle(self) -> list["WorkerProcess"]:
        return [worker for worker in self.workers if worker.state is WorkerState.IDLE]

    def _assign(self, worker: "WorkerProcess") -> Iterator[PoolEvent[K, V]]:
        """Send the next task, if there is one, to an idle worker."""
        keys = self.tasks.take()
        if keys is not None:
            try:
                worker.assign(keys)
            except WorkerDied as error:
                yield from self._replace(worker, str(error))

    def _receive(self, worker: "WorkerProcess") -> Iterator[PoolEvent[K, V]]:
        try:
            result = worker.receive()
        except WorkerDied as error:
            yield from self._replace(worker, str(error))
            return
        self.failed_starts = 0
        if result is not None:
            yield result
        else:
            yield from self._assign(worker)

    def _replace(self, worker: "WorkerProcess", why: str) -> Iterator[PoolEvent[K, V]]:
        """Replace a worker that crashed. Raise WorkerDied after MAX_FAILED_STARTS in a row."""
        self.workers.remove(worker)
        worker.stop()
        keys = worker.unfinished
        self.failed_starts += not keys
        if self.failed_starts == MAX_FAILED_STARTS:
            raise WorkerDied(why)
        self.tasks.put_first(keys[1:])
        self.workers.append(WorkerProcess(self.job))
        if keys:
            yield LostKey(keys[0], why)

    def close(self) -> None:
        """Stop all workers."""
        for worker in self.workers:
            worker.stop()


class WorkerState(Enum):
    """The state of a worker process.

    STARTING: it starts Python and opens the job.
    IDLE: it waits for a task.
    BUSY: it runs a task.
    DEAD: it has exited, or is being stopped.
    """

    STARTING = auto()
    IDLE = auto()
    BUSY = auto()
    DEAD = auto()


class WorkerProcess:
    """A process that runs the tasks of one job."""

    def __init__(self, job: Job[Any, Any]) -> None:
        self.state = WorkerState.STARTING
        self.unfinished: list[Any] = []  # Keys of its task without a result so far.
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        arguments = theirs, spoken(), dump_definitions(), job
        self.process = context.Process(target=_serve, args=arguments, daemon=True)
        with interrupts_blocked():
            self.process.start()
        theirs.close()

    def assign(self, keys: Sequence[Any]) -> None:
        """Send a task. Raise WorkerDied if the process has exited."""
        self.state, self.unfinished = WorkerState.BUSY, [*keys]
        try:
            self.connection.send(keys)
        except OSError:
            raise self._died() from None

    def receive(self) -> tuple[Any, Any] | None:
        """Return the next result, or None if the worker has become idle.

        Raise WorkerDied if the process has exited, and TableroError if the job cannot be run.
        """
        try:
            message = self.connection.recv()
        except (EOFError, OSError):
            raise self._died() from None
        if isinstance(message, str):
            raise TableroError(message)
        if message is READY:
            self.state = WorkerState.IDLE
            return None
        result: tuple[Any, Any] = message
        self.unfinished.remove(result[0])
        return result

    def _died(self) -> WorkerDied:
        self.process.join(STOP_GRACE_S)
        message = _("a worker process died with exit code {code}")
        return WorkerDied(message.format(code=self.process.exitcode))

    def stop(self) -> None:
        """Stop the process: an idle one may exit by itself, others are terminated, then killed."""
        was_idle, self.state = self.state is WorkerState.IDLE, WorkerState.DEAD
        self.connection.close()
        if was_idle:
            self.process.join(STOP_GRACE_S)
        self.process.terminate()
        self.process.join(STOP_GRACE_S)
        self.process.kill()
        self.process.join()


def _serve(connection: Connection, language: str, definitions: bytes, job: Job[Any, Any]) -> None:
    """Run a worker process until its connection is closed. Ctrl-C is left to the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _terminate)
    exit_with_parent(os.getppid())
    speak(language)
    with deep_stack():
        thread = threading.Thread(target=_run_tasks, args=(connection, definitions, job))
        thread.start()
    thread.join()


def _terminate(*_signal: object) -> None:
    """Exit at once, together with the programs that this process has started."""
    kill_children()
    os._exit(1)


def _run_tasks(connection: Connection, definitions: bytes, job: Job[Any, Any]) -> None:
    try:
        load_definitions(definitions)
        with closing(job.open()) as opened:
            while True:
                connection.send(READY)
                for result in opened.run(connection.recv()):
                    connection.send(result)
    except TableroError as error:
        connection.send(str(error))
    except (EOFError, OSError):
        pass  # The parent has closed the connection.
