"""Growth: nodes of trees that can be counted by hand, and where a search ends."""

import math
from typing import Any

import pytest

from tablero import games
from tablero.errors import OptionError
from tablero.lab.growth import Growth, growth_table, mean_moves
from tablero.lab.probe import load_search

TICTACTOE = games.load("tictactoe")


def grown(*texts: str, depth: int | None = None, seconds: float | None = None, start: str = ""):
    searches = [load_search(text, TICTACTOE) for text in texts]
    growth = Growth(TICTACTOE, searches, [TICTACTOE.read(start)])
    growth.run(depth, seconds)
    return growth


def test_trees_counted_by_hand():
    growth = grown("minimax", depth=3)
    assert [step.nodes for step in growth.steps] == [9, 9 + 72, 9 + 72 + 504]
    assert growth.steps[1].branching == pytest.approx((math.sqrt(1 + 4 * 81) - 1) / 2)


def test_moves_counted_by_hand():
    """After the first move there are 8; after two, 7."""
    assert mean_moves([TICTACTOE.start], 1) == 9
    assert mean_moves([TICTACTOE.start], 2) == (9 + 72) / (1 + 9)
    assert mean_moves([TICTACTOE.start], 3) == (9 + 72 + 504) / (1 + 9 + 72)


def test_finished_games_have_no_moves():
    """x wins with one of two moves; after the other, o has one move."""
    position = TICTACTOE.read("xoxxoxo..")
    assert mean_moves([position], 9) == (2 + 1) / (1 + 1)


def test_a_search_ends_where_all_games_do():
    growth = grown("minimax", "engine", start="xoxxoxo..")
    assert [(step.depth, step.exact) for step in growth.of(growth.searches[0])] == [
        (1, False),
        (2, True),
    ]
    assert growth.deepest == 2


def test_a_time_that_is_over_before_it_has_begun():
    growth = grown("minimax", "alphabeta", seconds=1e-9)
    assert [step.depth for step in growth.steps] == [1, 1]


def test_the_table():
    growth = grown("minimax", "alphabeta", depth=3)
    rows: Any = growth_table(growth, 8.0, "title", "command").records()
    assert [row["search"] for row in rows] == ["minimax"] * 3 + ["alphabeta"] * 3
    assert [row["factor"] for row in rows[:3]] == [None, 9, pytest.approx(585 / 81)]
    assert [(row["full"], row["least"]) for row in rows[1:3]] == [
        (64, 8),
        (512, pytest.approx(8**1.5)),
    ]
    assert rows[5]["nodes"] < rows[2]["nodes"]


def test_means_over_positions():
    positions = [TICTACTOE.read(text) for text in ("", "x........")]
    growth = Growth(TICTACTOE, [load_search("minimax", TICTACTOE)], positions)
    growth.run(depth=1, seconds=None)
    assert growth.steps[0].nodes == (9 + 8) / 2
    assert mean_moves(positions, 1) == (9 + 8) / 2


def test_depth_is_what_grows():
    with pytest.raises(OptionError, match="depth is what grows"):
        grown("alphabeta(depth=3)")
