"""Ratings: published ones, formulas, simulations with a known truth, and the ends of the scale."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablero.match.components import Components
from tablero.match.elo import POINTS_PER_NAT, estimate, score_of
from tablero.match.ratings import fit, rate

pytestmark = pytest.mark.plain

BASEBALL = """
-    4-3  4-2  4-3  6-1  4-2  6-0
3-3  -    4-2  4-3  6-0  6-1  4-3
2-5  4-3  -    2-4  4-3  4-2  6-0
3-3  5-1  2-5  -    4-3  4-2  6-1
5-1  2-5  3-3  4-2  -    5-2  6-0
2-5  3-3  3-4  4-3  4-2  -    2-4
2-5  1-5  1-6  2-4  1-6  3-4  -
"""
"""Agresti, Categorical Data Analysis, table 10.10: games won and lost at home in 1987, by
Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore against the same. Also the data
set `baseball` of R's BradleyTerry2, data/baseball.csv of github.com/hturner/BradleyTerry2."""

WITH_HOME, AT_HOME = (1.6196, 1.4754, 1.3271, 1.2813, 1.1438, 0.7047, 0.0), 0.3023
"""With home advantage, relative to Baltimore: what R prints for `baseballModel2` in
tests/baseball.Rout.save of the same repository; Agresti, table 10.11."""


def test_published_ratings():
    rows = [row.split() for row in BASEBALL.split("\n") if row]
    games, points = np.zeros((2, 7, 7))
    for i, j in np.argwhere(np.array(rows) != "-"):
        won, lost = map(int, rows[i][j].split("-"))
        games[i, j], points[i, j] = won + lost, won
    *ratings, seat = fit(games[None], points[None], Components(games, points))[0]
    assert np.array(ratings) - ratings[-1] == pytest.approx(WITH_HOME, abs=1e-3)
    assert seat == pytest.approx(AT_HOME, abs=5e-3)  # our pair between equals pulls it to 0


def two_players(counts):
    """Pairs by their half points: [started, answered]."""
    results = np.zeros((2, 2, 3, 3), int)
    for (started, answered), number in counts.items():
        results[0, 1, started, answered] = number
    return results


@pytest.mark.parametrize(("won", "split", "lost"), [(30, 20, 7), (1, 1, 1), (400, 0, 3)])
def test_two_players_have_the_elo_of_their_match(won: int, split: int, lost: int):
    counts = {(2, 2): won, (2, 0): split, (0, 2): split, (0, 0): lost}
    found = rate(two_players(counts), seed=1).difference(0, 1)
    formula = estimate([lost, 0, 2 * split, 0, won])
    assert found.elo == pytest.approx(formula.elo)
    assert found.low < found.elo < found.high


def test_intervals_of_two_players_are_those_of_their_match():
    counts = {(2, 2): 60, (2, 0): 40, (0, 2): 40, (1, 1): 30, (1, 2): 12, (2, 1): 12, (0, 0): 20}
    found = rate(two_players(counts), seed=1, resamples=4000).difference(0, 1)
    formula = estimate([20, 0, 110, 24, 60])
    assert found.elo == pytest.approx(formula.elo)
    assert (found.low, found.high) == pytest.approx((formula.low, formula.high), abs=2)


def test_a_cycle_worked_out_by_hand():
    """Each of three beats the next one 3 to 1, from either seat: they are equals."""
    results = np.zeros((3, 3, 3, 3), int)
    for i, j in ((0, 1), (1, 2), (2, 0)):
        results[i, j, 2, 2], results[i, j, 0, 0] = 3, 1
    found = rate(results, seed=1, resamples=10)
    assert [each.elo for each in found.players] == pytest.approx([0, 0, 0], abs=1e-6)
    assert found.first_move.elo == pytest.approx(0, abs=1e-6)


def test_the_seat_worked_out_by_hand():
    """Equals; who starts wins 9 of 10 games, and the pair that is always added is split."""
    counts = {(2, 0): 16, (2, 2): 2, (0, 0): 2}
    found = rate(two_players(counts), seed=1)
    assert found.difference(0, 1).elo == pytest.approx(0, abs=1e-6)
    assert score_of(found.first_move.elo) == pytest.approx((36 + 1) / (40 + 2))
    assert found.first_move.low > 0


