"""Days of a course, by hand: closing hours, weekends, holidays, and clocks that change."""

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablero.arena.course.calendar import Calendar, Phase
from tests.arena.courses import MADRID, local, paper

pytestmark = pytest.mark.plain

CALENDAR = Calendar(paper().calendar)
"""Training from Monday 1 to Friday 12 of February 2027, graded from 15 to 5 of March; 20:00."""


def calendar(**keys) -> Calendar:
    return Calendar(replace(paper().calendar, **keys))


@pytest.mark.parametrize(
    ("now", "day"),
    [
        (local(date(2027, 2, 1), 0), date(2027, 2, 1)),
        (local(date(2027, 2, 1), 19, 59), date(2027, 2, 1)),
        (local(date(2027, 2, 1), 20), date(2027, 2, 2)),
        (local(date(2027, 2, 1), 23, 59), date(2027, 2, 2)),
        (local(date(2027, 2, 5), 20), date(2027, 2, 6)),
        (local(date(2027, 2, 28), 21), date(2027, 3, 1)),
        (datetime(2027, 2, 1, 18, 59, tzinfo=UTC), date(2027, 2, 1)),
        (datetime(2027, 2, 1, 19, 0, tzinfo=UTC), date(2027, 2, 2)),
    ],
)
def test_a_day_ends_at_the_closing_hour(now, day):
    assert CALENDAR.day(now) == day


@pytest.mark.parametrize(
    ("day", "phase"),
    [
        (date(2027, 1, 29), Phase.OUTSIDE),
        (date(2027, 2, 1), Phase.TRAINING),
        (date(2027, 2, 6), Phase.FREE),
        (date(2027, 2, 7), Phase.FREE),
        (date(2027, 2, 12), Phase.TRAINING),
        (date(2027, 2, 13), Phase.OUTSIDE),
        (date(2027, 2, 15), Phase.GRADED),
        (date(2027, 3, 5), Phase.GRADED),
        (date(2027, 3, 6), Phase.OUTSIDE),
    ],
)
def test_phases(day, phase):
    assert CALENDAR.phase(day) == phase


def test_holidays_and_weekends_of_ones_own():
    friday_off = calendar(weekend=("friday",), holidays=(date(2027, 2, 2),))
    assert [friday_off.phase(date(2027, 2, day)) for day in range(1, 8)] == [
        Phase.TRAINING,
        Phase.FREE,
        Phase.TRAINING,
        Phase.TRAINING,
        Phase.FREE,
        Phase.TRAINING,
        Phase.TRAINING,
    ]


def test_two_weeks_of_training_and_three_of_grades_have_25_rounds():
    assert len(CALENDAR.rounds()) == 10 + 15
    assert len(calendar(holidays=(date(2027, 2, 3), date(2027, 2, 6))).rounds()) == 24


def test_the_next_round_skips_the_weekend():
    friday, monday = date(2027, 2, 5), date(2027, 2, 8)
    assert CALENDAR.next_round(local(friday, 19)) == (friday, local(friday, 20))
    assert CALENDAR.next_round(local(friday, 20)) == (monday, local(monday, 20))
    assert CALENDAR.last_round(local(friday, 19, 59)) == date(2027, 2, 4)
    assert CALENDAR.last_round(local(date(2027, 2, 7), 12)) == friday
    assert CALENDAR.last_round(local(date(2027, 2, 1), 12)) is None
    assert CALENDAR.next_round(local(date(2027, 3, 5), 20)) is None


def test_publication_is_next_morning():
    assert CALENDAR.publication(date(2027, 2, 1)) == local(date(2027, 2, 2), 8)


def test_the_course_opens_and_ends():
    assert CALENDAR.opens == local(date(2027, 2, 1), 0)
    assert CALENDAR.ends == local(date(2027, 3, 5), 20)
    assert calendar(graded=()).ends == local(date(2027, 2, 12), 20)


def test_the_course_ends_with_its_last_round():
    """A span may end on a Sunday or a holiday; what came after the last round, none would play."""
    sunday = date(2027, 3, 7)
    assert calendar(graded=(date(2027, 2, 15), sunday)).ends == local(date(2027, 3, 5), 20)
    friday_off = calendar(holidays=(date(2027, 3, 5),))
    assert friday_off.ends == local(date(2027, 3, 4), 20)
    for ended in (friday_off, calendar(graded=(date(2027, 2, 15), sunday))):
        assert ended.next_round(ended.ends - timedelta(seconds=1)) is not None


def test_closing_at_20_is_18_or_19_by_greenwich():
    """Madrid is an hour ahead in winter, two in summer; clocks change on 28 March 2027."""
    assert CALENDAR.closing(date(2027, 3, 27)) == datetime(2027, 3, 27, 19, tzinfo=UTC)
    assert CALENDAR.closing(date(2027, 3, 28)) == datetime(2027, 3, 28, 18, tzinfo=UTC)
    between = CALENDAR.closing(date(2027, 3, 28)) - CALENDAR.closing(date(2027, 3, 27))
    assert between == timedelta(hours=23)


def test_an_hour_that_clocks_skip():
    """On 28 March 2027 at 02:00 clocks in Madrid show 03:00: 01:00 by Greenwich."""
    assert calendar(closes=time(2, 30)).closing(date(2027, 3, 28)) == datetime(
        2027, 3, 28, 1, tzinfo=UTC
    )


def test_an_hour_that_clocks_show_twice():
    """On 31 October 2027 clocks in Madrid show 02:30 at 00:30 and at 01:30 by Greenwich."""
    late = calendar(closes=time(2, 30))
    assert late.closing(date(2027, 10, 31)) == datetime(2027, 10, 31, 0, 30, tzinfo=UTC)
    assert late.day(datetime(2027, 10, 31, 0, 29, tzinfo=UTC)) == date(2027, 10, 31)
    assert late.day(datetime(2027, 10, 31, 0, 31, tzinfo=UTC)) == date(2027, 11, 1)
    assert late.day(datetime(2027, 10, 31, 1, 29, tzinfo=UTC)) == date(2027, 11, 1)


@given(
    st.datetimes(datetime(2026, 1, 1), datetime(2028, 12, 31)),
    st.times(),
    st.sampled_from(["Europe/Madrid", "UTC", "America/Santiago", "Asia/Kathmandu"]),
)
def test_every_instant_belongs_to_the_day_that_closes_next(now, closes, zone):
    days, now = calendar(zone=zone, closes=closes.replace(tzinfo=None)), now.replace(tzinfo=UTC)
    day = days.day(now)
    assert days.closing(day - timedelta(days=1)) <= now < days.closing(day)


def test_clocks_of_others_do_not_matter():
    now = local(date(2027, 2, 1), 19, 59)
    assert CALENDAR.day(now.astimezone(MADRID)) == CALENDAR.day(now) == date(2027, 2, 1)
