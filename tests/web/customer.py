"""Somebody who gives orders to workers, and hears what becomes of them."""

import os
import queue
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any, cast

from tablero.web import jobs, models
from tablero.web.chores.answer import Question
from tablero.web.crew import Crew
from tablero.web.desk import GRANTED
from tablero.web.orders import Order
from tests.web.live import ENDINGS, PATIENCE, wait_until

QUICK = jobs.Choose(line=models.Line(game="tictactoe"), agent="random")
STOPPABLE = jobs.Analyse(
    line=models.Line(game="connect4(columns=9,rows=5)"), eval="lines", seconds=60
)
DEAF: Any = Question(time.sleep, cast(Any, 60.0), ())


NUMBERS = count(1)


class Customer:
    """Gives orders and hears of them."""

    def __init__(self, crew: Crew) -> None:
        self.crew = crew
        self.heard: dict[str, queue.Queue[tuple[str, object]]] = {}
        self.orders: dict[str, Order] = {}

    def order(self, job: Any) -> str:
        number = str(next(NUMBERS))
        self.heard[number] = queue.Queue()
        self.orders[number] = Order(number, job, "en", self.hear, GRANTED.get(job.kind))
        assert self.crew.give(self.orders[number])
        return number

    def hear(self, number: str, state: str, told: object) -> None:
        self.heard[number].put((state, told))

    def all_states(self, number: str) -> list[str]:
        """Up to the end; nothing comes after it."""
        states: list[str] = []
        while not states or states[-1] not in ENDINGS:
            states.append(self.heard[number].get(timeout=PATIENCE)[0])
        assert self.heard[number].empty()
        return states

    def states(self, number: str) -> list[str]:
        """But that it compiles."""
        return [state for state in self.all_states(number) if state != "compiling"]

    def wait_until_begun(self, number: str) -> None:
        wait_until(
            lambda: any(each.order and each.order.number == number for each in self.crew.workers)
        )


def wait_until_ready(crew: Crew) -> int:
    """The number of the process then."""
    wait_until(lambda: crew.workers[0].mood == "ready" and crew.workers[0].order is None)
    return int(crew.workers[0].process.pid)


def kill(crew: Crew) -> None:
    """As the system does when memory is short."""
    wait_until(lambda: crew.workers[0].process is not None)
    os.kill(crew.workers[0].process.pid, signal.SIGKILL)


@contextmanager
def crew_of_one(warm: bool = False) -> Iterator[Crew]:
    one = Crew(1, warm)
    try:
        yield one
    finally:
        one.close()
