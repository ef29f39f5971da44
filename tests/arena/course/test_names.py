"""Patterns of names: read and written, and what does not fit is told exactly."""

from datetime import date
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablero.arena.course.names import NUMBERS, Name, parse_pattern
from tablero.errors import NotationError

pytestmark = pytest.mark.plain

PAPER = parse_pattern("grupo{group:2}pareja{pair:2}{player:1}{secret:2}{day:2}{month:2}.py")
SIGNS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
LITERALS = st.text("abcxyz_.-+@=019", max_size=4)


def test_the_papers_name():
    assert PAPER.read("grupo03pareja121k70502.py") == Name(3, 12, 1, "k7", 5, 2)
    assert PAPER.write(Name(3, 12, 1, "k7", 5, 2)) == "grupo03pareja121k70502.py"
    assert PAPER.example() == "grupoGGparejaPPNccDDMM.py"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Grupo03pareja121k70502.py", "expected 'grupo' at sign 1, not 'Grupo'"),
        ("grupo3pareja121k70502.py", "expected the group, 2 digits, at sign 6, not '3p'"),
        ("grupo03pareja1", "expected the pair, 2 digits, at sign 14, not '1'"),
        ("grupo03parejaxx1k70502.py", "expected the pair, 2 digits, at sign 14, not 'x*'"),
        ("grupo03pareja12xk70502.py", "the number of the player, 1 digits, at sign 16, not '*'"),
        ("grupo03pareja12k70502.py", "the number of the player, 1 digits, at sign 16, not '*'"),
        ("grupo03pareja121k-0502.py", "the secret, 2 letters or digits, at sign 17, not '**'"),
        ("grupo03pareja121k7a502.py", "expected the day, 2 digits, at sign 19, not 'a5'"),
        ("grupo03pareja121k705２2.py", "expected the month, 2 digits, at sign 21, not '２2'"),
        ("grupo03pareja121k70502.txt", "expected '.py' at sign 23, not '.tx'"),
        ("grupo03pareja121k70502.py.bak", "nothing may follow after sign 25, but '***k' does"),
        ("", "expected 'grupo' at sign 1, not ''"),
        ("../grupo03pareja121k70502.py", "expected 'grupo' at sign 1, not '../gr'"),
        ("grupo03pareja121k70502.py\n", "nothing may follow"),
    ],
)
def test_what_does_not_fit_is_told_with_its_place(name, message):
    with pytest.raises(NotationError) as error:
        PAPER.read(name)
    assert str(error.value).startswith("the name must be grupoGGparejaPPNccDDMM.py: ")
    assert message in str(error.value)
    assert "k-" not in str(error.value)


@st.composite
def patterns(draw):
    """A pattern of all kinds, and a name that fits it."""
    optional = [field for field in ("day", "month", "year") if draw(st.booleans())]
    fields = draw(st.permutations(["group", "pair", "player", "secret", *optional]))
    text, values = draw(LITERALS), {}
    for field in fields:
        width = draw(st.integers(1, 5))
        text += f"{{{field}:{width}}}" + draw(LITERALS)
        secret = st.text(SIGNS, min_size=width, max_size=width)
        values[field] = draw(st.integers(0, 10**width - 1) if field in NUMBERS else secret)
    return text, Name(**values)


@given(patterns())
def test_patterns_round_trip(told):
    text, name = told
    pattern = parse_pattern(text)
    written = pattern.write(name)
    assert pattern.read(written) == name
    assert pattern.write(pattern.read(written)) == written
    assert len(pattern.masked(name)) == len(written)
    assert len(pattern.example()) == len(written)


def test_a_name_with_one_sign_changed_is_another_name_or_none():
    """Nine digits take a 9, both signs of the secret x, G and 9; and a dot is a dot."""
    right, read, refused = "grupo03pareja121k70502.py", 0, 0
    for place, sign in product(range(len(right)), "xG.- 9é"):
        changed = right[:place] + sign + right[place + 1 :]
        try:
            assert PAPER.write(PAPER.read(changed)) == changed
            read += 1
        except NotationError:
            refused += 1
    assert (read, refused) == (9 + 2 * 3 + 1, 7 * 25 - 16)


def test_a_masked_name_has_no_secret():
    assert PAPER.masked(Name(3, 12, 1, "k7", 5, 2)) == "grupo03pareja121**0502.py"


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("{group:2}{pair:2}{player:1}", "lacks {secret:N}"),
        ("{group:2}{group:2}{pair:2}{player:1}{secret:2}", "has {group:N} twice"),
        ("{group:2}{pair:2}{player:1}{secret:2}{hour:2}", "a field 'hour'; known: group, pair"),
        ("{group:0}{pair:2}{player:1}{secret:2}", "{group:0} needs a width from 1 to 32"),
        ("{group:x}{pair:2}{player:1}{secret:2}", "{group:x} needs a width"),
        ("{group:33}{pair:2}{player:1}{secret:2}", "{group:33} needs a width"),
        ("{group}{pair:2}{player:1}{secret:2}", "cannot have '{'"),
        ("a/b{group:2}{pair:2}{player:1}{secret:2}", "cannot have 'a/b'"),
        ("a b{group:2}{pair:2}{player:1}{secret:2}", "cannot have 'a b'"),
        ("", "lacks {group:N}"),
    ],
)
def test_wrong_patterns(pattern, message):
    with pytest.raises(NotationError, match="the pattern") as error:
        parse_pattern(pattern)
    assert message in str(error.value)


def test_what_has_no_room_cannot_be_written():
    with pytest.raises(NotationError, match="'100' does not fit into 2 signs"):
        PAPER.write(Name(100, 1, 1, "ab", 1, 1))


def test_the_day_of_a_name():
    name = Name(1, 1, 1, "ab", 5, 2)
    assert PAPER.tells_day(name, date(2027, 2, 5))
    assert not PAPER.tells_day(name, date(2027, 2, 6))
    assert not PAPER.tells_day(name, date(2027, 3, 5))
    with_year = parse_pattern("{group:1}{pair:1}{player:1}{secret:1}{year:2}")
    assert with_year.tells_day(with_year.read("111a27"), date(2027, 12, 31))
    assert not with_year.tells_day(with_year.read("111a27"), date(2028, 1, 1))
    without = parse_pattern("{group:1}{pair:1}{player:1}{secret:1}")
    assert without.tells_day(without.read("111a"), date(2027, 2, 5))
