"""Twelve pairs over ten days, with a clock that is handed in; the grades are worked out by hand.

Training from Monday 1 to Friday 5 of February 2027 (T1 to T5), graded from Monday 8 to Monday 15
(G1 to G5), since Thursday 11 is a holiday. Rounds close at 20:00. Results of games are given as
data. Grades are given by the paper's points, for the whole phase, and by points per day.
"""

import csv
import json
from dataclasses import replace
from datetime import date, datetime, timedelta

import pytest
from sqlalchemy import event

from tablero.arena.course.calendar import Calendar
from tablero.arena.course.model import player_id
from tablero.arena.grades import report
from tablero.arena.grades.gather import gather
from tablero.arena.grades.rules import PLACE, PRACTICE, REFERENCES, grades
from tablero.arena.handin.desk import Desk, Opinion
from tablero.arena.rounds.keys import GameKey
from tablero.arena.store.journal import StoreJournal
from tablero.arena.store.models import Kind
from tablero.arena.store.roster import roster
from tablero.arena.store.store import TEACHER, Ruling, Store
from tablero.locale import speaking
from tests.arena.courses import MONDAY, course, local, name
from tests.arena.store.test_store import record

pytestmark = pytest.mark.plain

T1, T2, T3, T4, T5 = (MONDAY + timedelta(days=count) for count in range(5))
G1, G2, G3, G4, G5 = (date(2027, 2, day) for day in (8, 9, 10, 12, 15))
SATURDAY, HOLIDAY = date(2027, 2, 6), date(2027, 2, 11)
TRAINING, GRADED = (T1, T2, T3, T4, T5), (G1, G2, G3, G4, G5)
COURSE = course(
    12, calendar={"training": (T1, T5), "graded": (G1, G5), "holidays": (HOLIDAY,)}
)  # fmt: skip
PER_DAY = replace(COURSE, points=replace(COURSE.points, training=(1, 2, 3), absent=1.0))


def every(days, *players):
    return dict.fromkeys(days, players)


UPLOADS = {
    # Points of practice behind each comment: of the whole phase; per day.
    # Three players each training day, one each graded day: 3; 5 * 3 = 15.
    1: every(TRAINING, 1, 2, 3) | every(GRADED, 1),
    # Two each training day: 2; 5 * 2 = 10.
    2: every(TRAINING, 1, 2) | every(GRADED, 1),
    # One each: 1; 5.
    3: every(TRAINING, 1) | every(GRADED, 1),
    # Nothing on T4, T5 and the second graded day: 0 - 1 = -1; 1 + 2 + 3 - 1 = 5.
    4: {T1: (1,), T2: (1, 2), T3: (1, 2, 3)} | every((G1, G3, G4, G5), 1),
    # The same player three times on one day is one, and nothing on the others: 0; 1.
    5: {T1: (1, 1, 1)} | every(GRADED, 1),
    # Three on one day, one on a Saturday, one on a holiday, which count nothing; then one on the
    # first graded day only: 0 - 1 = -1; 3 - 4 = -1.
    6: {T1: (1, 2, 3), SATURDAY: (1,), HOLIDAY: (1,), G1: (1,)},
    # Nothing in training: 0; 0.
    7: every(GRADED, 1),
    # Two on T1 and on T5, one on the days between: 1; 2 + 3 + 2 = 7.
    8: every((T1, T5), 1, 2) | every((T2, T3, T4), 1) | every(GRADED, 1, 2),
    # As the first: 3; 15. The teacher bans the pair after the last round.
    9: every(TRAINING, 1, 2, 3) | every(GRADED, 1),
    # Never a right name, 5 graded days without an upload: -1; -5.
    10: {},
    # Three players come after the closing hour of T1 with the date of T2. On G4 one comes at
    # the closing hour with that day's date, which is late: 0 - 1 = -1; 3 - 1 = 2.
    11: every((G1, G2, G3, G5), 1),
    # One a day until the third, which cheats; nothing more is taken: 0 - 1 = -1; 3 - 5 = -2.
    12: every((T1, T2, T3, T4, T5), 1) | every(GRADED, 1),
}

TABLE = [
    "01-01-1",
    "01-09-1",
    "01-02-1",
    "reference-5",
    "01-03-1",
    "01-04-1",
    "reference-4",
    "reference-3",
    "01-01-2",
    "01-05-1",
    "reference-2",
    "01-06-1",
    "reference-1",
    "01-07-1",
    "01-08-1",
    "01-08-2",
    "01-11-1",
]
"""The last round. Pair 9 goes afterwards, so 01-04-1 has the fifth place, not the sixth."""

