"""A whole day of a course in three browsers, two pairs' and the teacher's: files that fail and
files that are kept, the round, its publication, and the next morning. What is another pair's is
tried at every hour, and never found."""

import csv
import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import APIResponse, Browser, Route, expect

from tablero.arena.course import COURSE_FILE, load_course
from tablero.arena.course.names import Name
from tablero.arena.handin.checks import CHECKED
from tablero.arena.handin.desk import Desk, Opinion
from tablero.arena.player.forms import Track
from tablero.arena.store.models import State
from tablero.arena.store.store import TEACHER, Store
from tablero.web.arena.public import Public
from tablero.web.site import BUILT
from tests.arena.courses import MONDAY
from tests.web.arenas import MEMBERS, PAIRS, TEACHERS_PASSWORD, Made, course_text, morning
from tests.web.browser import ROOT, Room, marks, tab
from tests.web.live import Address, serving, wait_until
from tests.web.test_arena_room import panel
from tests.web.test_submit_room import BAD, Pair
from tests.web.test_teacher_room import enter

pytestmark = marks

ONE, OTHER = PAIRS
NOON, EVENING = (morning(0).replace(hour=hour) for hour in (12, 20))
TUESDAY = morning(1).replace(hour=12)
GOOD = """from tablero.arena.player import ME, RIVAL

ALIAS = "Quiet Otter"


def value(board):
    return board.marker(ME) - board.marker(RIVAL)
"""
MENDED = GOOD.replace("Quiet Otter", "Hasty Heron")
WORDS = ROOT / "frontend" / "src" / "words" / "teacher.ts"
PLAYERS = 4
GAMES = PLAYERS * (PLAYERS - 1)
SMALLER = {
    "plies = 4 ": "plies = 10 ",
    "openings = 2": "openings = 1",
    "probes = 200": "probes = 20",
    "games = 40": "games = 4",
}
UNPUBLISHED = (
    "rounds/1", "rounds/1/notable", "rounds/1/games/1/2", "rounds/1/games/1/2/1",
)  # fmt: skip
TEACHERS = (
    "overview", "pairs/01-07", "pairs/02-09", "files/1", "files/2", "files/3", "files/4", "round",
    "live", "rounds", "rounds/1", "grades.csv", "grades.zip", "calendar", "events",
)  # fmt: skip


@pytest.fixture
def course(tmp_path: Path) -> Iterator[Made]:
    """Monday at noon: nobody has handed in yet."""
    text = course_text()
    for old, new in SMALLER.items():
        assert old in text
        text = text.replace(old, new)
    (tmp_path / COURSE_FILE).write_text(text)
    told = load_course(tmp_path)
    store = Store.open(tmp_path, told)
    yield Made(tmp_path, told, store, NOON)
    store.close()


def versions_of(mine: dict[str, Any]) -> dict[int, str | None]:
    """The aliases of a pair's only player, by version."""
    (player,) = mine["players"]
    return {each["version"]: each["alias"] for each in player["versions"]}


