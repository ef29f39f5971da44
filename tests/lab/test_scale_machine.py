"""A simulated cluster, against what can be worked out by hand, for any orders."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablero.lab.scale.machine import AHEAD, Machine, simulate
from tablero.match.dice import generator
from tablero.teams.hands import PORTION

pytestmark = pytest.mark.plain

FREE = Machine()
BUSY = Machine(start=2.0, task=0.01, send=0.002, lag=0.02, late=1.0)

blocks = st.lists(st.floats(0.01, 0.5), min_size=1, max_size=9)
"""Of an order that nobody hands back half done."""

some_orders = st.lists(blocks, min_size=1, max_size=12)


def total(orders: list[list[float]]) -> float:
    return sum(map(sum, orders))


@given(some_orders, st.floats(0, 2), st.floats(0, 0.1))
def test_one_worker_takes_all_there_is(orders, start: float, task: float):
    """He never waits: the next order is there."""
    machine = Machine(start, task, send=0.001, lag=0.008, late=9.0)
    found = simulate(orders, 1, machine)
    first = machine.send + machine.lag + start
    assert found.seconds == pytest.approx(first + len(orders) * task + total(orders))


@given(some_orders, st.floats(0, 0.2), st.floats(0, 0.2))
def test_workers_for_every_order_take_as_long_as_the_last_of_them(orders, send: float, lag: float):
    """Orders are sent one after the other, and nobody has a second one."""
    machine = Machine(start=1.0, task=0.01, send=send, lag=lag)
    found = simulate(orders, len(orders), machine)
    ends = [number * send + lag + 1.01 + sum(order) for number, order in enumerate(orders, 1)]
    assert found.seconds == pytest.approx(max(ends))


@given(some_orders, st.integers(1, 8))
def test_nobody_is_idle_while_there_is_an_order(orders, workers: int):
    """Graham's bound, below the work and the longest order, and above."""
    found = simulate(orders, workers, FREE)
    longest, share = max(map(sum, orders)), total(orders) / workers
    assert max(longest, share) <= found.seconds + 1e-9
    assert found.seconds <= share + (1 - 1 / workers) * longest + 1e-9


@given(some_orders, st.integers(1, 8), st.floats(0, 1))
def test_all_is_done_once(orders, workers: int, learning: float):
    found = simulate(orders, workers, BUSY, learning=learning)
    assert (found.tasks, found.blocks, found.lost) == (len(orders), sum(map(len, orders)), 0)
    assert found.work == pytest.approx(found.busy) == pytest.approx(total(orders))
    assert found.driver == pytest.approx(len(orders) * BUSY.send)
    assert found.seconds >= max(found.driver, found.work / workers)
    assert found.efficiency <= 1


@given(st.floats(0.001, 0.05), st.floats(0, 0.05), st.floats(0, 0.2))
def test_orders_of_a_moment_wait_for_each_other(block: float, send: float, lag: float):
    """One worker, the driver or the way there and back: whatever takes longest for an order."""
    count, way = 200, send + lag + block
    found = simulate([[block]] * count, 1, Machine(send=send, lag=lag))
    each = max(block, send, way / AHEAD)
    assert (count - AHEAD) * each <= found.seconds + 1e-9
    assert found.seconds <= count * each + way + 1e-9


@given(st.floats(0, 3))
def test_who_is_late_leaves_his_work_to_the_others(late: float):
    """Ten seconds of work for two, in small orders."""
    found = simulate([[0.01]] * 1000, 2, Machine(late=late))
    assert found.seconds == pytest.approx((10 + late) / 2, abs=0.011)


@pytest.mark.parametrize("workers", [1, 2])
def test_what_takes_long_comes_back_and_is_shared_out(workers: int):
    """Blocks of a second: the sixth is begun before the time is over, and as many are the next."""
    size = int(PORTION) + 1
    found = simulate([np.ones(3 * size + 1)], workers, FREE)
    assert (found.tasks, found.blocks) == (4, 3 * size + 1)
    assert found.seconds == {1: 3 * size + 1, 2: 2 * size + 1}[workers]


def test_who_is_given_the_rest_of_an_order_learns_anew():
    """Two seconds, half of that behind one other, a third behind two: what is left after the first
    portion takes as long as if it came first."""
    order = 2.0 / np.arange(1, 10)
    done = int(np.searchsorted(np.cumsum(order), PORTION, side="right")) + 1
    found = simulate([order], 1, FREE, learning=1.0)
    rest = len(order) - done
    assert found.work == pytest.approx(order.sum() - order[done:].sum() + order[:rest].sum())
    assert found.seconds == pytest.approx(found.work)


def test_a_driver_does_one_thing_at_a_time():
    """Workers who take no time wait for him."""
    found = simulate([np.full(10, 1e-9)] * 100, 1000, Machine(send=0.01))
    assert found.driver == pytest.approx(100 * 0.01)
    assert found.seconds == pytest.approx(found.driver)


def test_a_simulated_cluster_sends_as_much_ahead_as_a_real_one():
    assert pytest.importorskip("tablero.teams.cluster").AHEAD == AHEAD


@pytest.mark.parametrize("seed", range(3))
def test_nothing_is_lost_with_a_worker(seed: int):
    orders = [generator(1 + n).exponential(0.1, 8) for n in range(60)]
    found = simulate(orders, 4, BUSY, lost_every=5.0, seed=seed)
    unharmed = simulate(orders, 4, BUSY)
    assert found.lost > 0
    assert found.blocks == unharmed.blocks == 480
    assert found.busy > found.work == unharmed.work
    assert found.seconds > unharmed.seconds


def test_who_takes_the_place_of_a_dead_worker_is_late_too():
    orders = [np.full(8, 0.1)] * 60
    soon, late = (
        simulate(orders, 1, replace(FREE, late=seconds), lost_every=5.0) for seconds in (0.0, 2.0)
    )
    assert soon.lost == late.lost > 0
    assert late.seconds == pytest.approx(soon.seconds + 2.0 * late.lost)
