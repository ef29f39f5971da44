"""Work and machines of a forecast: what can be worked out by hand, and a fit that finds what it
was not told."""

import math
from dataclasses import astuple, replace
from itertools import product
from math import comb

import numpy as np
import pytest

from tablero.errors import OutsideError
from tablero.games.connect4 import Connect4Game
from tablero.lab.scale.fit import fit
from tablero.lab.scale.forecast import forecast, foretold, sent_bytes, sureness
from tablero.lab.scale.kalah import (
    TableCost,
    extrapolate,
    fields_of,
    gain,
    steps,
    student,
    table_cost,
)
from tablero.lab.scale.kalah_report import Sowing
from tablero.lab.scale.machine import AHEAD, Machine, simulate
from tablero.lab.scale.records import (
    CONNECT4,
    Layer,
    Run,
    Sample,
    Search,
    Split,
    Stretch,
    read,
    write,
)
from tablero.lab.scale.report import Scale, duration
from tablero.lab.scale.work import Work
from tablero.match.dice import generator
from tablero.solve.connect4.board import board_of
from tablero.solve.connect4.positions import open_positions
from tablero.solve.sowing.field import fields_up_to
from tablero.teams.hands import PORTION

pytestmark = pytest.mark.plain

FREE = Machine()
BUSY = Machine(start=2.0, task=0.01, send=0.002, take=0.0005, crowd=1.0)


def some_orders(count: int, size: int, seed: int = 1):
    return [generator(seed + n).exponential(0.1, size) for n in range(count)]


def test_one_worker_takes_all_there_is():
    orders = some_orders(9, 4)
    found = simulate(orders, 1, replace(BUSY, send=0.0, take=0.0))
    assert found.tasks == 9
    assert found.seconds == pytest.approx(2.0 + 9 * 0.01 + sum(map(np.sum, orders)))


@pytest.mark.parametrize(("workers", "orders"), [*product((1, 3, 7), (1, 7, 20))])
def test_blocks_that_are_alike_come_in_rounds(workers: int, orders: int):
    found = simulate([np.full(2, 0.5)] * orders, workers, FREE)
    assert found.seconds == pytest.approx(math.ceil(orders / workers))
    assert found.efficiency == pytest.approx(orders / workers / math.ceil(orders / workers))


@pytest.mark.parametrize("workers", [1, 2, 5, 50])
def test_no_cluster_is_quicker_than_its_work(workers: int):
    orders = some_orders(40, 8)
    found = simulate(orders, workers, BUSY)
    longest = max(float(order.max()) for order in orders)
    assert found.seconds >= BUSY.start + max(longest, found.work / workers)
    assert (found.blocks, found.lost) == (320, 0)
    assert found.work == found.busy == pytest.approx(sum(map(np.sum, orders)))


def test_a_crowd_takes_longer():
    orders = some_orders(10, 4)
    slow, quick = (simulate(orders, 2, Machine(crowd=crowd)).seconds for crowd in (1.5, 1.0))
    assert slow == pytest.approx(1.5 * quick)


def test_what_takes_long_comes_back_half_done():
    """Blocks of a second: the sixth is begun before the time is over, and the rest is next."""
    blocks = int(PORTION) + 1
    found = simulate([np.ones(2 * blocks + 1)], 1, FREE)
    assert (found.tasks, found.blocks, found.seconds) == (3, 2 * blocks + 1, 2 * blocks + 1)


def test_a_driver_does_one_thing_at_a_time():
    """Workers who take no time wait for him."""
    found = simulate([np.full(10, 1e-9)] * 100, 1000, Machine(send=0.01, take=0.002))
    assert found.driver == pytest.approx(100 * 0.01 + 1000 * 0.002)
    assert found.seconds == pytest.approx(found.driver)
    assert AHEAD * 1000 > 100, "all orders are sent at once"


