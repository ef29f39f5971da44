"""Kalah and Mancala11 beside their naive text, move by move on positions of all kinds."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tablero.games as games
from tablero.games.game import Game
from tablero.position import ONGOING
from tests.games.naive_sowing import NaiveKalah, NaiveMancala11, naive
from tests.games.setups import CHOICES, KALAH, MANCALA11

pytestmark = pytest.mark.plain

FEW_CHOICES = st.binary(max_size=12)


def compare(game: Game, position: Any, board: NaiveKalah | NaiveMancala11) -> None:
    assert game.write(position) == board.text()
    assert list(game.move_names(position)) == board.moves()
    assert position.outcome() == (board.margin() if board.over else ONGOING)
    assert position.turn() == board.mover


def compare_walk(text: str, beginning: str, choices: bytes) -> None:
    """Both texts agree on a position, on all that follow it at once, and along a walk."""
    game = games.load(text)
    position, board = game.read(beginning), naive(text, beginning)
    compare(game, position, board)
    for choice in [0, *choices]:
        names = board.moves()
        for name in names:
            compare(game, position.play(game.parse_move(position, name)), board.play(name))
        if not names:
            break
        name = names[choice % len(names)]
        position, board = position.play(game.parse_move(position, name)), board.play(name)


@st.composite
def rows(draw: st.DrawFn, pits: int, total: int) -> str:
    """All seeds anyhow on pits and stores: cut a line of seeds in as many pieces, some empty."""
    places = 2 * (pits + 1)
    at = st.integers(0, total)
    cuts = sorted(draw(st.lists(at, min_size=places - 1, max_size=places - 1)))
    pieces = [str(right - left) for left, right in pairwise([0, *cuts, total])]
    order = draw(st.permutations(pieces))
    first, second = order[: pits + 1], order[pits + 1 :]
    mover = draw(st.sampled_from("12"))
    return f"{' '.join(first)} / {' '.join(second)} / {mover}"


@pytest.mark.parametrize("text", KALAH)
@given(data=st.data(), choices=FEW_CHOICES)
def test_kalah_on_any_position(text: str, data: st.DataObject, choices: bytes):
    game: Any = games.load(text)
    beginning = data.draw(rows(game.pits, 2 * game.pits * game.seeds))
    compare_walk(text, beginning, choices)


@pytest.mark.parametrize("text", MANCALA11)
@given(data=st.data(), choices=FEW_CHOICES)
def test_mancala11_on_any_position(text: str, data: st.DataObject, choices: bytes):
    game: Any = games.load(text)
    played = data.draw(st.integers(0, game.limit + 1))
    gains = data.draw(st.tuples(st.integers(0, 99), st.integers(0, 99)))
    must_pass = " 1" if game.passes and data.draw(st.booleans()) else ""
    history = f"{played} {gains[0]} {gains[1]}{must_pass}"
    beginning = f"{data.draw(rows(6, 36))} / {history}"
    compare_walk(text, beginning, choices)


@pytest.mark.parametrize("text", [*KALAH, *MANCALA11])
@given(choices=CHOICES)
def test_from_the_start(text: str, choices: bytes):
    game = games.load(text)
    compare_walk(text, game.write(game.start), choices)
