"""Numbers as people read them."""

import pytest

from tablero.numbers import grouped, percent, signed

pytestmark = pytest.mark.plain


def test_thousands_are_set_apart():
    assert [grouped(number) for number in (0, 999, 1000, 1234567)] == [
        "0",
        "999",
        "1 000",
        "1 234 567",
    ]


def test_a_score_has_its_sign_but_0_has_none():
    assert [signed(score) for score in (3, 0, -3)] == ["+3", "0", "-3"]


def test_a_share():
    assert [percent(share) for share in (0.125, -0.5, 1, None)] == [
        "12.5 %",
        "-50.0 %",
        "100.0 %",
        "-",
    ]
