"""Theory: trees that can be counted by hand, published numbers, and alpha-beta at its best."""

import pytest

import tablero.games as games
from tablero.lab import tree_sizes
from tablero.lab.tree_sizes import TreeSizes
from tablero.search.run import Settings, search
from tablero.search.zero import Zero

TICTACTOE = games.load("tictactoe")


def full(text: str, depth: int) -> list[float]:
    found = TreeSizes([TICTACTOE.read(text)], depth)
    return [found.full(each) for each in range(depth + 1)]


def test_leaves_counted_by_hand():
    """x wins with one of two moves; after the other, o has one move, the last."""
    assert full("xoxxoxo..", 4) == [1, 2, 2, 2, 2]
    assert full("", 3) == [1, 9, 72, 504]


def test_the_least_where_games_end():
    """2 positions, of which half are over; then 2 * 1/2 + 1 * 1/2 - 1 * 1/2 of the only one."""
    found = TreeSizes([TICTACTOE.read("xoxxoxo..")], 3)
    assert [found.least(depth) for depth in range(4)] == [1, 2, 2 / 2 + 1, 2 / 2 + 1]


@pytest.mark.compiled_only
def test_games_of_tic_tac_toe():
    """255168 games, of which 1440 end after 5 plies, 5328 after 6, 47952 after 7, 72576 after 8
    and 127872 after 9, as is well known."""
    found = TreeSizes([TICTACTOE.start], 9)
    assert [level.terminal for level in found.levels[5:]] == [1440, 5328, 47952, 72576, 127872]
    assert found.full(9) == found.full(20) == 255168
    assert found.least(9) == found.least(20)


def test_where_every_position_has_as_many_moves():
    """Connect-4 has 7 until a column is full, and nobody wins before ply 7."""
    found = TreeSizes([games.load("connect4").start], 4)
    for depth in range(5):
        assert found.full(depth) == 7**depth
        assert found.root(depth) == pytest.approx(7 ** (depth / 2))
        assert found.least(depth) == 7 ** ((depth + 1) // 2) + 7 ** (depth // 2) - 1
    assert found.moves == pytest.approx(7)


def test_beyond_what_can_be_counted(monkeypatch):
    monkeypatch.setattr(tree_sizes, "MAX_NODES", 500)
    found = TreeSizes([TICTACTOE.start], 5)
    assert found.counted == 2
    assert [found.full(depth) for depth in range(6)] == [1, 9, 72, 72 * 8, 72 * 64, 72 * 512]
    assert found.moves == pytest.approx(72**0.5)


def test_means_over_positions():
    positions = [TICTACTOE.read(text) for text in ("", "x........")]
    found = TreeSizes(positions, 2)
    assert [found.full(depth) for depth in (1, 2)] == [(9 + 8) / 2, (72 + 56) / 2]


def test_alphabeta_at_its_best():
    """To the fourth ply of tic-tac-toe nobody wins, so every move is a best one, and there are
    9, 8, 7, 6 of them: the least is what is visited, level by level."""
    found = TreeSizes([TICTACTOE.start], 4)
    assert [found.least(depth) for depth in range(1, 5)] == pytest.approx([9, 16, 70, 110])
    for depth in range(1, 5):
        visited = search(TICTACTOE.start, Zero(), Settings("alphabeta", depth)).statistics
        least = sum(found.least(level) for level in range(1, depth + 1))
        assert visited["evaluated"] == pytest.approx(least)
