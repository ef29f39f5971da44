"""Labels of logarithmic scales: enough of them, and no more."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("matplotlib")

from tablero.lab.powers import labelled, short

pytestmark = pytest.mark.plain


@pytest.mark.parametrize(
    ("low", "high", "numbers"),
    [
        (8, 2e5, [10, 100, 1e3, 1e4, 1e5]),
        (80, 4000, [100, 300, 1e3, 3e3]),
        (6e-5, 4e-4, [7e-5, 1e-4, 1.5e-4, 2e-4, 3e-4]),
        (15, 105, [15, 20, 30, 50, 70, 100]),
    ],
)
def test_labels_worked_out_by_hand(low: float, high: float, numbers: list[float]):
    assert labelled(low, high) == pytest.approx(numbers)


@given(low=st.floats(1e-6, 1e9), decades=st.floats(0.31, 9))
def test_every_scale_has_labels(low: float, decades: float):
    high = low * 10**decades
    found = labelled(low, high)
    assert 3 <= len(found) <= 4 + max(9, decades)
    assert all(low <= number <= high for number in found)
    assert found == sorted(found)


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (200, "", "200"),
        (5e3, "", "5k"),
        (1e7, "", "10M"),
        (2e-5, "s", "20 µs"),
        (1.5, "s", "1.5 s"),
    ],
)
def test_short(value: float, unit: str, text: str):
    assert short(value, unit) == text
