"""Work and machines of a forecast: what can be worked out by hand, and a fit that finds what it
was not told."""

import math
from dataclasses import asdict, replace
from itertools import product
from math import comb
from typing import Any

import numpy as np
import pytest

from tablero.errors import OutsideError
from tablero.games.connect4 import Connect4Game
from tablero.lab.scale.columns import duration
from tablero.lab.scale.fit import fit
from tablero.lab.scale.forecast import cut, forecast, retold, sent_bytes, sureness
from tablero.lab.scale.kalah import (
    TableCost,
    extrapolate,
    fields_of,
    gain,
    steps,
    table_cost,
)
from tablero.lab.scale.kalah_report import Sowing
from tablero.lab.scale.line import Line, student, widened
from tablero.lab.scale.machine import Machine
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
from tablero.lab.scale.report import Scale
from tablero.lab.scale.work import Work
from tablero.match.elo import SURE
from tablero.solve.connect4.board import board_of
from tablero.solve.connect4.positions import open_positions
from tablero.solve.sowing.field import fields_up_to

pytestmark = pytest.mark.plain

CORES = 2


def run_of(machine: Machine, workers: int, order: int, blocks: int) -> Run:
    """As it would have been measured: blocks of 5 ms, an opening of 0.7 s, and a driver that is at
    work for a tenth of the time whatever there is to do. Each figure is a little off."""
    told = Run(
        *(CONNECT4, 8, workers, order, blocks, 0, blocks * 50_000),
        *(0.7, blocks * 0.005, 0.0, 0.0, 0.0),
    )
    found = retold(told, machine, CORES)
    besides = workers * machine.start + found.tasks * machine.task
    off = 0.01 * math.cos(order * blocks * workers)
    return replace(
        told,
        tasks=found.tasks,
        working=told.solving + besides + off,
        driver=found.driver + 0.1 * found.seconds + off,
        wall=found.seconds * (1 + off),
        nodes=round(told.nodes * (1 + off)),
    )


TRUTH = Machine(start=0.2, task=0.004, send=0.003, lag=0.04, late=0.6)
SIZES = tuple(product((1, 2), ((2, 320), (64, 640), (2, 1000), (16, 1000))))


def test_the_fit_finds_what_it_was_not_told():
    found = fit([run_of(TRUTH, workers, *size) for workers, size in SIZES], CORES)
    for name, truth in asdict(TRUTH).items():
        low, value, high = (
            asdict(machine)[name] for machine in (found.low, found.machine, found.high)
        )
        assert low <= truth <= high
        assert value == pytest.approx(truth, rel=0.25)
    value, low, high = found.crowd
    assert low < 1 < high
    assert value == pytest.approx(1, abs=0.02)
    larger = run_of(TRUTH, 2, 64, 5000)
    assert retold(larger, found.machine, CORES).seconds == pytest.approx(larger.wall, rel=0.03)


def test_workers_who_have_all_cores_make_room_for_the_driver():
    run = run_of(TRUTH, 2, 16, 1000)
    crowded, roomy = (retold(run, TRUTH, cores).seconds for cores in (2, 3))
    assert roomy < crowded < roomy + run.tasks * TRUTH.send


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
    assert work.nodes([1] * 100) == 100 * 40
    assert work.nodes([4] * 25) == pytest.approx(25 * (40 + 20 + 40 / 3 + 10))
    assert work.nodes([4, 1]) == pytest.approx(work.nodes([4]) + 40)
    orders = work.orders([30, 30, 30, 10], seed=1)
    assert [len(order) for order in orders] == [30, 30, 30, 10]
    tens = [10] * 10
    again = np.mean([sum(map(np.sum, work.orders(tens, seed))) for seed in range(200)])
    assert again == pytest.approx(work.nodes(tens) * work.node, rel=0.05)


@pytest.mark.parametrize(
    ("last", "workers", "sizes"),
    [(None, 1, [4, 4, 2]), (1, 2, [4, 3, 1, 1, 1]), (2, 5, [2] * 5), (4, 9, [4, 4, 2])],
)
def test_blocks_are_cut_into_orders(last: int | None, workers: int, sizes: list[int]):
    assert cut(10, 4, last, workers) == sizes


def test_a_forecast_of_the_same_blocks_is_sure():
    same = replace(SAMPLE, stretches=(stretch(9, 4, alone=4),) * 3)
    assert sureness(Work(same), 64) == pytest.approx((1, 1))
    low, high = sureness(Work(SAMPLE), 64)
    assert (low, high) == pytest.approx((0.5, 1.5)), "two stretches tell what each would alone"
    taught = (stretch(60, 30, alone=60), stretch(60, 30, alone=30))
    low, high = sureness(Work(replace(SAMPLE, stretches=taught)), 64)
    assert low < 1 < high, "how much is learnt is not sure either"


def test_a_forecast():
    found = forecast(Work(SAMPLE), TRUTH, 5, [10] * 10)
    assert (found.blocks, found.tasks) == (100, 10)
    assert found.seconds > TRUTH.start + SAMPLE.opening
    more = forecast(Work(SAMPLE), Machine(), 5, [10] * 10, nodes=2.0)
    assert more.work == pytest.approx(2 * found.work)


def test_bytes_grow_with_the_order():
    assert 16 * 63 < sent_bytes([64]) - sent_bytes([1]) < 64 * 63
    assert sent_bytes([64, 1, 64]) == 2 * sent_bytes([64]) + sent_bytes([1])


def test_student():
    """As in the tables of any book."""
    assert student(2) == pytest.approx(4.303, rel=0.04)
    assert student(3) == pytest.approx(3.182, rel=0.01)
    assert student(6) == pytest.approx(2.447, rel=0.001)
    assert student(1000) == pytest.approx(1.962, rel=0.001)


def test_a_line_and_its_margins():
    """One, two and six at 0, 1 and 2: 0.5 + 2.5 x, and an error whose square is 1.5 in all."""
    line = Line([[1, 0], [1, 1], [1, 2], [1, 1]], [1, 2, 6, 3])
    assert line.at([1, 2]) == pytest.approx(5.5)
    assert line.factor(1) == pytest.approx((2.5, student(2) * math.sqrt(1.5 / 2 / 2)), rel=1e-6)
    assert line.margin([1, 1], errors=1) == pytest.approx(student(2) * math.sqrt(0.75 * 1.25))


def test_few_values_are_asked_for_more():
    """A mean of ten, drawn anew, has a spread too small by the root of nine tenths, and so on."""
    assert widened(10) == pytest.approx(0.983, abs=0.001)
    assert widened(10**6) == pytest.approx(SURE, abs=1e-5)


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
    assert len(measured.larger) >= 2
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


@pytest.mark.parametrize("lost", [{"runs": ()}, {"about": {}}])
def test_figures_to_which_nothing_can_be_fitted_are_refused(lost: dict[str, Any], tmp_path):
    file = tmp_path / "figures.json"
    write(replace(read(), **lost), file)
    with pytest.raises(OutsideError, match="no figures"):
        read(file)