class Day:
    """one, other -- pairs before their pages; teacher -- the room of the third browser"""

    def __init__(self, course: Made, place: Address, *rooms: Room) -> None:
        self.course, self.place = course, place
        self.here, self.there, self.teacher = rooms
        self.one, self.other = Pair(self.here), Pair(self.there)
        self.rows = panel(self.teacher, "Hand-ins of Feb 1, 2027").locator("tbody tr")

    def ask(self, room: Room, path: str) -> APIResponse:
        return room.page.request.get(f"{self.place.url}/api/arena/{path}")

    def nothing_is_found(self, published: bool = False) -> None:
        """By either pair, of the other's or of the teacher's."""
        for room, rival in ((self.here, self.there), (self.there, self.here)):
            own, theirs = (self.ask(each, "mine") for each in (room, rival))
            mine, others = versions_of(own.json()), versions_of(theirs.json())
            number = theirs.json()["check"]["check"]
            hidden = [f"mine/players/1/versions/{each}" for each in others.keys() - mine.keys()]
            hidden += [f"mine/checks/{number}/events", *(() if published else UNPUBLISHED)]
            for path in hidden:
                answer = self.ask(room, path)
                found = answer.status, answer.json()
                assert found == (404, {"detail": "there is nothing at this address"}), path
            for path in TEACHERS:
                answer = self.ask(room, f"teacher/{path}")
                assert (answer.status, answer.json().keys()) == (403, {"detail"}), path
            aliases = filter(None, others.values())
            for secret in (*aliases, *MEMBERS, "scrypt", ONE.password, OTHER.password):
                assert secret not in own.text()

    def hands_in_at_home(self, text: str, at: datetime) -> None:
        """The other pair, by the command: its long checks are left to the round."""
        course = self.course.course
        name = Name(OTHER.group, OTHER.pair, 1, OTHER.secret, MONDAY.day, MONDAY.month)
        desk = Desk(
            course, self.course.store, lambda _t, _n: Opinion("Hasty Heron", Track.EVALUATION)
        )
        assert desk.hand_in(course.names.pattern.write(name), text.encode(), at).kept

    # The day

    def pairs_sign_in(self) -> None:
        self.here.open("play")
        self.here.page.get_by_role("link", name="Submit").click()
        self.one.sign_in(ONE, "a wrong one")
        expect(self.here.page.get_by_role("alert")).to_have_text("that is not the password")
        self.one.sign_in(ONE)
        expect(self.here.page.get_by_text("Group 1, pair 7")).to_be_visible()
        self.there.open("submit")
        self.other.sign_in(OTHER)
        expect(self.there.page.get_by_text("Group 2, pair 9")).to_be_visible()

    def a_file_fails(self, folder: Path) -> None:
        """Where, why and in which line is told; nothing is handed in."""
        bad = folder / "divider.py"
        bad.write_text(BAD)
        self.here.page.set_input_files("input[type=file]", bad)
        self.here.button("Check only").click()
        check = self.one.panel("Check: divider.py, for player 1")
        expect(check.get_by_role("status").first).to_contain_text("Disqualified")
        trouble = check.locator(".trouble")
        expect(trouble).to_contain_text("ZeroDivisionError")
        expect(trouble).to_contain_text("Line 7")
        expect(trouble.locator("pre")).to_have_text("    return 100 // board.store(ME)")
        expect(trouble.locator("svg[role=img]")).to_be_visible()
        expect(trouble).to_contain_text("tablero check divider.py")
        start = trouble.locator("figcaption code").inner_text()
        trouble.get_by_role("link", name="Play on from here").click()
        expect(self.here.page).to_have_title("Play · Tablero")
        assert (self.here.query["game"], self.here.query["start"]) == ("mancala11", start)
        self.here.page.go_back()
        expect(check.get_by_role("status").first).to_contain_text("Disqualified")
        expect(self.here.page.get_by_label("Text of the file")).to_have_value(BAD)
        assert self.course.store.kept() == []

    def one_hands_in_two_versions(self) -> None:
        page = self.here.page
        held: list[Route] = []
        page.route("**/mine/hand-ins", lambda route: held.append(route))
        self.one.drop("empty.py", "# nobody")
        self.here.button("Enter the arena").click()
        expect(self.one.panel("Your file").get_by_role("status")).to_contain_text("handed in")
        expect(self.one.panel("Taken")).to_have_count(0)
        held[0].continue_()
        page.unroute("**/mine/hand-ins")
        expect(self.one.panel("Kept, but it cannot play")).to_contain_text("kept as version 1")
        self.one.drop("otter.py", GOOD)
        self.here.button("Enter the arena").click()
        expect(self.one.panel("Taken")).to_contain_text("kept as version 2 of player 1")
        check = self.one.panel("Check: Version 2 of player 1")
        expect(check.get_by_role("status").first).to_have_text("It is in.")
        expect(check.get_by_role("row")).to_have_count(4)
        players = self.one.panel("Our players")
        expect(players).to_contain_text("Player 1: Quiet Otter")
        expect(players).to_contain_text("In its check: random")
        with page.expect_download() as kept:
            players.get_by_label("Keep the file of version 2 of player 1").click()
        assert kept.value.path().read_text() == GOOD

    def other_fails_and_mends(self) -> None:
        self.other.drop("heron.py", BAD.replace("Divider", "Hasty Heron"))
        self.there.button("Enter the arena").click()
        check = self.other.panel("Check: Version 1 of player 1")
        expect(check.get_by_role("status").first).to_contain_text("Disqualified")
        self.hands_in_at_home(MENDED, NOON)
        players = self.other.panel("Our players")
        expect(players).to_contain_text("taken; not checked to the end yet")
        seen = self.there.page.content()
        assert not [word for word in ("Quiet Otter", "Divider", "01-07") if word in seen]

    def teacher_looks_and_lifts(self) -> None:
        room = self.teacher
        enter(room)
        expect(self.rows).to_have_count(2)
        expect(self.rows.locator("td.today")).to_have_text(["1", "1"])
        expect(self.rows.nth(0)).to_contain_text("Quiet Otter, version 2: in")
        expect(self.rows.nth(1)).to_contain_text("Hasty Heron, version 2: to be checked")
        expect(room.button("Start the round now")).to_be_disabled()
        room.button("Open pair 02-09").click()
        whole = panel(room, "Pair 02-09")
        whole.get_by_role("button", name=re.compile("^Look at .*, version 1")).click()
        expect(whole.locator("pre")).to_contain_text("100 // board.store(ME)")
        whole.get_by_role("button", name="Lift verdict").click()
        expect(whole.get_by_label("Reason").first).to_be_focused()
        room.page.keyboard.type("the first file of the year")
        room.press("Enter")
        expect(whole).to_contain_text("Lifted by the teacher")
        told = self.other.panel("Our players")
        expect(told).to_contain_text("lifted: the first file of the year")

    def the_round_is_played(self) -> None:
        page, start = self.teacher.page, self.teacher.button("Start the round now")
        for room in (self.here, self.there):
            room.open("arena")
            expect(room.page.get_by_text("No round has been published yet.")).to_be_visible()
        self.course.now = EVENING
        expect(start).to_be_enabled()
        start.click()
        expect(page.get_by_text("A round is being played.")).to_be_visible()
        expect(page.get_by_text("files are checked: 1 is left")).to_be_visible()
        store = self.course.store
        last = store.kept()[-1].id
        wait_until(lambda: any(told["upload"] == last for told in store.told(CHECKED)))
        wait_until(lambda: store.rounds())
        wait_until(lambda: store.rounds()[0].state == State.DONE)
        expect(page.get_by_text(f"Round 1 is over: {GAMES} games.")).to_be_visible()
        expect(page.get_by_text("No round is being played.")).to_be_visible()

    def only_the_teacher_sees_how_it_ended(self) -> None:
        choice = panel(self.teacher, "Standings of all rounds").get_by_label("Round", exact=True)
        expect(choice.locator("option").nth(1)).to_contain_text("not published before")
        choice.select_option("1")
        who = self.teacher.page.locator("section[aria-labelledby=teacher-rounds] > .box tbody tr")
        expect(who).to_have_count(PLAYERS)
        expect(who.filter(has_text="Quiet Otter")).to_contain_text("01-07-1")
        for room in (self.here, self.there):
            expect(room.page.get_by_text(re.compile("Round 1 is over"))).to_be_visible()
            expect(room.page.locator("#arena-standings")).to_have_count(0)
        mine = self.ask(self.here, "mine").json()
        assert (mine["rounds"], mine["players"][0]["places"]) == ([], [])

    def it_is_published(self) -> None:
        self.course.now = morning(1)
        for room, alias in ((self.here, "Quiet Otter"), (self.there, "Hasty Heron")):
            page = room.page
            names = panel(room, "Standings").locator("tbody th button")
            expect(names).to_have_count(PLAYERS)
            aliases = names.all_inner_texts()
            assert {*aliases} == {"Quiet Otter", "Hasty Heron", "Alba", "Bruma"}
            own = aliases.index(alias)
            page.locator(f"[data-at='{own}-{(own + 1) % PLAYERS}']").click()
            listed = page.locator("section[aria-labelledby=arena-games]")
            expect(listed.get_by_role("button")).to_have_count(2)
            listed.get_by_role("button").first.click()
            expect(page.locator("p.played")).to_be_visible()
            expect(page.locator(".field")).to_be_visible()
            assert room.query["round"] == "1", "ranks are of this round"
            seen = page.content()
            assert not [word for word in ("01-07", "02-09", "grupo", *MEMBERS) if word in seen]
            room.open("submit")
            expect(panel(room, "A player's history")).to_be_visible()

    def grades_and_log(self) -> None:
        page = self.teacher.page
        with page.expect_download() as kept:
            page.get_by_role("link", name="CSV").click()
        table = [*csv.DictReader(Path(kept.value.path()).read_text().splitlines())]
        assert [(row["pair"], row["practice"]) for row in table] == [
            ("01-07", "1.0"),
            ("02-09", "1.0"),
        ]
        page.locator("summary", has_text="Log").click()
        log = page.locator("section[aria-labelledby=teacher-log] tbody tr")
        expect(log.filter(has_text="round started from the page")).to_contain_text(TEACHER)
        written = {event.what for event in self.course.store.events()}
        assert {"kept", "checked", "round began"} <= written
        unsaid = [what for what in written if f'"teacherEvent.{what}"' not in WORDS.read_text()]
        assert unsaid == [], "no words for what has happened"

    def the_next_day_begins(self) -> None:
        self.course.now = TUESDAY
        expect(self.teacher.page.get_by_role("heading", name="Hand-ins of Feb 2")).to_be_visible()
        expect(self.here.page.locator(".closes")).to_contain_text("Feb 2, 2027")
        self.one.drop("otter.py", GOOD + "# better\n")
        self.here.button("Enter the arena").click()
        expect(self.one.panel("Taken")).to_contain_text("kept as version 3 of player 1")
        again = panel(self.teacher, "Hand-ins of Feb 2, 2027").locator("tbody tr")
        expect(again.locator("td.today")).to_have_text(["1", "–"])

    def everybody_leaves(self) -> None:
        here, there = self.here, self.there
        self.teacher.button("Sign out").click()
        expect(self.teacher.page.get_by_label("Teacher's password")).to_be_visible()
        self.teacher.page.get_by_label("Teacher's password").fill(TEACHERS_PASSWORD)
        self.teacher.press("Enter")
        expect(self.teacher.page.locator("#teacher-pairs")).to_be_visible()
        expect(panel(self.teacher, "Pair 02-09")).to_have_count(0)
        here.button("Sign out").click()
        expect(here.page.get_by_label("Password")).to_be_visible()
        assert "Quiet Otter" not in here.page.content()
        assert self.ask(here, "mine").status == 401
        there.button("Sign out everywhere").click()
        expect(there.page.get_by_label("Password")).to_be_visible()


def test_a_whole_day(chromium: Browser, course: Made, tmp_path: Path) -> None:
    options = "--at", "2027-02-01T20:00", "--level", "none"
    public = Public(
        course.course, course.store, course.clock, folder=course.folder, playing=options
    )
    with (
        serving(page=BUILT, arena=public) as place,
        tab(chromium, place.url) as here,
        tab(chromium, place.url) as there,
        tab(chromium, place.url) as teacher,
    ):
        day = Day(course, place, here, there, teacher)
        day.pairs_sign_in()
        day.a_file_fails(tmp_path)
        day.one_hands_in_two_versions()
        day.other_fails_and_mends()
        day.nothing_is_found()
        day.teacher_looks_and_lifts()
        day.the_round_is_played()
        day.only_the_teacher_sees_how_it_ended()
        day.nothing_is_found()
        day.it_is_published()
        day.grades_and_log()
        day.the_next_day_begins()
        day.nothing_is_found(published=True)
        day.everybody_leaves()
