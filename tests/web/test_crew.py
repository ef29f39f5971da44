"""Workers: whatever becomes of them, every job comes to exactly one end."""

import os
import random
import signal
import subprocess
import sys
import threading
import time
from typing import Any, cast

import pytest

from tablero.web import crew as crew_module
from tablero.web import orders as orders_module
from tablero.web import worker
from tablero.web.chores.answer import Question
from tablero.web.crew import Crew
from tablero.web.orders import Order
from tests.web.customer import DEAF, QUICK, STOPPABLE, Customer, kill, wait_until_ready
from tests.web.live import ENDINGS, PATIENCE, wait_until

pytestmark = pytest.mark.plain


@pytest.fixture(scope="module")
def crew():
    one = Crew(1, warm=False)
    yield one
    one.close()
    assert not any(each.process.is_alive() for each in one.workers)


@pytest.fixture
def customer(crew):
    return Customer(crew)


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


def test_the_last_news_do_not_wait_for_others():
    """Nothing follows them for a long time, and the job is not done."""
    said: list[Any] = []
    news = worker.News(said.append)
    for number in range(3):
        news.tell(cast(Any, number))
    wait_until(lambda: said[-1] == 2)
    assert said == [0, 2]
    news.tell(cast(Any, 3))
    news.end()
    assert news.clock is None
    told = [*said]
    news.flush()
    assert said == told


def test_what_cannot_be_told_is_not_waited_for(crew, customer):
    """A worker that cannot go on leaves at once, and its order need not wait for its time."""
    number = customer.order(Question(memoryview, cast(Any, b"no text"), ()))
    assert customer.states(number) == ["again", "failed"]
    assert customer.states(customer.order(QUICK)) == ["news", "done"]


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
    assert customer.states(customer.order(QUICK)) == ["cancelled"]
    assert threading.active_count() <= threads
