"""Points of practice by both rules of both phases: for the whole phase, and per day.

                 Mo Tu We Th Fr Sa Su  Mo Tu We Th Fr Sa Su  Mo
    February      1  2  3  4  5  6  7   8  9 10 11 12 13 14  15
    training     T1 T2 T3  h T4  .  .  T5
    graded                                G1 G2  h G3  .  .  G4

h: holiday, which is in the middle of each phase; . : weekend.
"""

from dataclasses import replace
from datetime import date

import pytest

from tablero.arena.grades.facts import Facts, HandIn, Place, Score, Table
from tablero.arena.grades.rules import PLACE, PRACTICE, REFERENCES, grades
from tablero.locale import speaking
from tests.arena.courses import course

pytestmark = pytest.mark.plain

TRAINING = [date(2027, 2, day) for day in (1, 2, 3, 5, 8)]
GRADED = [date(2027, 2, day) for day in (9, 10, 12, 15)]
HOLIDAYS = (date(2027, 2, 4), date(2027, 2, 11))
SUNDAY = date(2027, 2, 7)
MINE = "01-01"
PER_DAY = {"training": (1, 2, 3), "absent": 1.0}

PAIRS = [
    # players submitted on     points for    points lost
    # T1 to T5    G1 to G4     phase  days   phase  days
    ("1 1 1 1 1", "1 1 1 1",       1,    5,      0,    0),
    ("2 2 2 2 2", "1 1 1 1",       2,   10,      0,    0),
    ("3 3 3 3 3", "1 1 1 1",       3,   15,      0,    0),
    ("3 3 3 3 3", "3 2 1 3",       3,   15,      0,    0),
    ("3 1 3 2 3", "1 1 1 1",       1,   12,      0,    0),
    ("2 3 2 3 3", "1 1 1 1",       2,   13,      0,    0),
    ("1 3 3 3 3", "1 1 1 1",       1,   13,      0,    0),
    ("3 3 3 3 2", "1 1 1 1",       2,   14,      0,    0),
    ("3 3 0 3 3", "1 1 1 1",       0,   12,      0,    0),
    ("0 3 3 3 3", "1 1 1 1",       0,   12,      0,    0),
    ("3 3 3 3 0", "1 1 1 1",       0,   12,      0,    0),
    ("3 3 3 3 3", "1 0 1 1",       3,   15,      1,    1),
    ("2 2 2 2 2", "0 1 1 0",       2,   10,      1,    2),
    ("1 1 1 1 1", "0 0 0 0",       1,    5,      1,    4),
    ("0 0 0 0 0", "0 0 0 0",       0,    0,      1,    4),
]  # fmt: skip


def submitted(days, counts):
    """Players 1 to 3 of the pair; so many on each day."""
    return tuple(
        HandIn(MINE, player, day)
        for day, count in zip(days, counts.split(), strict=True)
        for player in range(1, int(count) + 1)
    )


def grade(hand_ins, tables=(), through=GRADED[-1], **points):
    """The grade of a pair, which is not bounded unless `points` says so."""
    rules = {"least": -100, **points}
    calendar = {
        "training": (TRAINING[0], TRAINING[-1]),
        "graded": (GRADED[0], GRADED[-1]),
        "holidays": HOLIDAYS,
    }
    facts = Facts(through, hand_ins, tables, {MINE: (f"{MINE}-1",)}, frozenset())
    return grades(course(1, calendar=calendar, points=rules), facts)[0]


@pytest.mark.parametrize(("training", "graded", "phase", "days", "lost", "lost_by_day"), PAIRS)
def test_both_rules_of_both_phases(training, graded, phase, days, lost, lost_by_day):
    hand_ins = submitted(TRAINING, training) + submitted(GRADED, graded)
    by_day, absent_by_day = {"training": (1, 2, 3)}, {"absent": 1.0}
    found = {
        "default": grade(hand_ins),
        "training per day": grade(hand_ins, **by_day),
        "absent per day": grade(hand_ins, **absent_by_day),
        "both per day": grade(hand_ins, **by_day, **absent_by_day),
    }
    assert {rule: each.points(PRACTICE) for rule, each in found.items()} == {
        "default": phase - lost,
        "training per day": days - lost,
        "absent per day": phase - lost_by_day,
        "both per day": days - lost_by_day,
    }


def test_submissions_of_free_days_count_for_no_day():
    """Nothing on T4, after the holiday, nor on T5, after the Sunday; the same around G3."""
    free = submitted((HOLIDAYS[0], SUNDAY, HOLIDAYS[1]), "3 3 3")
    hand_ins = submitted(TRAINING, "3 3 3 0 0") + submitted(GRADED, "1 1 0 1") + free
    assert grade(hand_ins).points(PRACTICE) == 0 - 1
    assert grade(hand_ins, **PER_DAY).points(PRACTICE) == 9 - 1


