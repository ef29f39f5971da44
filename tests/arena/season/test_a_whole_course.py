"""Twelve pairs over ten days, with a clock that is handed in: real files, rounds really played in
cells, and grades. What depends on uploads is worked out by hand; what depends on games is worked
out here a second time, from the games alone.

Training from Monday 1 to Friday 5 of February 2027 (T1 to T5), graded from Monday 8 to Monday 15
(G1 to G5), since Thursday 11 is a holiday. Rounds close at 20:00, standings are published at 8:00.
"""

from collections import Counter
from contextlib import closing
from dataclasses import replace
from datetime import date, datetime, timedelta

import pytest

from tablero.arena.course.calendar import Calendar
from tablero.arena.grades.gather import gather
from tablero.arena.grades.rules import PLACE, PRACTICE, REFERENCES, grades
from tablero.arena.handin.checks import Checks
from tablero.arena.handin.desk import Desk
from tablero.arena.season.season import Chosen, Season
from tablero.arena.store.models import Kind
from tablero.arena.store.store import TEACHER, Ruling, Store
from tests.arena.courses import MONDAY, course, local, name
from tests.arena.season import players

pytestmark = pytest.mark.slow

T1, T2, T3, T4, T5 = (MONDAY + timedelta(days=count) for count in range(5))
G1, G2, G3, G4, G5 = (date(2027, 2, day) for day in (8, 9, 10, 12, 15))
HOLIDAY = date(2027, 2, 11)
TRAINING, GRADED = (T1, T2, T3, T4, T5), (G1, G2, G3, G4, G5)
COURSE = replace(
    course(
        12,
        calendar={"training": (T1, T5), "graded": (G1, G5), "holidays": (HOLIDAY,)},
        rounds={"openings": 1, "plies": 10, "seed": 2},
        checks={"probes": 1, "games": 2},
        limits={"cpu": 0.1, "time_agent": "regular(depth=2)", "time_share": 50.0},
        game={"tracks": ("evaluation", "agent")},
    )
)
PER_DAY = replace(COURSE, points=replace(COURSE.points, training=(1, 2, 3), absent=1.0))


def every(days, *players):
    return dict.fromkeys(days, players)


UPLOADS = {
    # Points of practice behind each comment: of the whole phase; per day.
    # Two players on T1 and T2, one on T3 to T5: 1; 2 + 2 + 3 = 7.
    1: every((T1, T2), 1, 2) | every((T3, T4, T5), 1) | every(GRADED, 1),
    # One each training day: 1; 5.
    2: every(TRAINING, 1) | every(GRADED, 1),
    # The same player three times on one day is one, and nothing on the others: 0; 1.
    3: {T1: (1, 1, 1)} | every(GRADED, 1),
    # Two days, and nothing on the second graded day: 0 - 1 = -1; 2 - 1 = 1.
    4: every((T1, T2), 1) | every((G1, G3, G4, G5), 1),
    # Never a right name, or never the right secret, five graded days without an upload: -1; -5.
    5: {},
    6: {},
    # After the closing hour of T1 with the date of T2, that is T2's. On G4 at the closing hour
    # with that day's date, which is late: 0 - 1 = -1; 1 - 1 = 0.
    7: every((G1, G2, G3, G5), 1),
    # Crashes in the round of T1, repaired on T2: 0; 2.
    8: every((T1, T2), 1) | every(GRADED, 1),
    # Reaches for a file in the round of T3, and is banned; nothing more is taken: 0 - 1 = -1;
    # 3 - 5 = -2.
    9: every(TRAINING, 1) | every(GRADED, 1),
    # Never ready on G1, which the checks see before the round; repaired on G2: 0; 0.
    10: every(GRADED, 1),
    # Chooses what is not legal, as the checks of T1 see, and never comes back: -1; 1 - 5 = -4.
    11: {T1: (1,)},
    # Every day: 1; 5. The teacher bans the pair at the end.
    12: every(TRAINING, 1) | every(GRADED, 1),
}
BY_HAND = {1: 1, 2: 1, 3: 0, 4: -1, 5: -1, 6: -1, 7: -1, 8: 0, 9: -1, 10: 0, 11: -1, 12: 1}
BY_HAND_PER_DAY = {
    1: 7, 2: 5, 3: 1, 4: 1, 5: -5, 6: -5, 7: 0, 8: 2, 9: -2, 10: 0, 11: -4, 12: 5,
}  # fmt: skip
REFERENCE_POINTS = (0, 0.5, 1, 2, 3, 4)


