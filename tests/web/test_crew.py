"""Workers: whatever becomes of them, every job comes to exactly one end."""

import os
import queue
import random
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any, cast

import pytest

from tablero.web import crew as crew_module
from tablero.web import jobs, models, worker
from tablero.web import orders as orders_module
from tablero.web.chores.answer import Question
from tablero.web.crew import Crew
from tablero.web.desk import GRANTED
from tablero.web.orders import Order
from tests.web.live import ENDINGS, PATIENCE, wait_until

QUICK = jobs.Choose(line=models.Line(game="tictactoe"), agent="random")
STOPPABLE = jobs.Analyse(
    line=models.Line(game="connect4(columns=9,rows=5)"), eval="lines", seconds=60
)
COMPILED = jobs.Count(line=models.Line(game="tictactoe"), depth=1, eval="zero")
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


@pytest.fixture(scope="module")
def crew():
    one = Crew(1, warm=False)
    yield one
    one.close()
    assert not any(each.process.is_alive() for each in one.workers)


@pytest.fixture
def customer(crew):
    return Customer(crew)


def kill(crew: Crew) -> None:
    """As the system does when memory is short."""
    wait_until(lambda: crew.workers[0].process is not None)
    os.kill(crew.workers[0].process.pid, signal.SIGKILL)


def test_orders_are_done_one_after_the_other(customer):
    numbers = [customer.order(QUICK) for _number in range(5)]
    assert [customer.states(number) for number in numbers] == [["news", "done"]] * 5


def test_a_job_of_a_killed_worker_begins_again(crew, customer):
    number = customer.order(STOPPABLE)
    assert customer.heard[number].get(timeout=PATIENCE)[0] in ("news", "compiling")
    before = crew.workers[0].process.pid
    kill(crew)
    while (state := customer.heard[number].get(timeout=PATIENCE)[0]) != "again":
        assert state in ("news", "compiling")
    customer.wait_until_begun(number)
    assert crew.workers[0].process.pid != before
    crew.cancel(number)
    assert customer.states(number)[-1] == "cancelled"


def test_a_job_that_kills_its_workers_fails(crew, customer):
    number = customer.order(DEAF)
    for _try in range(2):
        customer.wait_until_begun(number)
        kill(crew)
        wait_until(lambda: crew.workers[0].mood is None)
    assert customer.states(number) == ["again", "failed"]
    assert customer.states(customer.order(QUICK)) == ["news", "done"]


def test_idle_workers_are_replaced(crew, customer):
    """Nothing is given to the one who has gone, as if that were a try."""
    before = wait_until_ready(crew)
    kill(crew)
    wait_until(lambda: crew.workers[0].mood is None)
    number = customer.order(QUICK)
    assert customer.states(number) == ["news", "done"]
    assert customer.orders[number].tries == 1
    assert crew.workers[0].process.pid != before


@pytest.mark.parametrize("job", [STOPPABLE, DEAF], ids=["stoppable", "deaf"])
def test_what_is_cancelled_ends(crew, customer, job):
    number = customer.order(job)
    customer.wait_until_begun(number)
    waiting = customer.order(QUICK)
    crew.cancel(number)
    crew.cancel(number)
    assert customer.states(number)[-1] == "cancelled"
    assert customer.states(waiting)[-2:] == ["news", "done"]


def test_who_waits_can_be_cancelled(crew, customer):
    first, second = customer.order(STOPPABLE), customer.order(QUICK)
    crew.cancel(second)
    assert customer.states(second) == ["cancelled"]
    crew.cancel(first)
    assert customer.states(first)[-1] == "cancelled"
    crew.cancel("nobody's")


def test_cancelled_at_any_moment(crew, customer):
    """Before it begins, at its end, afterwards: one end, and the worker goes on."""
    dice = random.Random(1)
    for _round in range(30):
        number = customer.order(QUICK)
        time.sleep(dice.random() * 0.01)
        crew.cancel(number)
        assert customer.states(number)[-1] in ("done", "cancelled")
    assert customer.states(customer.order(QUICK)) == ["news", "done"]


def test_killed_at_any_moment(customer, crew, monkeypatch):
    """Nothing is lost: what did not die twice is done. That some die at birth is our doing."""
    monkeypatch.setattr(crew_module, "PAUSES", [0.1])
    monkeypatch.setattr(crew_module, "MOST_FAILURES", 100)
    dice = random.Random(2)
    numbers = [customer.order(QUICK) for _number in range(20)]
    for _round in range(4):
        time.sleep(dice.random() * 2)
        kill(crew)
    endings = [customer.states(number)[-1] for number in numbers]
    assert set(endings) <= {"done", "failed"}
    assert endings.count("failed") <= 2
    wait_until_ready(crew)


def test_nothing_takes_for_ever(customer, monkeypatch):
    monkeypatch.setattr(orders_module, "LONGEST", 1.0)
    number = customer.order(DEAF)
    told = [customer.heard[number].get(timeout=PATIENCE)]
    while told[-1][0] not in ENDINGS:
        told.append(customer.heard[number].get(timeout=PATIENCE))
    assert told[-1] == ("failed", "it took more than 1 seconds and was left")


def test_too_many_wait(crew, customer, monkeypatch):
    monkeypatch.setattr(crew_module, "MOST_WAITING", 1)
    wait_until_ready(crew)
    numbers = [customer.order(STOPPABLE), customer.order(QUICK)]
    assert not crew.give(Order("one more", QUICK, "en", customer.hear))
    for number in numbers:
        crew.cancel(number)
        assert customer.states(number)[-1] == "cancelled"