def test_a_simulated_cluster_sends_as_much_ahead_as_a_real_one():
    assert pytest.importorskip("tablero.teams.cluster").AHEAD == AHEAD


@pytest.mark.parametrize("seed", range(3))
def test_nothing_is_lost_with_a_worker(seed: int):
    orders = some_orders(60, 8)
    found = simulate(orders, 4, BUSY, lost_every=5.0, seed=seed)
    unharmed = simulate(orders, 4, BUSY)
    assert found.lost > 0
    assert found.blocks == unharmed.blocks == 480
    assert found.busy > found.work == unharmed.work
    assert found.seconds > unharmed.seconds


def run_of(machine: Machine, workers: int, order: int, blocks: int) -> Run:
    """As it would have been measured."""
    costs = np.full(blocks, 0.02)
    orders = [costs[first : first + order] for first in range(0, blocks, order)]
    crowd = machine.crowd if workers > 1 else 1.0
    opening = 0.7
    real = replace(machine, start=machine.start + opening, crowd=crowd)
    found = simulate(orders, workers, real)
    nodes = round(blocks * 0.02 / 1e-7)
    besides = workers * machine.start + found.tasks * machine.task
    return Run(
        *(CONNECT4, 8, workers, order, blocks, found.tasks, nodes),
        *(opening, found.work, found.work + besides, found.driver + 0.3, found.seconds),
    )


SIZES = tuple(product((1, 2), ((2, 320), (64, 640), (2, 1000), (16, 1000))))


def test_the_fit_finds_what_it_was_not_told():
    truth = Machine(start=0.4, task=0.004, send=0.0015, take=0.0001, crowd=1.2)
    found = fit([run_of(truth, workers, *size) for workers, size in SIZES])
    assert astuple(found) == pytest.approx(astuple(truth))
    for workers, size in ((1, (16, 1000)), (2, (16, 1000)), (2, (64, 5000))):
        run = run_of(truth, workers, *size)
        assert foretold(run, found).seconds == pytest.approx(run.wall, rel=0.02)


def stretch(*later: int, alone: int) -> Stretch:
    return Stretch(0, later, later, alone, sum(later) * 1e-6)


SAMPLE = Sample(
    CONNECT4, 8, 16 * 100 - 3, 16, 0.5, 100, (stretch(60, 30, alone=60), stretch(20, 10, alone=20))
)
"""A hundred blocks of forty nodes, half as many behind one neighbour; a microsecond a node."""


def test_work_worked_out_by_hand():
    work = Work(SAMPLE)
    assert (work.blocks, work.first, work.carried, work.learning) == (100, 2.0, 1.0, 1.0)
    assert work.node == pytest.approx(1e-6)
    assert work.nodes(1) == 100 * 40
    assert work.nodes(4) == pytest.approx(25 * (40 + 20 + 40 / 3 + 10))
    orders = work.orders(30, seed=1)
    assert [len(order) for order in orders] == [30, 30, 30, 10]
    again = np.mean([sum(map(np.sum, work.orders(10, seed))) for seed in range(200)])
    assert again == pytest.approx(work.nodes(10) * work.node, rel=0.05)


def test_a_forecast_of_the_same_blocks_is_sure():
    same = replace(SAMPLE, stretches=(stretch(9, 4, alone=4),) * 3)
    assert sureness(Work(same)) == (1, 1)
    low, high = sureness(Work(SAMPLE))
    assert low < 1 < high


def test_a_forecast():
    found = forecast(Work(SAMPLE), BUSY, workers=5, order=10)
    assert (found.blocks, found.tasks) == (100, 10)
    assert found.seconds > BUSY.start + SAMPLE.opening
    more = forecast(Work(SAMPLE), FREE, workers=5, order=10, nodes=2.0)
    assert more.work == pytest.approx(2 * found.work)


def test_bytes_grow_with_the_order():
    assert 16 * 63 < sent_bytes(64) - sent_bytes(1) < 64 * 63


