"""Processes that play the games of a match.

They are told by texts what to play, and answer game by game through a pipe of their own: when we
are killed, the pipe breaks and they leave.
"""

import multiprocessing
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing
from multiprocessing.connection import Connection, wait
from typing import Any

from tablero.errors import TableroError, WorkerDied
from tablero.locale import _, speak, spoken
from tablero.match.plan import Plan, Terms
from tablero.match.referee import Played
from tablero.match.seats import Seats, play_block
from tablero.threads import deep_stack

NEXT = None
"""What a worker sends when it has nothing to do."""

NOTHING: list[int] = []
"""What a worker is sent when there is nothing left to do."""

GLANCE = 0.1
"""Seconds between looks at whether we are to stop."""


class Worker:
    """A process that plays blocks of games."""

    def __init__(self, terms: Terms) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        arguments = theirs, terms, spoken()
        self.process = context.Process(target=_serve, args=arguments, daemon=True)
        self.process.start()
        theirs.close()

    def receive(self) -> Any:
        """A game, or NEXT. Raises the error that the worker met, or WorkerDied."""
        try:
            message = self.connection.recv()
        except (EOFError, ConnectionResetError):
            self.process.join()
            code = self.process.exitcode
            message = _("a process that played games has died with exit code {code}")
            raise WorkerDied(message.format(code=code)) from None
        if isinstance(message, str):
            raise TableroError(message)
        return message

    def dismiss(self, at_once: bool) -> None:
        """Let the process end."""
        self.connection.close()
        if at_once:
            self.process.terminate()
        self.process.join()


def play_together(
    terms: Terms, blocks: Iterator[Sequence[int]], workers: int, stop: threading.Event
) -> Iterator[tuple[int, Played]]:
    """The games of all blocks, in the order in which they end; none after a stop."""
    team: dict[Connection, Worker] = {}
    finished = False
    try:
        for _number in range(workers):
            worker = Worker(terms)
            team[worker.connection] = worker
        busy = set(team)
        while busy and not stop.is_set():
            for ready in wait(list(busy), GLANCE):
                connection = next(one for one in busy if one is ready)
                message = team[connection].receive()
                if message is not NEXT:
                    yield message
                elif block := next(blocks, NOTHING):
                    connection.send(block)
                else:
                    busy.remove(connection)
        finished = not busy
    finally:
        for worker in team.values():
            worker.dismiss(at_once=not finished)


def _serve(connection: Connection, terms: Terms, language: str) -> None:
    """What a worker does: Ctrl-C is for the one who started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    speak(language)
    with deep_stack():
        player = threading.Thread(target=_play, args=(connection, terms))
        player.start()
    player.join()


def _play(connection: Connection, terms: Terms) -> None:
    try:
        with closing(Seats(Plan(terms))) as seats:
            connection.send(NEXT)
            while block := connection.recv():
                for game in play_block(seats, block):
                    connection.send(game)
                connection.send(NEXT)
    except TableroError as error:
        connection.send(str(error))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass  # nobody wants our games any more
