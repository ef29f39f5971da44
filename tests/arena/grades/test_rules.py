"""Grades as a pure function: each rule by itself, on facts made by hand."""

from dataclasses import replace
from datetime import date

import pytest

from tablero.arena.course.model import Among, Beating, Counted
from tablero.arena.grades.facts import Facts, HandIn, Place, Score, Table
from tablero.arena.grades.rules import PLACE, PRACTICE, REFERENCES, grades
from tests.arena.courses import course

pytestmark = pytest.mark.plain

MINE, OTHER = "01-01", "01-02"
LAST = date(2027, 3, 5)
REFERENCES_THEN = {f"reference-{number}": f"R{number}" for number in range(1, 6)}
"""Who they were in the rounds of these tests."""
NOTHING = Facts(None, (), (), {MINE: (), OTHER: ()}, frozenset())


def grade(facts, **points):
    """Of the first pair."""
    return grades(course(2, points=points), facts)[0]


def handed(*players, day=date(2027, 2, 1), in_order=True):
    return tuple(HandIn(MINE, player, day, in_order) for player in players)


@pytest.mark.parametrize(
    ("hand_ins", "points"),
    [
        ((), 0),
        (handed(1), 1),
        (handed(1, 1, 1), 1),
        (handed(1, 3), 2),
        (handed(1, 2, 3), 3),
        (handed(1, 2, 3, 3, 2, 1), 3),
        (handed(1) + handed(2, day=date(2027, 2, 2)), 2),
        (handed(1, 2, day=date(2027, 2, 6)), 0),
        (handed(1, day=date(2027, 2, 8)), 0),
    ],
)
def test_per_day_a_training_day_is_worth_as_many_points_as_players_came(hand_ins, points):
    """On the seventh of February, a Sunday: the eighth has not closed."""
    facts = replace(NOTHING, through=date(2027, 2, 7), hand_ins=hand_ins)
    assert grade(facts, training=(1, 2, 3)).points(PRACTICE) == points


@pytest.mark.parametrize("rule", ["training_phase", "training"])
def test_a_table_of_points_that_is_shorter(rule):
    facts = replace(NOTHING, through=date(2027, 2, 1), hand_ins=handed(1, 2, 3))
    assert grade(facts, **{rule: (1, 1.5)}).points(PRACTICE) == 1.5
    assert grade(facts, practice=0.1).points(PRACTICE) == 0.3


@pytest.mark.parametrize("rule", ["training_phase", "training"])
def test_training_that_is_worth_nothing(rule):
    facts = replace(NOTHING, through=date(2027, 2, 1), hand_ins=handed(1, 2))
    assert grade(facts, **{rule: ()}).points(PRACTICE) == 0


def test_only_uploads_in_order_count_if_the_course_says_so():
    hand_ins = handed(1) + handed(2, in_order=False)
    facts = replace(NOTHING, through=date(2027, 2, 1), hand_ins=hand_ins)
    assert grade(facts).points(PRACTICE) == 2
    assert grade(facts, uploads=Counted.IN_ORDER).points(PRACTICE) == 1


def test_graded_days_without_an_upload_cost_a_point():
    """15 and 16 of February have closed; Saturday and Sunday cost nothing."""
    facts = replace(NOTHING, through=date(2027, 2, 16))
    one = replace(facts, hand_ins=handed(1, day=date(2027, 2, 16)))
    more = replace(facts, through=date(2027, 2, 22))
    for found, days in ((facts, 2), (one, 1), (more, 6)):
        assert grade(found, least=-100).points(PRACTICE) == -1
        assert grade(found, absent=1, least=-100).points(PRACTICE) == -days
        assert grade(found, absent=0.25, least=-100).points(PRACTICE) == -days / 4


def test_bounds():
    facts = replace(NOTHING, through=date(2027, 2, 16))
    low = grade(facts)
    assert (low.total, low.lines[-1].points) == (0, 1)
    assert low.lines[-1].text() == "no grade is lower than 0"
    high = grade(replace(NOTHING, through=date(2027, 2, 1), hand_ins=handed(1, 2, 3)), most=2)
    assert (high.total, high.lines[-1].text()) == (2, "no grade is higher than 2")


def scores(player, *points):
    """Against reference 1, 2 …: (points as first, points as second), a game in each seat."""
    return tuple(
        game
        for number, (first, second) in enumerate(points, 1)
        for game in (
            Score(player, f"reference-{number}", first),
            Score(f"reference-{number}", player, 1 - second),
        )
    )


def table(scores=(), order=("01-01-1",), day=LAST, ranks=None):
    ranks = ranks or range(1, len(order) + 1)
    places = tuple(Place(id, f"<{id}>", rank) for id, rank in zip(order, ranks, strict=True))
    return Table(day, True, places, scores, REFERENCES_THEN)


def played(*tables, players=("01-01-1",)):
    return replace(NOTHING, tables=tables, players={MINE: players, OTHER: ("01-02-1",)})


WIN, DRAW, LOSS = (1, 1), (0.5, 0.5), (0, 0)


@pytest.mark.parametrize(("beaten", "points"), [(0, 0), (1, 0.5), (2, 1), (3, 2), (4, 3), (5, 4)])
def test_references_beaten(beaten, points):
    """Third paper: 5 references 4 points, 4 three, 3 two, 2 one, 1 a half."""
    facts = played(table(scores("01-01-1", *[WIN] * beaten, *[DRAW] * (5 - beaten))))
    assert grade(facts).points(REFERENCES) == points