def simulated(dice, truth, seat: float, pairs: int, drawn: float):
    """A round robin between players of these ratings, in nats.

    drawn -- share of the games that could be drawn, as the shares of points have to come out
    """
    results = np.zeros((len(truth), len(truth), 3, 3), int)
    for i, j in zip(*np.triu_indices(len(truth), 1), strict=True):
        played = []
        for edge in (seat, -seat):
            share = 1 / (1 + math.exp(-(truth[i] - truth[j] + edge)))
            draws = 2 * drawn * min(share, 1 - share)
            chances = 1 - share - draws / 2, draws, share - draws / 2
            played.append(dice.choice(3, size=pairs, p=chances))
        np.add.at(results[i, j], tuple(played), 1)
    return results


@pytest.mark.parametrize("pairs", [10, 40])
def test_the_intervals_hold_the_truth_as_often_as_they_say(pairs: int):
    """Of 1000 intervals, 95 % give or take three deviations; players share their games."""
    dice, seat = np.random.default_rng(1), 0.3
    truth = np.array([-1.0, -0.3, 0.2, 1.1])
    held = []
    for seed in range(200):
        found = rate(simulated(dice, truth, seat, pairs, drawn=0.4), seed, resamples=300)
        each_and_true = zip([*found.players, found.first_move], [*truth, seat], strict=True)
        held += [each.low <= true * POINTS_PER_NAT <= each.high for each, true in each_and_true]
    assert 0.93 <= np.mean(held) <= 0.97


def test_equals_who_mostly_draw_are_seldom_told_apart():
    """Every result may be the only one of its kind."""
    dice = np.random.default_rng(4)
    found = [rate(simulated(dice, [0, 0], 0, 6, 0.9), seed, 200) for seed in range(200)]
    assert sum(each.differ_significantly(0, 1) for each in found) <= 0.05 * 200


def test_more_games_make_shorter_intervals_around_the_truth():
    dice, truth = np.random.default_rng(2), np.array([-0.5, 0, 0.5])
    few, many = (
        rate(simulated(dice, truth, 0.2, pairs, 0.3), 1, 200).players for pairs in (30, 3000)
    )
    width = [each.high - each.low for each in few]
    assert [each.high - each.low for each in many] == pytest.approx(np.array(width) / 10, rel=0.3)
    assert [each.elo for each in many] == pytest.approx(truth * POINTS_PER_NAT, abs=15)


@pytest.mark.parametrize("pairs", [10, 100])
def test_who_has_won_everything_is_better_nobody_knows_how_much(pairs: int):
    found = rate(two_players({(2, 2): pairs}), seed=1)
    difference, formula = found.difference(0, 1), estimate([0, 0, 0, 0, pairs])
    assert difference.high == math.inf
    assert difference.low == pytest.approx(formula.low, abs=30)
    assert found.difference(1, 0).low == -math.inf
    assert math.isfinite(difference.elo)
    assert found.differ_significantly(0, 1)


@pytest.mark.parametrize("draws", [0, 9])
@pytest.mark.parametrize("result", [*np.ndindex(3, 3)])
def test_one_pair_proves_nothing(result: tuple[int, int], draws: int):
    """Alone, or the only one beside draws."""
    found = rate(two_players({(1, 1): draws} | {result: 1}), seed=1)
    difference = found.difference(0, 1)
    assert difference.low < 0 < difference.high
    assert not found.differ_significantly(0, 1)
    assert found.first_move.low < found.first_move.high


@pytest.mark.parametrize("each", [3, 10, 100])
@pytest.mark.parametrize("result", [(1, 1), (2, 1), (0, 1)])
def test_where_all_pairs_are_alike(result: tuple[int, int], each: int):
    """The formula of a match says how many others may have been missed."""
    counts = [0] * 5
    counts[sum(result)] = 2 * each
    formula = estimate(counts)
    results = two_players({result: each}) + two_players({result[::-1]: each})
    found = rate(results, seed=1, resamples=2000).difference(0, 1)
    assert found.elo == pytest.approx(formula.elo)
    near = 0.2 * (formula.high - formula.low)
    assert (found.low, found.high) == pytest.approx((formula.low, formula.high), abs=near)


def test_a_ladder_without_a_single_surprise():
    """Four players, each beats all below; no two of them can be placed, and nothing hangs."""
    results = np.zeros((4, 4, 3, 3), int)
    for i, j in zip(*np.triu_indices(4, 1), strict=True):
        results[i, j, 2, 2] = 20
    found = rate(results, seed=1, resamples=50)
    assert found.order() == [0, 1, 2, 3]
    highs = [each.high for each in found.players[1:]]
    assert 0 > highs[0] > highs[1] > highs[2] > -2000
    assert [each.low for each in found.players[1:]] == [-math.inf] * 3
    assert all(found.differ_significantly(i, i + 1) for i in range(3))