POINTS = {
    "01-01-1": (3, 3, 3, 3, 3),
    "01-01-2": (4, 4, 0, 0, 0),
    "01-09-1": (4, 4, 4, 4, 4),
    "01-02-1": (4, 3, 3, 3, 2),
    "01-03-1": (3, 3, 3, 1, 0),
    "01-04-1": (4, 4, 2, 2, 2),
    "01-05-1": (3, 2, 2, 1, 0),
    "01-06-1": (2, 2, 2, 2, 2),
    "01-07-1": (0, 0, 0, 0, 0),
    "01-08-1": (4, 4, 4, 4, 4),
    "01-08-2": (3, 0, 0, 0, 0),
    "01-11-1": (1, 0, 0, 0, 0),
}
"""Of four games against each reference; more than two is beaten."""

GRADES = {
    # practice, references, place, grade
    1: (3, 4, 1, 8),  # five beaten, first place: no grade is better
    2: (2, 3, 1, 6),  # four beaten, 2 : 2 against the fifth; second place, as pair 9 is gone
    3: (1, 2, 1, 4),  # three beaten; fourth place
    4: (-1, 1, 1, 1),  # two beaten; fifth place
    5: (0, 0.5, 0, 0.5),  # one beaten; ninth place
    6: (-1, 0, 0, 0),  # none beaten; no grade is lower than 0
    7: (0, 0, 0, 0),
    8: (1, 0.5, 0, 1.5),  # player 1 would have beaten five, but is disqualified; player 2 one
    9: (3, 0, 0, 3),  # banned: its players do not count, its practice does
    10: (-1, 0, 0, 0),
    11: (-1, 0, 0, 0),
    12: (-1, 0, 0, 0),
}
GRADES_PER_DAY = {
    1: (15, 4, 1, 20),
    2: (10, 3, 1, 14),
    3: (5, 2, 1, 8),
    4: (5, 1, 1, 7),
    5: (1, 0.5, 0, 1.5),
    6: (-1, 0, 0, 0),
    7: (0, 0, 0, 0),
    8: (7, 0.5, 0, 7.5),
    9: (15, 0, 0, 15),
    10: (-5, 0, 0, 0),
    11: (2, 0, 0, 2),
    12: (-2, 0, 0, 0),
}


def check(text: str, _name: str) -> Opinion:
    """A file's words: its alias, and what is wrong with it."""
    alias, *wrong = text.split()
    kinds = {"cheats": Kind.BANNED, "slow": Kind.DISQUALIFIED}
    return Opinion(alias, "evaluation", tuple(Ruling(kinds[word], word) for word in wrong))


class Term:
    """The course as it goes by; `now` is told by whoever acts."""

    def __init__(self, store: Store) -> None:
        self.store, self.desk = store, Desk(COURSE, store, check)
        self.calendar = Calendar(COURSE.calendar)

    def hand_in(self, file: str, pair: int, player: int, at: datetime, wrong: str = "") -> bool:
        return self.desk.hand_in(file, f"P{pair}-{player} {wrong}".encode(), at).kept

    def day(self, day: date) -> None:
        """Everybody hands in at noon."""
        for pair, days in UPLOADS.items():
            for player in days.get(day, ()):
                cheats, slow = (pair, day) == (12, T3), (pair, player, day) == (8, 1, G5)
                wrong = "cheats" if cheats else "slow" if slow else ""
                kept = self.hand_in(name(pair, player, day), pair, player, local(day, 12), wrong)
                assert kept == (pair != 12 or day <= T3), (pair, day)
        late = local(day, 20)
        assert not self.hand_in(f"grupo1pareja10_{day:%d%m}.py", 10, 1, local(day, 12))
        assert not self.hand_in(name(10, 1, day, "xx"), 10, 1, local(day, 13))
        if day in (T1, G4):
            assert not self.hand_in(name(11, 1, day), 11, 1, late)
        if day == T1:
            for player in (1, 2, 3):
                assert self.hand_in(name(11, player, T2), 11, player, late)

    def play(self, day: date) -> None:
        """The round of a day: all that are in at its end."""
        closing = self.calendar.closing(day)
        who = roster(COURSE, self.store, closing)
        phase = self.calendar.phase(day)
        played = self.store.open_round(day, phase, closing, {"depth": 2}, who)
        ids = [entrant.player for entrant in who]
        journal = StoreJournal(self.store, played)
        for player, points in POINTS.items():
            for number, gained in enumerate(points if day == G5 else (4,) * 5, 1):
                if player in ids:
                    journal.write_all(games(player, f"reference-{number}", gained))
        table = TABLE if day == G5 else sorted(ids)
        rows = [{"id": id, "rank": rank} for rank, id in enumerate(table, 1)]
        self.store.close_round(played, closing, rows)


