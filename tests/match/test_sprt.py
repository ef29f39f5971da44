"""The sequential test: published ratios, the meaning of its numbers, and an end in every case."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablero.agents.random_generator import random_below
from tablero.errors import OptionError
from tablero.match.elo import moments, score_of, shares
from tablero.match.sprt import MOST, Sprt, balanced, with_signal

pytestmark = pytest.mark.plain

PUBLISHED = [
    # fastchess, sprt_test: its pairs are (LL, LD, WL, DD, WD, WW), its games (won, lost, drawn)
    ((365, 16618, 36029 + 200, 16974, 390), 0, 2, "normalized", 2.25),
    ((127, 4883, 10311 + 401, 5150, 104), -1.75, 0.25, "normalized", 3.01),
    ((223, 9863, 20279 + 1000, 10037, 246), 0.5, 2.5, "logistic", -3.07),
    ((871, 26175, 55003 + 980, 26678, 821), 0, 2, "logistic", -4.98),
    ((36027, 68692, 36433), 0, 2, "normalized", 0.92),
    ((10650, 20431, 10871), -1.75, 0.25, "normalized", 2.30),
    ((21184, 40708, 21404), 0.5, 2.5, "logistic", -1.57),
    ((57030, 106593, 57433), 0, 2, "logistic", -2.59),
    # montytest, raw statistics of a test, exact ratio
    ((13, 37, 50, 25, 3), 0, 4, "normalized", -0.55),
    ((13, 37, 50, 25, 3), 0, 2.716, "logistic", -0.54),
]

distributions = st.lists(st.floats(1e-9, 1), min_size=5, max_size=5).map(
    lambda parts: [part / math.fsum(parts) for part in parts]
)
counts = st.lists(st.sampled_from([0, 1, 7, 1000, 10**6]), min_size=5, max_size=5)


@pytest.mark.parametrize(("seen", "elo0", "elo1", "model", "llr"), PUBLISHED)
def test_published_ratios(seen, elo0, elo1, model, llr):
    assert round(Sprt(elo0, elo1, model=model).llr(seen), 2) == llr


@pytest.mark.parametrize(
    ("seen", "elo1", "llr"), [((0, 0, 0, 0, 5550), 5, 111.82), ((0, 0, 4250), 10, 120.56)]
)
def test_published_ratios_of_won_games_only(seen, elo1, llr):
    """fastchess allows for one per cent, since what has not been seen is a matter of taste."""
    assert Sprt(0, elo1).llr(seen) == pytest.approx(llr, rel=0.001)


def test_published_bounds():
    assert (round(Sprt().lower, 2), round(Sprt().upper, 2)) == (-2.94, 2.94)


@pytest.mark.parametrize("model", ["normalized", "logistic"])
@pytest.mark.parametrize("size", [3, 5])
def test_games_that_are_all_lost_come_to_an_end(model: str, size: int):
    test = Sprt(0, 5, model=model)  # type: ignore[arg-type]
    most = range(20)
    assert {test.accepted([2**n] + [0] * (size - 1)) for n in most} == {None, "H0"}
    assert {test.accepted([0] * (size - 1) + [2**n]) for n in most} == {None, "H1"}


def test_drawn_games_only_are_no_difference():
    assert Sprt(0, 5).accepted([0, 0, 100_000, 0, 0]) == "H0"


def test_no_games_tell_nothing():
    assert Sprt().llr([0] * 5) == 0
    assert Sprt().accepted([0] * 5) is None


@given(seen=counts, low=st.floats(-MOST, 0), high=st.floats(1, MOST))
@pytest.mark.parametrize("model", ["normalized", "logistic"])
def test_every_ratio_is_a_number(model, seen: list[int], low: float, high: float):
    assert math.isfinite(Sprt(low, high, model=model).llr(seen))


@given(seen=counts)
def test_the_other_side_sees_the_opposite(seen: list[int]):
    ours, theirs = Sprt(-3, 7).llr(seen), Sprt(-7, 3).llr(seen[::-1])
    assert ours == pytest.approx(-theirs, rel=1e-4, abs=1e-6)


@given(seen=distributions, elo=st.floats(-MOST, MOST))
def test_the_likeliest_distribution_has_the_mean_that_was_asked_for(seen, elo: float):
    score = score_of(elo)
    found = balanced(seen, [share - score for share in shares(seen)])
    assert math.fsum(found) == pytest.approx(1, abs=1e-6)
    assert moments(shares(seen), found).mean == pytest.approx(score, abs=1e-6)


@given(seen=distributions, signal=st.floats(-0.5, 0.5))
def test_the_likeliest_distribution_has_the_signal_that_was_asked_for(seen, signal: float):
    found = with_signal(seen, signal)
    _number, mean, variance = moments(shares(seen), found)
    assert (mean - 0.5) / math.sqrt(variance) == pytest.approx(signal, abs=1e-6)


@given(seen=distributions, share=st.floats(-1, 1))
def test_no_neighbour_of_the_same_signal_is_likelier(seen, share: float):
    """Tried on distributions between the likeliest one and one with the same signal."""
    found = with_signal(seen, 0.1)
    other = with_signal([1 / 5] * 5, 0.1)
    mixed = with_signal(
        [(1 - share**2) * a + share**2 * b for a, b in zip(found, other, strict=True)], 0.1
    )

    def likelihood(distribution: list[float]) -> float:
        return math.fsum(p * math.log(q) for p, q in zip(seen, distribution, strict=True))

    assert likelihood(found) >= likelihood(mixed) - 1e-7


@pytest.mark.slow
@pytest.mark.parametrize(("elo", "verdict"), [(0, "H0"), (100, "H1")])
def test_errors_are_as_rare_as_promised(elo: float, verdict: str):
    """200 tests on coins of this strength: five per cent may go wrong, three deviations more."""
    test, limit = Sprt(0, 100, model="logistic"), int(score_of(elo) * 10**6)
    wrong = 0
    for seed in range(200):
        dice, seen = [seed * 1000], [0, 0, 0]
        while not (found := test.accepted(seen)):
            seen[2 if random_below(dice, 10**6) < limit else 0] += 1
        wrong += found != verdict
    assert wrong <= 10 + 3 * math.sqrt(200 * 0.05 * 0.95)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"elo0": 5, "elo1": 5}, "less than elo1"),
        ({"elo0": 0, "elo1": 900}, "within ±200"),
        ({"alpha": 0}, "alpha must be between 0 and 0.5, not 0"),
        ({"beta": 0.5}, "beta must be between 0 and 0.5, not 0.5"),
    ],
)
def test_tests_that_make_no_sense(options, told: str):
    with pytest.raises(OptionError, match=told):
        Sprt(**options)
