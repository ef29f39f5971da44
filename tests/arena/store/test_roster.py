"""Who takes part in a round."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from tablero.arena.course.calendar import Calendar
from tablero.arena.grades.gather import gather
from tablero.arena.handin.desk import Desk
from tablero.arena.store.models import Kind
from tablero.arena.store.roster import roster
from tablero.arena.store.store import TEACHER, Ruling
from tablero.errors import OptionError
from tests.arena.courses import (
    MONDAY,
    alias_check,
    course,
    first_line_check,
    local,
    name,
    open_copy,
)

pytestmark = pytest.mark.plain

NOON = local(MONDAY, 12)
CLOSING = Calendar(course().calendar).closing(MONDAY)
REFERENCES = [f"reference-{number}" for number in range(1, 6)]


@pytest.fixture
def store(tmp_path):
    with open_copy(tmp_path) as opened:
        yield opened


@pytest.fixture
def desk(store):
    return Desk(course(), store, first_line_check)


def hand_in(desk, pair, alias, at=NOON):
    answer = desk.hand_in(name(pair, 1, MONDAY), alias.encode(), at)
    assert answer.kept, answer.message
    return answer.upload


def players(told, store):
    return [entrant.player for entrant in roster(told, store, CLOSING)]


def test_players_and_references(desk, store):
    hand_in(desk, 2, "Reaper")
    hand_in(desk, 1, "Sower", CLOSING - timedelta(microseconds=1))
    assert players(course(), store) == ["01-01-1", "01-02-1", *REFERENCES]


def test_a_pair_that_has_left_the_course_has_left_its_rounds(desk, store):
    hand_in(desk, 1, "Sower")
    hand_in(desk, 2, "Reaper")
    whole = course()
    told = replace(whole, pairs=whole.pairs[1:])
    assert players(told, store) == ["01-02-1", *REFERENCES]
    staying = gather(told, store, NOON).players
    assert staying == {"01-02": ("01-02-1",), "01-03": ()}


def test_nobody_is_shown_by_his_number(store):
    """A file without an alias, though the teacher has lifted what stood against it."""
    form = Ruling(Kind.DISQUALIFIED, "form")
    desk = Desk(course(), store, alias_check("", form))
    assert desk.hand_in(name(1, 1, MONDAY), b"x", NOON).kept
    (verdict,) = store.verdicts()
    store.lift(verdict.id, NOON, TEACHER, "never mind")
    assert players(course(), store) == REFERENCES


def test_a_reference_whose_alias_a_pair_has_had_for_long(desk, store):
    """It is said before the round begins: one that has begun stays as it is."""
    hand_in(desk, 1, "Sower")
    whole = course()
    told = replace(whole, references=(replace(whole.references[0], alias="SOWER"),))
    with pytest.raises(OptionError, match=r"references\[1\].alias: 'SOWER' is player 01-01-1's"):
        players(told, store)


def test_rounds_go_by_their_days(store):
    """One that was missed and is played later has a higher number."""
    tuesday = date(2027, 2, 2)
    for day in (tuesday, MONDAY):
        store.open_round(day, "training", NOON, {}, [])
    assert [(each.day, each.number) for each in store.rounds()] == [(MONDAY, 2), (tuesday, 1)]
