"""The figures of the first paper that come from many games."""

import pytest

from tablero.match.batch import Batch
from tablero.match.plan import MatchTerms, Plan

GAME = "kalah(seeds=5,capture=leave)"
"""The paper's Kalah."""

PAPER = 493, 53, 454
"""Random against random, 1000 games: won, drawn, lost."""

CHI_SQUARE = 5.99
"""Two samples of the same kind, of three counts each, differ by more only once in twenty times."""


def played(first: str, games: int) -> tuple[int, int, int]:
    batch = Batch(Plan(MatchTerms(GAME, (first, "random"), games, seed=1)))
    batch.run()
    lost, drawn, won = batch.tally.games
    return won, drawn, lost


def distance(ours: tuple[int, ...], theirs: tuple[int, ...]) -> float:
    """Chi-square of two samples of the same size; 2 degrees of freedom for three counts."""
    return sum((a - b) ** 2 / (a + b) for a, b in zip(ours, theirs, strict=True))


def test_random_against_random_comes_out_as_in_the_paper():
    ours = played("random", 1000)
    assert sum(ours) == 1000
    assert distance(ours, PAPER) < CHI_SQUARE


def test_the_distance_would_see_another_result():
    """A player who wins 55 % would not pass for random, nor would twice as many draws."""
    assert distance((550, 53, 397), PAPER) > CHI_SQUARE
    assert distance((466, 106, 428), PAPER) > CHI_SQUARE


@pytest.mark.compiled_only
def test_minimax_wins_nearly_all_games_against_random():
    """The paper's won 314 of 500, for it had a fault."""
    won, _drawn, _lost = played("minimax(depth=3)", 500)
    assert won >= 0.95 * 500
