"""Elo, intervals and likelihoods: published ones, formulas, and the ends of the scale."""

import json
import math
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablero.match.elo import SURE, elo_of, estimate, score_of

pytestmark = pytest.mark.plain

PUBLISHED = [
    # counts, Elo, half the interval, likelihood of superiority in per cent: fastchess, elo_test
    ((96, 111, 136), 40.70, 30.43, 99.60),
    ((332, 433, 457 + 41, 333, 334), -8.64, 10.33, 5.05),
    ((34, 54, 31 + 32, 64, 75), 55.58, 27.65, 100.00),
    ((7895, 8757, 5485 + 200, 568, 9999), -21.04, 2.95, None),
    ((89, 123, 76), None, None, 15.53),
]

counts = st.lists(st.integers(0, 10_000), min_size=3, max_size=3) | st.lists(
    st.integers(0, 10_000), min_size=5, max_size=5
)


@pytest.mark.parametrize(("seen", "elo", "error", "los"), PUBLISHED)
def test_published_estimates(seen, elo, error, los):
    found = estimate(seen)
    if elo is not None:
        assert round(found.elo, 2) == elo
        assert round((found.high - found.low) / 2, 2) == error
    if los is not None:
        assert round(100 * found.los, 2) == los


@given(elo=st.floats(-1000, 1000))
def test_scores_and_elo_go_both_ways(elo: float):
    assert elo_of(score_of(elo)) == pytest.approx(elo, abs=1e-6)


def test_the_scale_of_elo():
    assert elo_of(10 / 11) == pytest.approx(400)
    assert score_of(-400) == pytest.approx(1 / 11)


@given(seen=counts)
def test_every_estimate_is_a_number_and_in_order(seen: list[int]):
    found = estimate(seen)
    assert not math.isnan(found.elo + found.los)
    assert found.low <= found.elo <= found.high
    assert 0 <= found.los <= 1
    assert (found.score is None) == (sum(seen) == 0)


@given(seen=counts)
def test_the_other_side_sees_the_same_with_the_sign_changed(seen: list[int]):
    ours, theirs = estimate(seen), estimate(seen[::-1])
    assert ours.elo == pytest.approx(-theirs.elo)
    assert (ours.low, ours.high) == pytest.approx((-theirs.high, -theirs.low))
    assert ours.los == pytest.approx(1 - theirs.los)


def test_nothing_played():
    found = estimate([0] * 5)
    assert (found.score, found.los) == (None, 0.5)
    assert (found.low, found.high) == (-math.inf, math.inf)


@pytest.mark.parametrize("number", [1, 2, 10, 1000])
def test_all_lost(number: int):
    """The truth may be better than that, but not by much: so many losses would be unlikely."""
    found = estimate([number, 0, 0])
    assert (found.score, found.elo, found.low) == (0, -math.inf, -math.inf)
    assert (1 - score_of(found.high)) ** number == pytest.approx(1 - SURE)
    assert found.los == 0.5 ** (number + 1)


def test_all_drawn():
    few, many = estimate([0, 0, 2, 0, 0]), estimate([0, 0, 2000, 0, 0])
    assert few.elo == many.elo == 0
    assert few.los == many.los == 0.5
    assert few.high > 10 * many.high > 0
    assert few.low == pytest.approx(-few.high)


def test_a_pair_that_is_always_split_is_known_better_than_its_games():
    """Who starts always wins: single games vary, pairs do not."""
    assert estimate([100, 0, 100]).high > 2 * estimate([0, 0, 100, 0, 0]).high


def test_the_interval_holds_the_truth_as_often_as_it_says():
    """Of all that 400 games at even chances can come to, by the binomial distribution."""
    right = sum(
        math.comb(400, won) / 2**400
        for won in range(401)
        if (found := estimate([400 - won, 0, won])).low <= 0 <= found.high
    )
    assert right == pytest.approx(SURE, abs=0.01)


def test_likelihood_is_that_of_the_normal_distribution():
    """60 won and 40 lost: 20 more than the other, with a deviation near the root of 100."""
    deviation = math.sqrt(100 - 20**2 / 100)
    assert estimate([40, 0, 60]).los == pytest.approx(NormalDist().cdf(20 / deviation))


def test_json_has_no_infinities():
    assert json.loads(json.dumps(estimate([3, 2, 1]).__dict__))["elo"] < 0