def test_student():
    """As in the tables of any book."""
    assert student(5) == pytest.approx(2.571, rel=0.01)
    assert student(9) == pytest.approx(2.262, rel=0.002)
    assert student(1000) == pytest.approx(1.962, rel=0.001)


def test_steps_on_a_line_are_gone_on_with():
    """Ten, and then five more, decades to a hundred seeds."""
    decades = {2: 0.10, 3: 0.09, 4: 0.08, 5: 0.07}
    searches = []
    for pits in (4, 5, 6):
        nodes = 100.0
        for seeds in range(2, 6):
            table = 2 * pits * seeds * 3 // 8
            searches.append(Search(pits, seeds, table, 0, round(nodes * 1e6), 1.0))
            nodes *= 10 ** (2 * pits * decades[seeds])
    found = extrapolate(searches[-1], steps(searches))
    assert found.nodes == pytest.approx(searches[-1].nodes * 10 ** (12 * 0.07), rel=1e-3)
    assert found.low == pytest.approx(found.high, rel=1e-2)
    assert len(steps(searches)) == 9


def test_fields_and_what_they_take():
    assert sum(fields_of(6, seeds) for seeds in range(19)) == fields_up_to(6, 18) == 86_493_225
    assert fields_of(6, 0) == 1
    truth = TableCost(5e-8, 4e-9)
    layers = [
        Layer(6, k, fields_of(6, k), fields_of(6, k) * (5e-8 + 4e-9 * k), {}) for k in range(14)
    ]
    found = table_cost(layers)
    assert (found.field, found.seed) == pytest.approx((truth.field, truth.seed))
    assert found.seconds(6, 2) == pytest.approx(
        5e-8 * comb(14, 12) + 4e-9 * (12 + 2 * comb(13, 2))
    )


def test_the_hardest_question_is_for_one_worker():
    split = Split(4, 4, 2, 10, whole=100, warm=300, cold=400, most=50, needed=80, needed_most=20)
    few, many = gain(split, 2), gain(split, 1000)
    assert (few.asked, few.needed) == (0.5, 2.5)
    assert (many.asked, many.needed) == (2, 5)


def test_durations():
    told = [duration(seconds) for seconds in (2e-6, 0.002, 1.0, 90.0, 7200.0, 3e6)]
    assert told == ["2 µs", "2 ms", "1 s", "1.5 min", "2 h", "34.7 d"]


def test_the_figures_that_come_with_tablero():
    """Positions are counted, and known: those of eight stones here, those of twelve elsewhere."""
    measured = read()
    board = board_of(Connect4Game())
    assert measured.sample(CONNECT4, 8).positions == len(open_positions(board, 8).keys)
    assert measured.sample(CONNECT4, 12).positions == 4_200_899
    assert {run.workers for run in measured.runs} == {1, 2}
    assert len(measured.larger) == 2
    assert min(run.blocks for run in measured.larger) > max(run.blocks for run in measured.runs)
    scale = Scale(measured, 12, 100, 8)
    assert scale.counts[:4] == [1, 3, 10, 30]
    assert scale.counts[-1] == 1000
    sowing = Sowing(measured, 100, 8)
    known = {(each.pits, each.seeds): each.score for each in sowing.searches}
    assert known[4, 3] == 8
    assert known[6, 5] == 12
    assert sowing.wanted.low < sowing.wanted.nodes < sowing.wanted.high


def test_figures_are_read_as_they_were_written(tmp_path):
    file = tmp_path / "figures.json"
    write(read(), file)
    assert read(file) == read()


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"about": {}, "samples": 3}', "[" * 100_000])
def test_other_files_are_refused(text: str, tmp_path):
    file = tmp_path / "figures.json"
    file.write_text(text)
    with pytest.raises(OutsideError, match="no figures"):
        read(file)
    with pytest.raises(OutsideError, match="cannot read"):
        read(tmp_path / "none.json")