def test_news_come_ten_times_a_second_at_most(monkeypatch):
    """What comes too soon is not lost if nothing newer follows."""
    now: list[float] = [100.0]
    said: list[Any] = []
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    news = worker.News(said.append)
    for number in range(100):
        news.tell(cast(Any, number))
        now[0] += 0.03
    news.flush()
    assert said[0] == 0
    assert said[-1] == 99
    assert len(said) <= 31


def test_a_worker_that_has_grown_large_retires():
    """Its job is done, and the next one is another's."""
    one = Crew(1, warm=False)
    try:
        customer = Customer(one)
        before = wait_until_ready(one)
        one._heard_mood(one.workers[0], "retiring")
        number = customer.order(QUICK)
        assert customer.heard[number].empty()
        os.kill(before, signal.SIGTERM)
        assert customer.states(number) == ["news", "done"]
        assert one.workers[0].process.pid != before
    finally:
        one.close()


def test_what_its_parent_has_had_does_not_make_a_process_large():
    ask = "from tablero.web.worker import most_memory; print(most_memory(), flush=True)"
    parent = f"""
import subprocess, sys
memory = bytearray(b"x") * 200_000_000
{ask}
subprocess.run([sys.executable, "-c", {ask!r}], check=True)
"""
    command = [sys.executable, "-c", parent]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    parents, childs = map(int, done.stdout.split())
    assert parents > 200_000_000 > childs


def test_closing_is_quick_and_leaves_nobody_behind():
    one = Crew(2, warm=False)
    customer = Customer(one)
    numbers = [customer.order(DEAF) for _number in range(3)]
    customer.wait_until_begun(numbers[0])
    threads = threading.active_count()
    one.close()
    assert [customer.states(number)[-1] for number in numbers] == ["cancelled"] * 3
    assert not any(each.process.is_alive() for each in one.workers)
    assert not one.give(Order("late", QUICK, "en", customer.hear))
    assert threading.active_count() <= threads


@pytest.fixture
def fresh(tmp_path, monkeypatch):
    """Nothing is compiled yet, and nobody is let go on with what is not wanted."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(crew_module, "PATIENCE", 0.05)


@contextmanager
def crew_of_one(warm: bool = False) -> Iterator[Crew]:
    one = Crew(1, warm)
    try:
        yield one
    finally:
        one.close()


@pytest.mark.compiled_only
def test_who_compiles_is_left_alone(fresh):
    """What was cancelled ends at once; the next has the machine code that was made for it."""
    with crew_of_one() as one:
        customer, before = Customer(one), wait_until_ready(one)
        first = customer.order(COMPILED)
        assert customer.heard[first].get(timeout=PATIENCE)[0] == "compiling"
        one.cancel(first)
        assert customer.all_states(first) == ["cancelled"]
        second = customer.order(QUICK)
        assert customer.all_states(second) == ["compiling", "news", "done"]
        assert one.workers[0].process.pid == before


@pytest.mark.compiled_only
def test_an_order_that_comes_during_a_rehearsal(fresh):
    with crew_of_one(warm=True) as one:
        customer, before = Customer(one), wait_until_ready(one)
        wait_until(lambda: one.workers[0].mood == "absorbed")
        number = customer.order(QUICK)
        assert customer.heard[number].get(timeout=PATIENCE)[0] == "compiling"
        one.cancel(number)
        assert customer.all_states(number) == ["cancelled"]
        assert one.workers[0].process.pid == before
        assert one.workers[0].clock is None


@pytest.mark.compiled_only
def test_who_compiles_too_long_is_replaced(fresh, monkeypatch):
    monkeypatch.setattr(crew_module, "COMPILED", 0.05)
    with crew_of_one() as one:
        customer, before = Customer(one), wait_until_ready(one)
        number = customer.order(COMPILED)
        assert customer.heard[number].get(timeout=PATIENCE)[0] == "compiling"
        one.cancel(number)
        wait_until(lambda: one.workers[0].mood is None)
        assert wait_until_ready(one) != before


def test_while_no_process_can_be_started(monkeypatch):
    """Whoever waits is told so; when there is room again, all goes on."""
    monkeypatch.setattr(crew_module, "PAUSES", [0.1])
    with crew_of_one() as one:
        customer = Customer(one)
        wait_until_ready(one)
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (3, hard))
        try:
            kill(one)
            wait_until(lambda: one.workers[0].mood is None)
            number = customer.order(QUICK)
            state, problem = customer.heard[number].get(timeout=PATIENCE)
            assert state == "failed"
            assert "Too many open files" in str(problem)
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        wait_until_ready(one)
        assert customer.states(customer.order(QUICK)) == ["news", "done"]


def test_processes_that_die_at_birth(monkeypatch):
    monkeypatch.setattr(crew_module, "PAUSES", [0.1])
    monkeypatch.setenv("PYTHONHOME", os.devnull)
    with crew_of_one() as one:
        customer = Customer(one)
        number = customer.order(QUICK)
        told = customer.heard[number].get(timeout=PATIENCE)
        reason = "it ends as soon as it is started"
        assert told == ("failed", f"no process can be started that would work at it: {reason}")
        assert one.workers[0].failures >= crew_module.MOST_FAILURES
        monkeypatch.delenv("PYTHONHOME")
        wait_until_ready(one)
        assert customer.states(customer.order(QUICK)) == ["news", "done"]