@pytest.mark.parametrize("winner", [0, 1])
def test_who_has_won_all_there_was_is_named_first(winner: int):
    """One pair proves nothing, but the scale begins with him."""
    found = rate(two_players({(2, 2) if winner == 0 else (0, 0): 1}), seed=1)
    assert found.order() == [winner, 1 - winner]
    assert found.players[winner] == (0, 0, 0)
    assert found.players[1 - winner].low == -math.inf


@pytest.mark.parametrize("seed", [-1, 1 << 70])
def test_any_number_is_a_seed(seed: int):
    results = two_players({(2, 1): 5, (0, 1): 4})
    assert rate(results, seed, 50) == rate(results, seed, 50) != rate(results, 1, 50)


def test_an_outsider_does_not_blur_the_others():
    """Who loses everything is below the group of the others; its mean stays 0."""
    dice = np.random.default_rng(3)
    results = np.zeros((4, 4, 3, 3), int)
    results[:3, :3] = simulated(dice, [-0.4, 0, 0.4], 0, pairs=50, drawn=0)
    results[:3, 3, 2, 2] = 50
    found, without = rate(results, 1, 200), rate(results[:3, :3], 1, 200)
    assert sum(each.elo for each in found.players[:3]) == pytest.approx(0, abs=1e-6)
    assert found.players[3].low == -math.inf
    assert found.players[3].high < found.players[0].low
    for here, there in zip(found.players[:3], without.players, strict=True):
        assert here == pytest.approx(there, abs=15)


def test_who_starts_always_wins():
    """The players are equals, and the seat is worth much."""
    found = rate(two_players({(2, 0): 50}), seed=1)
    assert found.difference(0, 1).elo == pytest.approx(0, abs=1e-6)
    assert found.first_move.low > 400
    assert math.isfinite(found.first_move.high)
    assert not found.differ_significantly(0, 1)


def test_players_who_never_met_cannot_be_compared():
    results = np.zeros((4, 4, 3, 3), int)
    results[0, 1, 2, 2], results[0, 1, 0, 0] = 3, 1
    results[2, 3, 2, 2], results[2, 3, 0, 0] = 1, 3
    found = rate(results, seed=1, resamples=50)
    assert found.difference(0, 2)[1:] == (-math.inf, math.inf)
    assert found.difference(0, 1).elo == pytest.approx(estimate([1, 0, 0, 0, 3]).elo)
    assert not found.differ_significantly(1, 2)


def test_two_who_have_only_beaten_the_same_third_cannot_be_compared():
    results = np.zeros((3, 3, 3, 3), int)
    results[0, 2, 2, 2], results[1, 2, 2, 2] = 10, 20
    found = rate(results, seed=1, resamples=50)
    assert found.difference(0, 1)[1:] == (-math.inf, math.inf)
    assert found.difference(0, 2).low > 0
    assert found.difference(1, 2).high == math.inf


@given(st.lists(st.integers(0, 6), min_size=27, max_size=27))
def test_whatever_the_results_are(counts: list[int]):
    """Ratings are finite, in their intervals, and the mean of the largest group is 0."""
    results = np.zeros((3, 3, 3, 3), int)
    for (i, j), some in zip(((0, 1), (0, 2), (1, 2)), np.reshape(counts, (3, 3, 3)), strict=True):
        results[i, j] = some
    found = rate(results, seed=1, resamples=100)
    for each in (*found.players, found.first_move):
        assert math.isfinite(each.elo)
        assert each.low <= each.elo <= each.high


def test_the_same_seed_gives_the_same_intervals_and_names_swapped_the_opposite():
    results = two_players({(2, 2): 5, (2, 0): 3, (0, 2): 1, (0, 0): 2})
    assert rate(results, seed=4) == rate(results, seed=4) != rate(results, seed=5)
    swapped = two_players({(0, 0): 5, (2, 0): 3, (0, 2): 1, (2, 2): 2})
    ours, theirs = (rate(each, seed=4).difference(0, 1) for each in (results, swapped))
    assert ours.elo == pytest.approx(-theirs.elo)
