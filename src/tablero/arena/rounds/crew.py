"""Processes that play the meetings of a round. Any of them may die: another takes its place."""

import threading
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from multiprocessing.connection import Connection, wait

from tablero.arena.rounds.entrants import Entrant
from tablero.arena.rounds.keys import GameKey, key_of
from tablero.arena.rounds.meeting import News, Table, Terms, Voided
from tablero.errors import TableroError, WorkerDied
from tablero.match.workers import GLANCE, NEXT, Worker

Order = list[GameKey]
"""Games of one meeting."""


MOST_STILLBORN = 5
"""Workers in a row that have died before they were given anything to play: there is no use in
starting others."""


class Crew:
    """orders    -- what nobody is at yet
    hands     -- the workers, each with the games that it still has to play
    idle      -- workers who have nothing to do
    stillborn -- workers in a row that have died without a game in their hands
    """

    def __init__(
        self, terms: Terms, entrants: Sequence[Entrant], orders: deque[Order], workers: int
    ) -> None:
        self.terms, self.entrants, self.orders = terms, entrants, orders
        self.hands: dict[Worker, Order] = {}
        self.idle: set[Worker] = set()
        self.stillborn = 0
        try:
            for _number in range(workers):
                self._hire()
        except BaseException:
            self.dismiss()
            raise

    def _hire(self) -> None:
        self.hands[Worker(serve, self.terms, self.entrants)] = []

    def news(self, stop: threading.Event) -> Iterator[News]:
        """All games, in the order in which they end, until all are played; none after a stop.
        A game in whose midst a worker has died is void; the others of its meeting are ordered
        again."""
        while not stop.is_set() and (self.orders or len(self.idle) < len(self.hands)):
            for worker in [*self.idle]:
                yield from self._assign(worker)
            ready = wait([worker.connection for worker in self.hands], GLANCE)
            for worker in [each for each in self.hands if each.connection in ready]:
                yield from self._hear(worker)

    def _assign(self, worker: Worker) -> Iterator[News]:
        """Give him the next order, if there is one."""
        if not self.orders:
            return
        order = self.orders.popleft()
        self.idle.discard(worker)
        self.hands[worker] = order
        try:
            worker.give(order)
        except WorkerDied as error:
            yield from self._replace(worker, str(error))

    def _hear(self, worker: Worker) -> Iterator[News]:
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
            key = message.key if isinstance(message, Voided) else key_of(message)
            self.hands[worker].remove(key)
            yield message

    def _replace(self, worker: Worker, why: str) -> Iterator[News]:
        """He is dead. Long live another. Raises WorkerDied if none of them lives."""
        order = self.hands.pop(worker)
        self.idle.discard(worker)
        worker.dismiss(at_once=True)
        self.stillborn += not order
        if self.stillborn == MOST_STILLBORN:
            raise WorkerDied(why)
        if order[1:]:
            self.orders.appendleft(order[1:])
        self._hire()
        if order:
            yield Voided(order[0], why)

    def dismiss(self) -> None:
        """All leave: who has nothing to do in peace, the others at once."""
        for worker in self.hands:
            worker.dismiss(at_once=worker not in self.idle)


def play_together(
    terms: Terms,
    entrants: Sequence[Entrant],
    orders: deque[Order],
    workers: int,
    stop: threading.Event,
) -> Generator[News, None, None]:
    """The games of all orders, by so many processes. Whoever reads may order more meanwhile."""
    crew = Crew(terms, entrants, orders, workers)
    try:
        yield from crew.news(stop)
    finally:
        crew.dismiss()


def play_alone(
    terms: Terms, entrants: Sequence[Entrant], orders: deque[Order], stop: threading.Event
) -> Generator[News, None, None]:
    """The same, in this process."""
    with closing(Table(terms, entrants)) as table:
        while orders and not stop.is_set():
            with closing(table.play(orders.popleft())) as games:
                for news in games:
                    yield news
                    if stop.is_set():
                        return


def serve(connection: Connection, terms: Terms, entrants: Sequence[Entrant]) -> None:
    """What a worker does."""
    try:
        with closing(Table(terms, entrants)) as table:
            while True:
                connection.send(NEXT)
                for news in table.play(connection.recv()):
                    connection.send(news)
    except TableroError as error:
        connection.send(str(error))
    except (EOFError, OSError):
        pass  # nobody wants our games any more
