"""Workers that compile, and workers that are hardly born: nobody waits for ever."""

import os
import resource

import pytest

from tablero.web import crew as crew_module
from tablero.web import jobs, models
from tablero.web.orders import LONGEST
from tablero.web.worker import ABSORBED, READY
from tests.web.customer import DEAF, QUICK, Customer, crew_of_one, kill, wait_until_ready
from tests.web.live import PATIENCE, wait_until

pytestmark = pytest.mark.plain

COMPILED = jobs.Count(line=models.Line(game="tictactoe"), depth=1, eval="zero")


@pytest.fixture
def fresh(tmp_path, monkeypatch):
    """Nothing is compiled yet, and nobody is let go on with what is not wanted."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(crew_module, "PATIENCE", 0.05)


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
            assert "too many files are open" in str(problem)
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


def test_who_compiles_again_and_again_does_not_begin_anew():
    """An order's time stands still meanwhile, and goes on from where it was."""
    with crew_of_one() as one:
        customer = Customer(one)
        wait_until_ready(one)
        customer.wait_until_begun(customer.order(DEAF))
        each, left = one.workers[0], []
        for mood in (ABSORBED, READY) * 3:
            with one.lock:
                one._heard_mood(each, mood)
                assert each.clock is not None
                left.append(
                    each.clock.interval - (crew_module.COMPILED if mood == ABSORBED else 0)
                )
        assert left == sorted(left, reverse=True)
        assert left[0] < LONGEST