def games(player: str, reference: str, points: int):
    """Two openings, both seats; the player wins the first `points` of the four games."""
    for count, (opening, first) in enumerate([(1, True), (1, False), (2, True), (2, False)]):
        seats = (player, reference) if first else (reference, player)
        winner = 1 if (count < points) == first else 2
        yield GameKey(*seats, opening), record(winner)


@pytest.fixture(scope="module")
def term(tmp_path_factory):
    with Store.open(tmp_path_factory.mktemp("term"), COURSE) as store:
        whole = Term(store)
        day = T1
        while day <= G5:
            whole.day(day)
            if whole.calendar.is_working(day):
                whole.play(day)
            day += timedelta(days=1)
        (nine,) = (each for id, each in store.newest().items() if id == "01-09-1")
        cheated = Ruling(Kind.BANNED, "copied", evidence="the same text as pair 1")
        store.judge(cheated, nine, local(G5, 21), TEACHER, "seen by hand")
        yield whole


@pytest.fixture(scope="module")
def given(term):
    return grades(COURSE, gather(COURSE, term.store, local(G5, 22)))


def test_ten_days_have_ten_rounds(term):
    assert [each.day for each in term.store.rounds()] == [*TRAINING, *GRADED]
    assert [each.phase for each in term.store.rounds()] == ["training"] * 5 + ["graded"] * 5
    last = term.store.rounds()[-1]
    players = {entrant.player for entrant in term.store.entrants(last)}
    assert "01-08-1" not in players
    assert not any(player.startswith(("01-12", "01-10")) for player in players)
    told = [(each.player, each.alias, each.agent) for each in term.store.entrants(last)]
    assert told[0] == ("01-01-1", "P1-1", None)
    assert told[-1] == ("reference-5", "Estela", "negamax(depth=3,eval=tuned)")


def test_neither_files_nor_whole_games_are_read_for_grades(term):
    """They may be many, and the teacher's page asks often."""
    asked: list[str] = []
    hear = lambda *told: asked.append(told[2])  # noqa: E731
    event.listen(term.store.engine, "before_cursor_execute", hear)
    gather(COURSE, term.store, local(G5, 22))
    event.remove(term.store.engine, "before_cursor_execute", hear)
    assert any("uploads.version" in each for each in asked)
    assert not [each for each in asked if "uploads.data" in each or "games.record" in each]


@pytest.fixture(scope="module")
def given_per_day(term):
    return grades(PER_DAY, gather(PER_DAY, term.store, local(G5, 22)))


def parts(found):
    return (found.points(PRACTICE), found.points(REFERENCES), found.points(PLACE), found.total)


@pytest.mark.parametrize("pair", GRADES)
def test_grades_worked_out_by_hand(pair, given, given_per_day):
    assert given[pair - 1].pair.pair == given_per_day[pair - 1].pair.pair == pair
    assert parts(given[pair - 1]) == GRADES[pair]
    assert parts(given_per_day[pair - 1]) == GRADES_PER_DAY[pair]


def test_everything_that_came_is_accounted_for(term):
    wanted = sum(
        len(players)
        for pair, days in UPLOADS.items()
        for day, players in days.items()
        if pair != 12 or day <= T3
    )
    assert len(term.store.kept()) == wanted + 3
    days = (G5 - T1).days + 1
    assert len(term.store.discarded()) == 2 * days + 2 + 2 + 5
    versions: dict[str, int] = {}
    for upload in term.store.kept():
        id = player_id(upload.pair, upload.player)
        assert upload.version == versions.get(id, 0) + 1
        versions[id] = upload.version