@pytest.mark.parametrize(
    ("through", "phase", "days"),
    [
        (date(2027, 1, 31), 0, 0),
        (TRAINING[0], 3, 3),
        (TRAINING[1], 2, 5),
        (HOLIDAYS[0], 2, 8),
        (SUNDAY, 1, 9),
        (TRAINING[4], 0, 9),
        (GRADED[1], 0, 9),
        (GRADED[2], -1, 8),
        (GRADED[3], -1, 7),
    ],
)
def test_only_days_that_have_closed_count(through, phase, days):
    hand_ins = submitted(TRAINING, "3 2 3 1 0") + submitted(GRADED, "1 1 0 0")
    assert grade(hand_ins, through=through).points(PRACTICE) == phase
    assert grade(hand_ins, through=through, **PER_DAY).points(PRACTICE) == days


def test_points_of_ones_own():
    hand_ins = submitted(TRAINING, "3 3 2 3 3") + submitted(GRADED, "1 0 0 1")
    assert grade(hand_ins, training_phase=(0.5, 1.5, 4)).points(PRACTICE) == 1.5 - 1
    assert grade(hand_ins, training_phase=(5,)).points(PRACTICE) == 5 - 1
    assert grade(hand_ins, training_phase=()).points(PRACTICE) == -1
    assert grade(hand_ins, absent_phase=2.5).points(PRACTICE) == 2 - 2.5
    assert grade(hand_ins, absent=2.5).points(PRACTICE) == 2 - 5
    assert grade(hand_ins, practice=0.1).points(PRACTICE) == 0.1


def test_the_greatest_mark_of_the_paper_is_13():
    """Third paper: 10 points, and 3 of the training phase. The tournament gives 4 + 1 of the 10;
    the other 5 are not part of a course."""
    me, references = f"{MINE}-1", {f"reference-{number}": f"R{number}" for number in range(1, 6)}
    won = tuple(game for id in references for game in (Score(me, id, 1), Score(id, me, 0)))
    table = Table(GRADED[-1], True, (Place(me, "Best", 1),), won, references)
    hand_ins = submitted(TRAINING, "3 3 3 3 3") + submitted(GRADED, "3 3 3 3")
    best = grade(hand_ins, (table,))
    parts = (best.points(REFERENCES), best.points(PLACE), best.points(PRACTICE))
    assert parts == (4, 1, 3)
    elsewhere = 5
    assert best.total + elsewhere == 13
    assert grade(hand_ins, (table,), **PER_DAY).total == 5 + 15, "per day it is no such mark"


HAND_INS = submitted(TRAINING, "3 3 2 3 3") + submitted(GRADED, "1 0 1 0")


def told(found):
    return [(line.points, line.text()) for line in found.lines if line.part == PRACTICE]


def test_lines_of_the_rules_of_the_whole_phase():
    found = grade(HAND_INS)
    assert told(found) == [
        (0, "2027-02-01, training: players submitted: 3"),
        (0, "2027-02-02, training: players submitted: 3"),
        (0, "2027-02-03, training: players submitted: 2"),
        (0, "2027-02-05, training: players submitted: 3"),
        (0, "2027-02-08, training: players submitted: 3"),
        (
            2,
            "whole training phase (5 of 5 days closed): fewest players submitted on a day: 2",
        ),
        (0, "2027-02-10, graded: nothing submitted"),
        (0, "2027-02-15, graded: nothing submitted"),
        (-1, "whole graded phase, deducted once: days with nothing submitted: 2"),
    ]
    with speaking("es"):
        in_spanish = [text for _points, text in told(found)]
    assert in_spanish[4:] == [
        "2027-02-08, entrenamiento: jugadores entregados: 3",
        "toda la fase de entrenamiento (5 de 5 días cerrados): "
        "mínimo de jugadores entregados en un día: 2",
        "2027-02-10, fase evaluada: no se entregó nada",
        "2027-02-15, fase evaluada: no se entregó nada",
        "toda la fase evaluada, se descuenta una sola vez: días sin ninguna entrega: 2",
    ]
    (*_days, (points, so_far)) = told(grade(HAND_INS, through=TRAINING[2]))
    assert (points, so_far.split(":")[0]) == (2, "whole training phase (3 of 5 days closed)")


def test_lines_of_the_rules_per_day():
    found = grade(HAND_INS, **PER_DAY)
    assert told(found) == [
        (3, "2027-02-01, training, per day: players submitted: 3"),
        (3, "2027-02-02, training, per day: players submitted: 3"),
        (2, "2027-02-03, training, per day: players submitted: 2"),
        (3, "2027-02-05, training, per day: players submitted: 3"),
        (3, "2027-02-08, training, per day: players submitted: 3"),
        (-1, "2027-02-10, graded, per day: nothing submitted"),
        (-1, "2027-02-15, graded, per day: nothing submitted"),
    ]
    with speaking("es"):
        in_spanish = [text for _points, text in told(found)]
    assert in_spanish[4:6] == [
        "2027-02-08, entrenamiento, por día: jugadores entregados: 3",
        "2027-02-10, fase evaluada, por día: no se entregó nada",
    ]


def test_nothing_is_said_of_a_phase_that_a_course_does_not_have():
    only_graded = course(1, calendar={"training": (), "graded": (GRADED[0], GRADED[-1])})
    facts = Facts(GRADED[-1], submitted(GRADED, "1 1 1 1"), (), {MINE: ()}, frozenset())
    ours = replace(only_graded, calendar=replace(only_graded.calendar, holidays=HOLIDAYS))
    assert told(grades(ours, facts)[0]) == []
