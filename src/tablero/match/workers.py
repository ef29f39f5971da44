"""Processes that play the games of a match.

They are told by texts what to play, and answer game by game through a pipe of their own: when we
are killed, the pipe breaks and they leave.
"""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from multiprocessing.connection import Connection, wait
from typing import Any

from tablero.agents.child import kill_all
from tablero.errors import TableroError, WorkerDied
from tablero.locale import _, speak, spoken
from tablero.match.plan import Plan, Terms
from tablero.match.referee import Played
from tablero.match.seats import Seats, play_block
from tablero.threads import deep_stack

NEXT = None
"""What a worker sends when it has nothing to do."""

GLANCE = 0.1
"""Seconds between looks at whether we are to stop."""

FAREWELL = 10
"""Seconds that players may take to leave."""


class Worker:
    """A process that plays blocks of games.

    play      -- a function of a module: what the process does with its end of the pipe
    arguments -- what else the function is told
    """

    def __init__(self, play: Callable[..., None], *arguments: Any) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        told = theirs, spoken(), play, arguments
        self.process = context.Process(target=_serve, args=told, daemon=True)
        self.process.start()
        theirs.close()

    def give(self, block: Sequence[Any]) -> None:
        """Games to play. Raises WorkerDied."""
        try:
            self.connection.send(block)
        except OSError:
            raise self._died() from None

    def receive(self) -> Any:
        """A game, or NEXT. Raises the error that the worker met, or WorkerDied."""
        try:
            message = self.connection.recv()
        except (EOFError, OSError):
            raise self._died() from None
        if isinstance(message, str):
            raise TableroError(message)
        return message

    def _died(self) -> WorkerDied:
        self.process.join(FAREWELL)
        message = _("a process that played games has died, with exit code {code}")
        return WorkerDied(message.format(code=self.process.exitcode))

    def dismiss(self, at_once: bool) -> None:
        """Let the process end; it sees that nobody listens any more."""
        self.connection.close()
        if not at_once:
            self.process.join(FAREWELL)
        self.process.terminate()
        self.process.join()


def play_together(
    terms: Terms, blocks: Iterator[Sequence[int]], workers: int, stop: threading.Event
) -> Iterator[tuple[int, Played]]:
    """The games of all blocks, in the order in which they end; none after a stop."""
    team: list[Worker] = []
    busy: list[Worker] = []
    try:
        team.extend(Worker(_play, terms) for _number in range(workers))
        busy = [*team]
        while busy and not stop.is_set():
            ready = wait([worker.connection for worker in busy], GLANCE)
            for worker in [worker for worker in busy if worker.connection in ready]:
                message = worker.receive()
                if message is not NEXT:
                    yield message
                elif block := next(blocks, None):
                    worker.give(block)
                else:
                    busy.remove(worker)
    finally:
        for worker in team:
            worker.dismiss(at_once=worker in busy)


def _serve(
    connection: Connection, language: str, play: Callable[..., None], arguments: tuple[Any, ...]
) -> None:
    """What a worker does: Ctrl-C is for the one who started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    speak(language)
    with deep_stack():
        player = threading.Thread(target=play, args=(connection, *arguments))
        player.start()
    player.join()


def _leave(*_signal: object) -> None:
    """At once, and without the programs that play here."""
    kill_all()
    os._exit(1)


def _play(connection: Connection, terms: Terms) -> None:
    try:
        with closing(Seats(Plan(terms))) as seats:
            while True:
                connection.send(NEXT)
                for game in play_block(seats, connection.recv()):
                    connection.send(game)
    except TableroError as error:
        connection.send(str(error))
    except (EOFError, OSError):
        pass  # nobody wants our games any more