def test_grades_on_the_way(term):
    """Thursday evening of the first week: T1 to T4 have closed, T5 has not."""
    facts = gather(COURSE, term.store, local(T4, 21))
    assert [found.points(PRACTICE) for found in grades(COURSE, facts)[:5]] == [3, 2, 1, 0, 0]
    assert [found.points(PRACTICE) for found in grades(PER_DAY, facts)[:5]] == [12, 8, 4, 6, 1]
    facts = gather(COURSE, term.store, local(T4, 12))
    at_noon = grades(COURSE, facts)
    assert [found.points(PRACTICE) for found in at_noon[:5]] == [3, 2, 1, 1, 0]
    assert [found.points(PRACTICE) for found in grades(PER_DAY, facts)[:5]] == [9, 6, 3, 6, 1]
    assert at_noon[0].lines[-1].text() == "no graded round has been played yet"
    before_the_last = grades(COURSE, gather(COURSE, term.store, local(G4, 21)))
    assert before_the_last[6].points(REFERENCES) == 4


def test_lines_of_a_grade_in_both_languages(given):
    four = given[3]
    assert [(line.points, line.text()) for line in four.lines] == [
        (0, "2027-02-01, training: players submitted: 1"),
        (0, "2027-02-02, training: players submitted: 2"),
        (0, "2027-02-03, training: players submitted: 3"),
        (0, "2027-02-04, training: players submitted: 0"),
        (0, "2027-02-05, training: players submitted: 0"),
        (0, "whole training phase (5 of 5 days closed): fewest players submitted on a day: 0"),
        (0, "2027-02-09, graded: nothing submitted"),
        (-1, "whole graded phase, deducted once: days with nothing submitted: 1"),
        (0, "P4-1 is the best player still in, in the round of 2027-02-15"),
        (0, "P4-1 4 : 0 Alba, beaten"),
        (0, "P4-1 4 : 0 Bruma, beaten"),
        (0, "P4-1 2 : 2 Cierzo, not beaten"),
        (0, "P4-1 2 : 2 Duna, not beaten"),
        (0, "P4-1 2 : 2 Estela, not beaten"),
        (1, "references beaten: 2 of 5"),
        (1, "place 5, one of the first 5"),
    ]
    with speaking("es"):
        assert four.lines[6].text() == "2027-02-09, fase evaluada: no se entregó nada"
        assert four.lines[9].text() == "P4-1 4 : 0 Alba, vencida"
        assert four.lines[-1].text() == "puesto 5, uno de los 5 primeros"


def test_the_lines_add_up(given, given_per_day):
    for found in (*given, *given_per_day):
        assert sum(line.points for line in found.lines) == found.total


def test_csv(given):
    rows = [*csv.DictReader(report.as_csv(given).splitlines())]
    assert [float(row["grade"]) for row in rows] == [told[-1] for told in GRADES.values()]
    assert rows[3]["best"] == "P4-1"
    assert rows[8]["best"] == ""


def test_a_spreadsheet_computes_nothing(given):
    members = replace(given[0].pair, members=("=1+1", "Ana"))
    (row,) = csv.DictReader(
        report.as_csv([replace(given[0], pair=members, best="@cmd")]).splitlines()
    )
    assert (row["members"], row["best"]) == ("'=1+1; Ana", "'@cmd")


def test_gradescope(given, tmp_path):
    report.write_gradescope(COURSE, given, tmp_path)
    assert len([*tmp_path.iterdir()]) == 12
    told = json.loads((tmp_path / "01-04" / "results.json").read_text())
    assert told["score"] == 1
    assert sum(test["score"] for test in told["tests"]) == 1
    assert [test["name"] for test in told["tests"]] == ["Practice", "References beaten", "Place"]
    assert [test.get("max_score") for test in told["tests"]] == [None, 4, 1]
    deducted = "-1  whole graded phase, deducted once: days with nothing submitted: 1"
    assert deducted in told["tests"][0]["output"].splitlines()
    six = json.loads((tmp_path / "01-06" / "results.json").read_text())
    assert (six["score"], six["tests"][-1]["name"], six["tests"][-1]["score"]) == (0, "Bounds", 1)


def test_json(given):
    told = json.loads(json.dumps(report.as_record(given[3])))
    assert (told["pair"], told["grade"], told["best"]) == ("01-04", 1, "P4-1")
    assert told["lines"][7] == {
        "part": "practice",
        "points": -1.0,
        "text": "whole graded phase, deducted once: days with nothing submitted: 1",
    }
