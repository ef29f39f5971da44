"""A team of one: this process, where a debugger sees all."""

import threading
from collections.abc import Generator
from contextlib import closing

from tablero.teams.job import Job, K, News, Orders, V
from tablero.teams.team import Team


class Alone(Team):
    hands = 1

    def news(
        self, job: Job[K, V], orders: Orders[K], stop: threading.Event
    ) -> Generator[News[K, V], None, None]:
        with closing(job.open()) as opened:
            while not stop.is_set() and (order := orders.take()):
                for result in opened.work(order):
                    yield result
                    if stop.is_set():
                        return
