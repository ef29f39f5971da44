"""The tournament's two shipped players, against their words."""

from typing import Any

import pytest
from hypothesis import given, settings

from tablero import evals, games
from tablero.jit import INTERPRETED
from tests.evals.sown import CHOICES, reached, rows_of
from tests.search import oracle
from tests.search.cases import run

GAMES = [games.load("mancala11"), games.load("mancala11(passes=true)")]
every_game = pytest.mark.parametrize("game", GAMES, ids=str)
many = settings(max_examples=80 if INTERPRETED else 40)


def regular_of(game: Any, position: Any) -> int:
    """Own marker less the rival's: seeds in pits and store."""
    rows = rows_of(game, position)
    return sum(rows.mine) + rows.store - sum(rows.theirs) - rows.their_store


@every_game
@given(choices=CHOICES)
@many
def test_regular(game: Any, choices: list[int]):
    position = reached(game.start, choices)
    assert evals.load("regular", game).value(position) == regular_of(game, position)
    assert evals.load("regular(marker=3)", game).value(position) == 3 * regular_of(game, position)


@every_game
@given(choices=CHOICES)
@many
def test_good(game: Any, choices: list[int]):
    """The best that regular would say for the mover after one more move."""
    position = reached(game.start, choices)
    after = []
    for move in position.moves():
        child = position.play(move)
        same = child.turn() == position.turn()
        after.append(regular_of(game, child) if same else -regular_of(game, child))
    assert evals.load("good", game).value(position) == max(after)


def test_the_ends_of_a_game():
    game = games.load("mancala11")
    assert [evals.load("regular", game).final(margin) for margin in (-4, 0, 9)] == [-4, 0, 9]
    assert {evals.load("good", game).final(margin) for margin in (-4, 0, 9)} == {-50}
    assert evals.load("good(finished=7)", game).final(9) == 7


def test_good_misplays_the_end():
    """Pit 0 lets the rival end the game, who has lost it: 20 seeds to 16.

    But then it is the mover's turn in a finished game, which good takes for -50, and so
    at the tournament's depth it gives three seeds away with pit 5, and the game with them.
    """
    game = games.load("mancala11(passes=true)")
    position = game.read("1 0 0 0 0 4 14 / 0 0 0 0 0 2 15 / 1")
    assert run(position, evals.load("good", game), "minimax", 2).move == 5
    assert oracle.minimax(position, 2, evals.load("regular", game)).line == (0, 5)
    zero = evals.load("zero", game)
    ends = {move: oracle.minimax(position.play(move), 30, zero) for move in (0, 5)}
    assert {move: end.score for move, end in ends.items()} == {0: 4, 5: -6}
    assert max(end.depth for end in ends.values()) < 30
