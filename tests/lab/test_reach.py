"""The greatest cube within a time; here a node takes a second, so that no clock decides."""

import threading

import pytest

from tablero.lab.papers import reach as reaching
from tablero.lab.papers.measure import nodes
from tablero.lab.papers.reach import FINE, SLACK, cube_search, expect, reach, within
from tablero.search.run import Settings
from tablero.search.state import MAX_PLY
from tablero.threads import all_results, called_when_spent

pytestmark = pytest.mark.plain

SETS = {
    "alphabeta": Settings(depth=MAX_PLY),
    "infer": Settings(depth=MAX_PLY, infer=True),
    "cache": Settings(depth=MAX_PLY, cache=True),
    "minimax": Settings("minimax", MAX_PLY, cache=True, infer=True),
}


@pytest.fixture
def tried(monkeypatch):
    """The sides that were begun."""
    sides = []

    def counted(budget, search):
        sides.append(search.position[0])
        result = search.run()
        return result if nodes(result) <= budget else None

    monkeypatch.setattr(reaching, "within", counted)
    monkeypatch.setattr(reaching, "seconds", nodes)
    monkeypatch.setattr(reaching, "SHORT", 0)
    return sides


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("budget", [700, 6000, 20_000])
def test_the_greatest_cube_is_found(name, budget, tried):
    """What fits, fits; what is too large is next to it, or as near as promised."""
    settings = SETS[name]
    found = reach(settings, budget, largest=60)
    assert nodes(found.result) <= budget
    assert found.too_large is not None
    assert found.too_large - found.side <= max(1, found.side // FINE)
    assert nodes(cube_search(found.too_large, settings).run()) > budget
    assert len(tried) == len(set(tried))
    if found.expected is None:
        assert found.too_large in tried
    else:
        assert found.too_large not in tried
        assert found.expected > SLACK * budget


def test_the_largest_of_all_has_nothing_above():
    found = reach(SETS["cache"], budget=60, largest=5)
    assert (found.side, found.too_large, found.expected) == (5, None, None)
    assert found.result.exact


@pytest.mark.parametrize(("name", "sides"), [("infer", (6, 7, 9)), ("cache", (8, 12, 16))])
def test_growth_goes_on(name, sides, monkeypatch):
    """The nodes that are expected are those that will be counted, to a tenth."""
    monkeypatch.setattr(reaching, "seconds", nodes)
    results = [(side, cube_search(side, SETS[name]).run()) for side in sides]
    wanted = expect(results[:2], sides[2], SETS[name].cache)
    assert wanted == pytest.approx(nodes(results[2][1]), rel=0.1)


def test_what_takes_too_long_is_not_reached():
    assert within(0, cube_search(4, SETS["alphabeta"])) is None


def test_a_call_when_the_time_is_spent():
    called = threading.Event()
    with called_when_spent(0, called.set):
        assert called.wait(60)
    other = threading.Event()
    with called_when_spent(3600, other.set):
        pass
    assert not other.is_set()


def test_a_thread_that_sleeps_spends_nothing():
    called = threading.Event()
    with called_when_spent(0.05, called.set):
        assert not called.wait(0.3)


def test_answers_come_in_the_order_of_the_ways():
    gate = threading.Event()

    def waits():
        assert gate.wait(60)
        return "first"

    def opens():
        gate.set()
        return "second"

    assert all_results([waits, opens, lambda: "third"], threads=2) == ["first", "second", "third"]


def test_an_error_of_one_way_comes_out():
    def fails():
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        all_results([fails, lambda: 1], threads=1)