def text(pair: int, player: int, day: date, store: Store) -> str:
    alias = f"P{pair}-{player}"
    odd = {(10, G1): players.LOOPS, (11, T1): players.ILLEGAL}
    if (pair, day) in odd:
        return odd[pair, day].format(alias=alias)
    late = {(8, T1): players.crashes_in_a_round, (9, T3): players.cheats_in_a_round}
    if (pair, day) in late:
        return late[pair, day](alias, COURSE, store, local(day, 12))
    return players.usual(alias, 10 + pair, 2 * player - pair + day.day % 3)


class Term:
    """The course as it goes by; whoever acts says when."""

    def __init__(self, folder, store: Store, checks: Checks, level) -> None:
        self.store, self.how, self.now = store, Chosen(level), local(T1, 0)
        self.desk = Desk(COURSE, store, checks.quick)
        self.season = Season(folder, COURSE, store, lambda: self.now)
        self.calendar = Calendar(COURSE.calendar)
        self.checked: Counter[date] = Counter()

    def hand_in(self, file: str, told: str, at: datetime) -> bool:
        self.now = at
        return self.desk.hand_in(file, told.encode(), at).kept

    def day(self, day: date) -> None:
        for pair, days in UPLOADS.items():
            for player in days.get(day, ()):
                told = text(pair, player, day, self.store)
                kept = self.hand_in(name(pair, player, day), told, local(day, 12))
                assert kept == (pair != 9 or day <= T3), (pair, day)
        assert not self.hand_in(f"grupo01pareja5_{day:%d%m}.py", "x", local(day, 13))
        sixth, seventh = (text(pair, 1, day, self.store) for pair in (6, 7))
        assert not self.hand_in(name(6, 1, day, "xx"), sixth, local(day, 13))
        if day in (T1, G4):
            assert not self.hand_in(name(7, 1, day), seventh, local(day, 20))
        if day == T1:
            assert self.hand_in(name(7, 1, T2), seventh, local(day, 20))
        if day == T3:
            twin = self.store.newest()["01-01-2"]
            ruling = Ruling(Kind.DISQUALIFIED, "copied", evidence="the same as player 1")
            self.store.judge(ruling, twin, self.now, TEACHER, "seen by hand")

    def night(self, day: date) -> None:
        """The closing hour has come: what is due is played."""
        before = len(self.store.rounds())
        self.now = local(day, 19, 59)
        assert day not in self.season.due()
        self.now = local(day, 20, 1)
        due = self.season.due()
        assert due == ([day] if self.calendar.is_working(day) else [])
        for each in due:
            reviews = self.season.review(each, self.how)
            assert reviews is not None
            assert reviews.spoilt == []
            self.checked[each] = reviews.done
            begun = self.season.open(each, self.how)
            assert begun is not None
            over, _voided = self.season.play(begun, self.how.level)
            assert over
            self.season.close(begun)
        assert len(self.store.rounds()) == before + len(due)
        assert self.season.due() == []


@pytest.fixture(scope="module")
def term(tmp_path_factory, level):
    folder = tmp_path_factory.mktemp("term")
    checks = Checks(COURSE, "course")
    with Store.open(folder, COURSE) as store, closing(checks):
        whole = Term(folder, store, checks, level)
        day = T1
        while day <= G5:
            whole.day(day)
            whole.night(day)
            day += timedelta(days=1)
        whole.now = local(G5, 21)
        copied = Ruling(Kind.BANNED, "copied", evidence="the same text as another course's")
        store.judge(copied, store.newest()["01-12-1"], whole.now, TEACHER, "seen by hand")
        yield whole


def test_ten_rounds_with_those_who_were_in(term):
    rounds = term.store.rounds()
    assert [each.day for each in rounds] == [*TRAINING, *GRADED]
    who = {each.day: {one.player for one in term.store.entrants(each)} for each in rounds}
    assert {"01-08-1", "01-01-2"} <= who[T1]
    assert "01-11-1" not in who[T1], "the checks come before the round"
    assert "01-07-1" not in who[T1]
    assert "01-07-1" in who[T2]
    assert "01-08-1" in who[T2], "repaired"
    assert "01-01-2" not in who[T3], "the teacher's verdict came before the closing hour"
    assert "01-09-1" in who[T3]
    assert "01-09-1" not in who[T4]
    assert "01-10-1" not in who[G1]
    assert "01-10-1" in who[G2], "repaired"
    for each in rounds:
        students = {id for id in who[each.day] if not id.startswith("reference")}
        games = term.store.games(each)
        assert len(games) == len(who[each.day]) * (len(who[each.day]) - 1)
        rows = term.store.standings(each)
        assert {row.player for row in rows} >= students - {"01-09-1"}
        for row in rows:
            told = row.told
            assert told["wins"] + told["draws"] + told["losses"] == told["games"]
        assert sum(row.told["wins"] for row in rows) == sum(row.told["losses"] for row in rows)