@pytest.mark.parametrize(
    ("result", "beating", "beats"),
    [
        (WIN, Beating.POINTS, True),
        (DRAW, Beating.POINTS, False),
        ((1, 0), Beating.POINTS, False),
        ((1, 0.5), Beating.POINTS, True),
        ((1, 0.5), Beating.BOTH_SEATS, False),
        (WIN, Beating.BOTH_SEATS, True),
        (LOSS, Beating.PLACE, True),
        (WIN, Beating.PLACE, True),
    ],
)
def test_what_it_is_to_beat_a_reference(result, beating, beats):
    ranked = table(scores("01-01-1", result), ("01-01-1", "reference-1"))
    assert (grade(played(ranked), beats=beating).points(REFERENCES) == 0.5) == beats


def test_who_stands_below_or_beside_a_reference_has_not_beaten_it_by_place():
    below = table((), ("reference-1", "01-01-1"))
    beside = table((), ("reference-1", "01-01-1"), ranks=(1, 1))
    for ranked in (below, beside, table(())):
        assert grade(played(ranked), beats=Beating.PLACE).points(REFERENCES) == 0


def test_a_reference_that_was_not_met_is_not_beaten():
    assert grade(played(table(()))).points(REFERENCES) == 0


def test_references_are_those_of_the_round_whatever_the_course_has_now():
    """The teacher has taken the first one out since: the others have other numbers now."""
    facts = played(table(scores("01-01-1", LOSS, WIN, WIN, LOSS, LOSS)))
    now = course(2)
    now = replace(
        now, references=now.references[1:3], points=replace(now.points, references=(1, 2))
    )
    lines = [line.text() for line in grades(now, facts)[0].lines]
    assert [line for line in lines if "R" in line] == [
        "<01-01-1> 0 : 2 R1, not beaten",
        "<01-01-1> 2 : 0 R2, beaten",
        "<01-01-1> 2 : 0 R3, beaten",
        "<01-01-1> 0 : 2 R4, not beaten",
        "<01-01-1> 0 : 2 R5, not beaten",
    ]
    assert "references beaten: 2 of 5" in lines
    more = played(table(scores("01-01-1", *[WIN] * 5)))
    assert grades(now, more)[0].points(REFERENCES) == 2


def test_the_best_player_still_in_counts():
    """Player 2 stands first and is out; player 1 is the best of those left, not player 3."""
    results = (
        scores("01-01-1", WIN, WIN) + scores("01-01-2", *[WIN] * 5) + scores("01-01-3", *[WIN] * 3)
    )
    facts = played(
        table(results, ("01-01-2", "01-01-1", "01-01-3")), players=("01-01-1", "01-01-3")
    )
    found = grade(facts)
    assert (found.best, found.points(REFERENCES)) == ("<01-01-1>", 1)
    assert (
        found.lines[0].text()
        == "<01-01-1> is the best player still in, in the round of 2027-03-05"
    )


def test_the_last_graded_round_counts():
    early = table(scores("01-01-1", *[WIN] * 5), day=date(2027, 3, 4))
    late = table(scores("01-01-1", WIN))
    practice = replace(table(scores("01-01-1", *[WIN] * 5), day=date(2027, 3, 5)), graded=False)
    assert grade(played(early, late, practice)).points(REFERENCES) == 0.5
    assert grade(played(early)).points(REFERENCES) == 4


OTHERS = tuple(f"01-02-{number}" for number in range(1, 5))


def test_the_first_five_places():
    everybody = played(table((), (*OTHERS, "01-01-1")))
    facts = replace(everybody, players={MINE: ("01-01-1",), OTHER: OTHERS})
    assert grade(facts).points(PLACE) == 1
    assert grade(facts, places=4).points(PLACE) == 0
    assert grade(facts, place=2.5).points(PLACE) == 2.5
    assert grade(facts).lines[-1].text() == "place 5, one of the first 5"
    sixth = played(table((), ("reference-1", *OTHERS, "01-01-1")))
    facts = replace(sixth, players={MINE: ("01-01-1",), OTHER: OTHERS})
    assert grade(facts).points(PLACE) == 0
    assert grade(facts).lines[-1].text() == "place 6, not one of the first 5"
    assert grade(facts, places_among=Among.STUDENTS).points(PLACE) == 1


def test_who_is_gone_leaves_his_place_to_others():
    facts = played(table((), ("reference-1", *OTHERS, "01-01-1")))
    assert facts.players[OTHER] == ("01-02-1",)
    assert grade(facts, places=3).lines[-1].text() == "place 3, one of the first 3"


def test_places_that_are_shared():
    facts = played(table((), ("reference-1", "reference-2", "01-01-1"), ranks=(1, 2, 2)))
    assert grade(facts, places=2).points(PLACE) == 1


def test_a_banned_pair_has_nothing_from_the_tournament():
    facts = replace(played(table(scores("01-01-1", *[WIN] * 5))), banned=frozenset({MINE}))
    found = grade(facts)
    assert (found.total, found.best) == (0, None)
    assert found.lines[0].text() == "the pair is banned: none of its players is in"


def test_without_a_round_or_a_player():
    assert grade(NOTHING).lines[0].text() == "no graded round has been played yet"
    assert grade(played(table(()), players=())).lines[0].text() == "no player of the pair is in"
