"""All positions of so many stones, against the plain rules and against what is known."""

import random
from typing import Any

import numpy as np
import pytest

from tablero.errors import OptionError
from tablero.games.connect4.game import Connect4Game
from tablero.games.connect4.solver import positions
from tablero.games.connect4.solver.bitboards import Geometry, geometry_of
from tablero.games.connect4.solver.kernel import mirrored
from tablero.games.connect4.solver.positions import (
    of_keys,
    open_positions,
    unfinished_positions,
    winning_moves,
)
from tablero.position import ONGOING
from tests.solve.test_connect4 import SIZES, a_game, walk

pytestmark = pytest.mark.plain

KNOWN = [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275]
"""Positions on the usual board by stones: mirror images both, finished games at their end."""


def levels(game: Any, most: int) -> list[set[Any]]:
    """What goes on after 0, 1, 2 … stones, by the plain rules."""
    found = [{game.start}]
    for _i in range(most):
        children = {position.play(move) for position in found[-1] for move in position.moves()}
        found.append({child for child in children if child.outcome() == ONGOING})
    return found


def is_won_at_once(position: Any) -> bool:
    return any(position.play(move).outcome() not in (ONGOING, 0) for move in position.moves())


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_they_are_those_of_the_rules(size: tuple[int, int, int]):
    game = a_game(size)
    board = geometry_of(game)
    for stones, level in enumerate(levels(game, 6)):
        plain = {position for position in level if not is_won_at_once(position)}
        found = open_positions(board, stones)
        smaller = {min(p.mine + p.full, mirrored(p.mine + p.full, board)) for p in plain}
        assert found.keys.tolist() == sorted(smaller)
        stones_of = zip(found.mine.tolist(), found.full.tolist(), strict=True)
        assert {(mine, full, stones) for mine, full in stones_of} <= plain


@pytest.mark.parametrize("size", [(3, 3, 3), (2, 2, 2), (3, 2, 3), (1, 5, 4)], ids=str)
def test_to_the_last_stone_of_a_small_board(size: tuple[int, int, int]):
    game = a_game(size)
    board = geometry_of(game)
    for stones, level in enumerate(levels(game, board.cells - 1)):
        keys = {min(p.mine + p.full, mirrored(p.mine + p.full, board)) for p in level}
        assert unfinished_positions(board, stones).keys.tolist() == sorted(keys)


def both_images(keys: list[int], board: Geometry) -> set[int]:
    return {image for key in keys for image in (key, mirrored(key, board))}


def finished(board: Geometry, stones: int) -> set[int]:
    """Keys of games that are won with the last of so many stones."""
    before = unfinished_positions(board, stones - 1)
    keys = []
    for bits in (1 << cell for cell in range(board.spare.bit_length())):
        won = winning_moves(before, board) & bits != 0
        keys += (((before.mine ^ before.full) + (before.full | bits))[won]).tolist()
    return both_images(keys, board)


@pytest.mark.parametrize("stones", range(9))
def test_numbers_that_are_known(stones: int):
    board = geometry_of(Connect4Game())
    count = len(both_images(unfinished_positions(board, stones).keys.tolist(), board))
    assert count + (len(finished(board, stones)) if stones else 0) == KNOWN[stones]


def test_a_key_is_read_back():
    game, dice = Connect4Game(), random.Random(1)
    for _i in range(50):
        position = walk(dice, game, dice.randint(0, 40))
        keys, mine, full = of_keys(np.array([sum(position[:2])]), geometry_of(game))
        assert (mine[0], full[0]) == (position.mine, position.full)


def test_too_many_are_refused(monkeypatch: pytest.MonkeyPatch):
    board = geometry_of(Connect4Game())
    monkeypatch.setattr(positions, "MOST_POSITIONS", 121)
    assert len(unfinished_positions(board, 3).keys) == 121
    with pytest.raises(OptionError, match="121 positions, and there are more of 4 stones"):
        unfinished_positions(board, 5)
