"""A team of machines: a Dask cluster. What we know about Dask is here, and in `line`.

An order is a task, and its result a list. Dask gives the task of a worker that dies to another
one; a task under which several have died is cut in two, until it is clear what they die of.
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

from tablero.errors import TableroError, WorkerDied, system_reason
from tablero.locale import _, spoken
from tablero.teams.hands import Failed, Letter, dismiss, work
from tablero.teams.job import Job, K, Lost, News, Orders, V
from tablero.teams.line import ask_workers, cluster_here, compare, line_to, unlike
from tablero.teams.team import Team
from tablero.teams.versions import facts

GLANCE = 0.1
"""Seconds between looks at whether we are to stop."""

COUNT = 2.0
"""Seconds between looks at how many workers there are."""

AHEAD = 3
"""Orders for every thread of a worker: while it sends one back, it is at the next. Dask shares out
tasks evenly, whoever has what they depend on, once there are more than two for every thread; else
all go to who has it, and to others only when it looks, each second, who has nothing to do."""

LETTER, ORDER = "tablero-letter", "tablero-order"
"""How names of tasks begin. They are groups to Dask, which takes orders for alike, and for many,
only if the letter on which they depend is in another one."""

MOST_KILLED = 5
"""Workers that have died, and nothing was done in between: there is no use in going on."""


class Cluster(Team):
    """connect -- makes a line to the scheduler
    own     -- the cluster, if it is ours to end
    client  -- our line; when it is lost, the next job gets another one
    sent    -- the job that was sent last
    """

    def __init__(self, connect: Callable[[], Client], own: LocalCluster | None = None) -> None:
        self.connect, self.own = connect, own
        self.sent: Sent | None = None
        self.client = self._compared(connect())

    @classmethod
    def at(cls, address: str) -> "Cluster":
        """The cluster whose scheduler has this address. Raises OptionError if nobody answers, and
        if somebody there is not like us."""
        return cls(partial(line_to, address))

    @classmethod
    def local(cls, workers: int) -> "Cluster":
        """So many processes of this machine, with a scheduler in this one."""
        own = cluster_here(workers)
        try:
            return cls(partial(Client, own, set_as_default=False), own)
        except BaseException:
            own.close()
            raise

    def _compared(self, client: Client) -> Client:
        """The same, if all there are like us."""
        try:
            compare(client)
        except OSError:
            client.close()
            raise _scheduler_gone() from None
        except BaseException:
            client.close()
            raise
        return client

    def _line(self) -> Client:
        """To a scheduler who lives: another one may have taken the place of the last."""
        if self.client.status == "closed":
            self.sent = None
            self.client = self._compared(self.connect())
        return self.client

    @property
    def threads(self) -> int:
        """Of all workers that are there; 0: they are still to come."""
        with self._blaming_the_scheduler():
            return _threads(self._line())

    @property
    def hands(self) -> int:
        return max(1, self.threads)

    def news(
        self, job: Job[K, V], orders: Orders[K], stop: threading.Event
    ) -> Generator[News[K, V], None, None]:
        with self._blaming_the_scheduler():
            run: Run[K, V] = Run(self._line(), self._sent(job), orders)
            try:
                yield from run.news(stop)
            finally:
                if run.cancel():
                    self._dismiss()

    @contextmanager
    def _blaming_the_scheduler(self) -> Iterator[None]:
        """Whatever Dask says when our line is broken, it is told in one way. Raises WorkerDied."""
        try:
            yield
        except TableroError:
            raise
        except Exception as error:
            if isinstance(error, OSError | CancelledError) or self.client.status != "running":
                raise _scheduler_gone() from None
            raise

    def _sent(self, job: Job[Any, Any]) -> "Sent":
        """The job, there; it stays open until another one comes. A scheduler that is new knows
        nothing of what we have sent to the last one, and what has failed there is not kept."""
        text = pickle.dumps(job.packed())
        lost = self.sent is not None and self.sent.there.status in ("cancelled", "error")
        if self.sent is None or self.sent.text != text or lost:
            self._dismiss()
            letter = Letter(uuid.uuid4().hex, text, spoken(), facts())
            name = f"{LETTER}-{letter.id}"
            there = self.client.submit(_same, letter, key=name, pure=False)
            self.sent = Sent(letter.id, text, there)
        return self.sent

    def _dismiss(self) -> None:
        """The last job is closed, wherever it is open."""
        sent, self.sent = self.sent, None
        if sent is not None and self.client.status == "running":
            with suppress(OSError):  # nobody is left who could be told, or hears us
                sent.there.cancel(force=True)
                ask_workers(self.client, dismiss, sent.id)

    def close(self) -> None:
        """Nothing of ours stays there: what nobody waits for is forgotten."""
        self._dismiss()
        self.client.close()
        if self.own is not None:
            self.own.close()


@dataclass(frozen=True)
class Sent:
    """text  -- of the job
    there -- the letter, as a task on which all others depend
    """

    id: str
    text: bytes
    there: Future[Letter]


class Run(Generic[K, V]):
    """Orders on their way through a cluster.

    flying -- tasks that are there, with their orders
    ended  -- names of tasks that have come to an end
    room   -- so many tasks may be there
    killed -- addresses of workers that have died since something was done
    """

    def __init__(self, client: Client, sent: Sent, orders: Orders[K]) -> None:
        self.client, self.sent, self.orders = client, sent, orders
        self.id = uuid.uuid4().hex
        self.flying: dict[str, tuple[Future[Any], Sequence[K]]] = {}
        self.ended: SimpleQueue[str] = SimpleQueue()
        self.number = self.room = 0
        self.killed: set[str] = set()
        self.counted = -COUNT

    def news(self, stop: threading.Event) -> Iterator[News[K, V]]:
        """As a team tells them."""
        while not stop.is_set():
            self._fill()
            if not self.flying:
                return
            try:
                name = self.ended.get(timeout=GLANCE)
            except Empty:
                continue
            yield from self._land(*self.flying.pop(name))

    def _fill(self) -> None:
        """Send out as much as there is room for."""
        if time.monotonic() - self.counted > COUNT:
            self.counted, self.room = time.monotonic(), AHEAD * max(1, _threads(self.client))
        while len(self.flying) < self.room and (order := self.orders.take()) is not None:
            self._send(order)

    def _send(self, order: Sequence[K]) -> None:
        self.number += 1
        name = f"{ORDER}-{self.id}-{self.number}"
        self._watch(self.client.submit(work, self.sent.there, order, key=name, pure=False), order)

    def _watch(self, task: Future[Any], order: Sequence[K]) -> None:
        name = str(task.key)
        self.flying[name] = task, order
        task.add_done_callback(lambda _task: self.ended.put(name))

    def _land(self, task: Future[Any], order: Sequence[K]) -> Iterator[News[K, V]]:
        """What has become of a task. A result counts once, and only if it was ordered; what is
        missing is ordered again."""
        if task.status in ("pending", "lost"):  # with its worker, and it is done again
            self._watch(task, order)
            return
        if task.status != "finished":
            yield from self._fallen(task, order)
            return
        found = task.result()
        if isinstance(found, Failed):
            raise TableroError(found.why)
        self.killed.clear()
        missing = dict.fromkeys(order)
        for key, value in found:
            if key in missing:
                del missing[key]
                yield key, value
        self._put_back([*missing], len(order) - len(missing))

    def _put_back(self, left: Sequence[K], done: int) -> None:
        """What is left of an order that was too long, cut into such parts as were done in one go:
        others may have time for them."""
        size = done or len(left)
        for begin in reversed(range(0, len(left), max(1, size))):
            self.orders.put(left[begin : begin + size])

    def _fallen(self, task: Future[Any], order: Sequence[K]) -> Iterator[News[K, V]]:
        """Raises WorkerDied if there is no use in going on, and any other error of the task."""
        if task.status != "error":
            raise _scheduler_gone()
        error = task.exception()
        if isinstance(error, ModuleNotFoundError) and "tablero" in str(error.name):
            raise unlike(error)
        if isinstance(error, OSError):  # of the worker's own system, not of our line to it
            raise TableroError(system_reason(error)) from error
        if not isinstance(error, KilledWorker):
            raise error
        message = _("{count} workers in a row have died of the same, the last at {address}")
        address = error.last_worker.address
        why = message.format(count=error.allowed_failures + 1, address=address)
        self.killed.add(address)
        if len(self.killed) == MOST_KILLED:
            raise WorkerDied(why)
        if len(order) == 1:
            yield Lost(order[0], why)
            return
        self.orders.put(order[len(order) // 2 :])
        self.orders.put(order[: len(order) // 2])

    def cancel(self) -> bool:
        """What is still there is cancelled. Was there anything?"""
        flying = [task for task, _order in self.flying.values()]
        self.flying.clear()
        if flying and self.client.status == "running":
            self.client.cancel(flying, force=True)
        return bool(flying)


def _threads(client: Client) -> int:
    return sum(client.nthreads().values())


def _same(letter: Letter) -> Letter:
    """The task on which all others depend: whoever has lost it, makes it again."""
    return letter


def _scheduler_gone() -> WorkerDied:
    return WorkerDied(_("the scheduler of the cluster is gone"))
