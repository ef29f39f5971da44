"""A team of processes on this machine. Any of them may die: another takes its place.

They answer result by result through a pipe of their own. When we are killed they see that, and
leave.
"""

import multiprocessing
import os
import signal
import threading
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from multiprocessing.connection import Connection, wait
from typing import Any, Generic

from tablero.agents.child import kill_all
from tablero.agents.host import leave_with
from tablero.errors import TableroError, WorkerDied
from tablero.locale import _, speak, spoken
from tablero.teams.alone import Alone
from tablero.teams.job import Job, K, Lost, News, Orders, V
from tablero.teams.team import Team
from tablero.threads import deaf_to_ctrl_c, deep_stack

NEXT = None
"""What a worker sends when it has nothing to do."""

GLANCE = 0.1
"""Seconds between looks at whether we are to stop."""

FAREWELL = 10
"""Seconds that a worker may take to leave."""

MOST_STILLBORN = 5
"""Workers in a row that have died before they were given anything to do: there is no use in
starting others."""


class Processes(Team):
    """So many, and this one, which reads."""

    def __init__(self, number: int) -> None:
        self.number = number

    @property
    def hands(self) -> int:
        return self.number

    def news(
        self, job: Job[K, V], orders: Orders[K], stop: threading.Event
    ) -> Generator[News[K, V], None, None]:
        with closing(Crew(job, orders, self.number)) as crew:
            yield from crew.news(stop)


def team_here(workers: int) -> Team:
    """One worker is this process."""
    return Alone() if workers == 1 else Processes(workers)


class Crew(Generic[K, V]):
    """hands     -- the workers, each with what it still has to do
    idle      -- workers who have nothing to do
    stillborn -- workers in a row that have died with nothing in their hands
    """

    def __init__(self, job: Job[K, V], orders: Orders[K], workers: int) -> None:
        self.job, self.orders = job, orders
        self.hands: dict[Worker, list[K]] = {}
        self.idle: set[Worker] = set()
        self.stillborn = 0
        try:
            for _number in range(workers):
                self._hire()
        except BaseException:
            self.close()
            raise

    def _hire(self) -> None:
        self.hands[Worker(self.job)] = []

    def news(self, stop: threading.Event) -> Iterator[News[K, V]]:
        """As a team tells them. Of what a worker has died with, the first is lost; the others
        are ordered again."""
        while not stop.is_set():
            for worker in [*self.idle]:
                yield from self._assign(worker)
            if len(self.idle) == len(self.hands):
                return
            ready = wait([worker.connection for worker in self.hands], GLANCE)
            for worker in [each for each in self.hands if each.connection in ready]:
                yield from self._hear(worker)

    def _assign(self, worker: "Worker") -> Iterator[News[K, V]]:
        """Give him the next order, if there is one."""
        order = self.orders.take()
        if order is None:
            return
        self.idle.discard(worker)
        self.hands[worker] = [*order]
        try:
            worker.give(order)
        except WorkerDied as error:
            yield from self._replace(worker, str(error))

    def _hear(self, worker: "Worker") -> Iterator[News[K, V]]:
        try:
            message = worker.receive()
        except WorkerDied as error:
            yield from self._replace(worker, str(error))
            return
        self.stillborn = 0
        if message is NEXT:
            self.idle.add(worker)
            yield from self._assign(worker)
        else:
            self.hands[worker].remove(message[0])
            yield message

    def _replace(self, worker: "Worker", why: str) -> Iterator[News[K, V]]:
        """He is dead. Long live another. Raises WorkerDied if none of them lives."""
        left = self.hands.pop(worker)
        self.idle.discard(worker)
        worker.dismiss(at_once=True)
        self.stillborn += not left
        if self.stillborn == MOST_STILLBORN:
            raise WorkerDied(why)
        self.orders.put(left[1:])
        self._hire()
        if left:
            yield Lost(left[0], why)

    def close(self) -> None:
        """All leave: who has nothing to do in peace, the others at once."""
        for worker in self.hands:
            worker.dismiss(at_once=worker not in self.idle)


class Worker:
    """A process that has a job open."""

    def __init__(self, job: Job[Any, Any]) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        told = theirs, spoken(), job
        self.process = context.Process(target=_serve, args=told, daemon=True)
        with deaf_to_ctrl_c():
            self.process.start()
        theirs.close()

    def give(self, order: Sequence[Any]) -> None:
        """Something to do. Raises WorkerDied."""
        try:
            self.connection.send(order)
        except OSError:
            raise self._died() from None

    def receive(self) -> Any:
        """A result, or NEXT. Raises the error that the worker met, or WorkerDied."""
        try:
            message = self.connection.recv()
        except (EOFError, OSError):
            raise self._died() from None
        if isinstance(message, str):
            raise TableroError(message)
        return message

    def _died(self) -> WorkerDied:
        self.process.join(FAREWELL)
        message = _("a process that worked for us has died, with exit code {code}")
        return WorkerDied(message.format(code=self.process.exitcode))

    def dismiss(self, at_once: bool) -> None:
        """Let the process end; it sees that nobody listens any more."""
        self.connection.close()
        if not at_once:
            self.process.join(FAREWELL)
        self.process.terminate()
        self.process.join(FAREWELL)
        self.process.kill()
        self.process.join()


def _serve(connection: Connection, language: str, job: Job[Any, Any]) -> None:
    """What a worker does: Ctrl-C is for the one who started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    threading.Thread(target=leave_with, args=[os.getppid()], daemon=True).start()
    speak(language)
    with deep_stack():
        thread = threading.Thread(target=_work, args=(connection, job))
        thread.start()
    thread.join()


def _leave(*_signal: object) -> None:
    """At once, and without the programs that play here."""
    kill_all()
    os._exit(1)


def _work(connection: Connection, job: Job[Any, Any]) -> None:
    try:
        with closing(job.open()) as opened:
            while True:
                connection.send(NEXT)
                for result in opened.work(connection.recv()):
                    connection.send(result)
    except TableroError as error:
        connection.send(str(error))
    except (EOFError, OSError):
        pass  # nobody wants our results any more
