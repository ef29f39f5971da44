"""`scripts/scale.py` prints what the page about scale shows."""

import json
import runpy

import numpy as np
import pytest

from scripts import scale
from tests.docs.pages import ROOT

pytestmark = pytest.mark.plain


def test_the_page_shows_what_the_script_prints(capsys):
    runpy.run_path(str(ROOT / "scripts/scale.py"), run_name="__main__")
    page = (ROOT / "docs/lab/scale.md").read_text(encoding="utf-8")
    assert f"```text\n{capsys.readouterr().out}```" in page


def test_one_worker_takes_the_sum_of_everything():
    machine = scale.Machine(start=2, task=0.5, send=0, lag=0, late=0)
    tasks = [np.array([1.0, 2.0]), np.array([0.5])]
    assert scale.simulate(tasks, 1, machine, 0) == pytest.approx((2 + 0.5 + 3 + 0.5 + 0.5, 3.5, 0))


def test_a_driver_that_is_always_busy_sets_the_time():
    machine = scale.Machine(start=0, task=0, send=0.1, lag=0, late=0)
    tasks = [np.array([0.01])] * 50
    clock, _work, driver = scale.simulate(tasks, 8, machine, 0)
    assert driver == pytest.approx(5)
    assert clock == pytest.approx(driver + 0.01)


def test_a_long_task_comes_back_after_its_portion_and_is_shared():
    machine = scale.Machine(0, 0, 0, 0, 0)
    clock, work, _driver = scale.simulate([np.full(20, 1.0)], 2, machine, 0)
    assert (clock, work) == pytest.approx((14, 20)), "six blocks, then six, six and two"
    _clock, again, _driver = scale.simulate([np.full(20, 1.0)], 2, machine, learning=0.1)
    assert again > work, "whoever gets a part learns anew"


def test_the_book_is_as_large_as_the_sample_says():
    figures = json.loads(scale.FIGURES.read_text(encoding="utf-8"))
    book = scale.Book(figures["book"])
    tasks = book.tasks()
    assert sum(map(len, tasks)) == book.blocks == 262_557
    assert sum(map(np.sum, tasks)) / 3600 == pytest.approx(10.4, rel=0.1), "hours of one core"
