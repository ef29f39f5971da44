"""Figures of a forecast, measured by the real parts, on boards that take no time."""

import pytest

from tablero.lab.scale.measure import Plan, RunTask, measure
from tablero.lab.scale.measure_book import SampleTask
from tablero.lab.scale.measure_kalah import Proof, frontier, kalah, split
from tablero.solve.sowing.solver import SowingSolver
from tablero.teams.alone import Alone

pytestmark = pytest.mark.compiled_only

BOARD = "connect4(columns=4,rows=4)"
PLAN = Plan(
    samples=[SampleTask(BOARD, 5, 2, 3)],
    runs=[RunTask(BOARD, 5, 1, 2, 5, runs=2)],
    larger=[],
    layers=(2, 4, 3, (1, 4)),
    searches=[(3, 2, 3)],
    splits=[(3, 2, (1, 2))],
)


def test_everything_anew():
    told: list[str] = []
    found = measure(PLAN, {"when": "now"}, lambda _hands: Alone(), told.append)
    ((sample,), (run,)) = found.samples, found.runs
    assert (len(sample.stretches), sample.bits) == (2, 16)
    for each in sample.stretches:
        assert len(each.nodes) == len(each.later) == 3
        assert each.alone >= each.nodes[-1]
    assert sample.stretches[0].nodes == sample.stretches[0].later, "nothing was learnt before"
    assert (run.blocks, run.tasks, run.workers) == (5, 3, 1)
    assert 0 < run.solving < run.wall
    assert [layer.fields for layer in found.layers] == [1, 4, 10, 20, 35]
    extra = found.layers[3].extra
    assert extra["1"] == 0 < extra["4"]
    assert found.layers[4].extra == {}
    assert found.searches[0].score == 4, "as in the literature"
    assert [each.depth for each in found.splits] == [1, 2]
    assert len(told) == 4


def test_positions_after_some_moves():
    start = kalah(2, 1).start
    assert len(frontier(start, 0)) == 1
    after = frontier(kalah(6, 4).start, 1)
    assert len(after) == 6
    assert sorted(after.values()) == [-1] * 5 + [1], "the third pit gives another move"


def test_a_proof_needs_no_more_than_all_answers(tmp_path):
    for depth, found in enumerate(split(3, 2, (0, 1, 2, 3))):
        assert found.depth == depth
        assert found.needed <= found.cold
        assert found.needed_most <= found.most <= found.cold
    game = kalah(3, 2)
    solver = SowingSolver(game, seeds=4, folder=tmp_path)
    score = solver.score(game.start)
    for depth in (1, 2):
        for alpha in (score - 1, score):
            wrong = Proof(alpha, is_more=alpha >= score)
            for place, sign in frontier(game.start, depth).items():
                wrong.ask(solver, place, sign)
            with pytest.raises(AssertionError):
                wrong.needed(game.start, depth)
