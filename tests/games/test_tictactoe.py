"""Tic-tac-toe, and the tables that everybody knows."""

from collections import Counter
from typing import Any

import pytest

import tablero.games as games
from tablero.position import ONGOING

pytestmark = pytest.mark.plain

GAME = games.load("tictactoe")


@pytest.mark.parametrize(
    "text",
    [
        "xxxoo....",
        "oo.xxx...",
        "oo....xxx",
        "xo.xo.x..",
        "ox.ox..x.",
        "o.xo.x..x",
        "xo..xo..x",
        "o.xox.x..",
    ],
)
def test_three_in_a_line_win(text: str):
    assert GAME.read(text).outcome() == -1
    squares = [square for square in range(9) if text[square] == "x"]
    for square in squares:
        two = text[:square] + "." + text[square + 1 :]
        assert GAME.read(two).outcome() == ONGOING


def test_a_full_board_is_a_draw():
    assert GAME.read("xoxxoxoxo").outcome() == 0


def test_all_games():
    """131184 are won by the first player, 77904 by the second, 46080 are drawn."""
    ends: Counter[str] = Counter()
    games_through = Counter({GAME.start: 1})
    while games_through:
        following: Counter[Any] = Counter()
        for position, ways in games_through.items():
            if position.outcome() == ONGOING:
                for move in position.moves():
                    following[position.play(move)] += ways
            else:
                loser = ["first lost", "second lost"][position.turn()]
                ends[loser if position.outcome() else "drawn"] += ways
        games_through = following
    assert ends == {"second lost": 131184, "first lost": 77904, "drawn": 46080}
