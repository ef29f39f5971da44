"""Growth: nodes of trees that can be counted by hand, and where a search ends."""

import math
from typing import Any

import pytest

import tablero.games as games
from tablero.errors import OptionError
from tablero.lab.compare import Comparison, counts
from tablero.lab.growth import GrowthExperiment, growth_table
from tablero.lab.probe import load_search
from tablero.lab.tree_sizes import TreeSizes

pytestmark = pytest.mark.plain

TICTACTOE = games.load("tictactoe")


def grown(*texts: str, depth: int | None = None, seconds: float | None = None, start: str = ""):
    searches = [load_search(text, TICTACTOE) for text in texts]
    growth = GrowthExperiment(TICTACTOE, searches, [TICTACTOE.read(start)], seed=1)
    growth.run(depth, seconds)
    return growth


def test_trees_counted_by_hand():
    growth = grown("minimax", depth=3)
    assert [step.nodes for step in growth.results] == [9, 9 + 72, 9 + 72 + 504]
    assert growth.results[1].branching == pytest.approx((math.sqrt(1 + 4 * 81) - 1) / 2)


def test_a_search_ends_where_all_games_do():
    growth = grown("minimax", "engine", start="xoxxoxo..")
    assert [step.depth for step in growth.of(growth.searches[0])] == [1, 2]
    assert growth.deepest == 2


def test_a_time_that_is_over_before_it_has_begun():
    growth = grown("minimax", "alphabeta", seconds=1e-9)
    assert [step.depth for step in growth.results] == [1, 1]


def test_the_table():
    growth = grown("minimax", "alphabeta", depth=3)
    sizes = TreeSizes([TICTACTOE.start], 3)
    rows: Any = growth_table(growth, sizes, "title", "command").records()
    assert [row["search"] for row in rows] == ["minimax"] * 3 + ["alphabeta"] * 3
    assert [row["factor"] for row in rows[:3]] == [None, 9, pytest.approx(585 / 81)]
    assert [row["full"] for row in rows] == [9, 72, 504] * 2
    assert [row["root"] for row in rows[:3]] == pytest.approx([3, 72**0.5, 504**0.5])
    assert [row["least"] for row in rows[:3]] == pytest.approx([9, 9 + 8 - 1, 9 * 7 + 8 - 1])
    assert rows[5]["nodes"] < rows[2]["nodes"]


def test_means_over_positions():
    positions = [TICTACTOE.read(text) for text in ("", "x........")]
    growth = GrowthExperiment(TICTACTOE, [load_search("minimax", TICTACTOE)], positions, seed=1)
    growth.run(depth=1, seconds=None)
    assert growth.results[0].nodes == (9 + 8) / 2


def test_the_branching_factor_is_that_of_a_comparison():
    """The mean over positions, in some of which all games end before this depth."""
    positions = [TICTACTOE.read(text) for text in ("", "xoxxoxo..", "xo.......")]
    growth = GrowthExperiment(TICTACTOE, [load_search("alphabeta", TICTACTOE)], positions, seed=1)
    growth.run(depth=3, seconds=None)
    search = load_search("alphabeta(depth=3)", TICTACTOE)
    comparison = Comparison(TICTACTOE, [search], positions, seed=1)
    comparison.run()
    (row,) = counts(comparison, "title", "command").records()
    step = growth.results[-1]
    assert [step.branching, step.low, step.high] == [row["branching"], row["low"], row["high"]]


def test_one_position_has_no_interval():
    (step,) = grown("minimax", depth=1).results
    assert (step.low, step.high) == (None, None)


def test_first_moves_and_their_cuts():
    """x may play 3, 6, 7, 8 or 9, and 7 wins. 3 loses: all four answers are looked at. 6 loses
    too, by the third answer, 8, and the last one is left out. After 7, both 8 and 9 are given up
    at their first answer. So first moves make two cuts of three; minimax makes none."""
    growth = grown("minimax", "alphabeta", depth=2, start="xo.xo....")
    first = [growth.of(search)[-1].first for search in growth.searches]
    assert first == [None, pytest.approx(2 / 3)]


def test_depth_is_what_grows():
    with pytest.raises(OptionError, match="depth is what grows"):
        grown("alphabeta(depth=3)")


def test_no_two_lines_look_alike():
    from tablero.lab.figure import line_style

    looks = [repr(sorted(line_style(number).items())) for number in range(36)]
    assert len({*looks}) == 36