def test_every_file_is_checked_once_before_its_first_round(term):
    """Versions that came twice on a day are one; the file that came for T2 on the evening of T1
    waits for T2's."""
    uploads = {
        day: sum(len({*days.get(day, ())}) for days in UPLOADS.values())
        for day in (*TRAINING, *GRADED)
    }
    gone = {day: day > T3 for day in uploads}  # the ninth pair
    expected = {day: count - gone[day] for day, count in uploads.items()}
    expected[T2] += 1
    assert term.checked == expected
    assert [each.what for each in term.store.events()].count("checked") == sum(expected.values())


def test_verdicts_of_checks_and_rounds(term):
    pairs = {
        (each.pair, each.kind, each.rule) for each in term.store.verdicts() if each.by != TEACHER
    }
    assert pairs == {
        ("01-08", "disqualified", "crash"),
        ("01-11", "disqualified", "illegal move"),
        ("01-09", "banned", "forbidden"),
        ("01-10", "disqualified", "time"),
    }
    (cheat,) = (each for each in term.store.verdicts() if each.pair == "01-09")
    assert "passwd" in cheat.evidence
    assert cheat.place.startswith("round 3, opening 1, ")
    third = term.store.rounds()[2]
    assert "01-09-1" not in {row.player for row in term.store.standings(third)}


def test_openings_are_drawn_once_a_day(term):
    rounds = term.store.rounds()
    assert len({str(each.terms["openings"]) for each in rounds}) == len(rounds)
    assert [each.what for each in term.store.events()].count("openings drawn") == len(rounds)


def test_publication_is_next_morning(term):
    season = term.season
    term.now = local(T2, 7, 59)
    assert [each.day for each in season.shown()] == []
    assert [each.day for each in season.shown(unpublished=True)][0] == T1
    term.now = local(T2, 8)
    assert [each.day for each in season.shown()] == [T1]
    term.now = local(G5, 22)


@pytest.mark.parametrize(
    ("variant", "by_hand"), [(COURSE, BY_HAND), (PER_DAY, BY_HAND_PER_DAY)], ids=["phase", "day"]
)
def test_grades(variant, by_hand, term):
    """Practice by hand; the rest once more, from the games of the last round."""
    given = grades(variant, gather(variant, term.store, local(G5, 22)))
    last = term.store.rounds()[-1]
    games = term.store.games(last)
    ranks = {row.player: row.rank for row in term.store.standings(last)}
    gone = {"01-12-1"}
    for found in given:
        pair = found.pair.pair
        assert found.points(PRACTICE) == by_hand[pair], pair
        ours = [id for id in ranks if id.startswith(f"{found.pair.id}-") and id not in gone]
        beaten = place = 0
        if ours:
            best = min(ours, key=lambda id: ranks[id])
            for number in range(1, 6):
                beaten += _points(games, best, f"reference-{number}") > 1
            above = [id for id in ranks if ranks[id] < ranks[best] and id not in gone]
            place = 1 if len(above) < 5 else 0
        assert found.points(REFERENCES) == REFERENCE_POINTS[beaten], pair
        assert found.points(PLACE) == place, pair
        assert found.total == max(0, by_hand[pair] + REFERENCE_POINTS[beaten] + place), pair
    assert {found.pair.pair for found in given if found.best} == {1, 2, 3, 4, 7, 8, 10}
    assert sum(found.points(PLACE) for found in given) > 0


def _points(games, player: str, other: str) -> float:
    """Of two games against the other: a win is a point, a draw half a point."""
    found = 0.0
    for game in games:
        if (game.first, game.second) == (player, other):
            found += (0.5, 1, 0)[game.winner]
        if (game.first, game.second) == (other, player):
            found += (0.5, 0, 1)[game.winner]
    return found
