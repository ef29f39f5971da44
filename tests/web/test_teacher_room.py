"""The teacher's view: a day in a browser of his own, beside the one of a pair."""

import csv
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tablero.arena.course import COURSE_FILE, load_course
from tablero.arena.course.names import Name
from tablero.arena.handin.checks import CHECKED
from tablero.arena.handin.desk import Check, Desk, Opinion
from tablero.arena.player.forms import Track
from tablero.arena.store.models import Kind
from tablero.arena.store.store import SYSTEM, TEACHER, Ruling, Store
from tablero.web.arena.public import Public
from tablero.web.site import BUILT
from tests.arena.courses import MONDAY
from tests.arena.season.players import usual
from tests.web.arenas import PAIRS, TEACHERS_PASSWORD, Made, course_text, make, morning
from tests.web.browser import DESKTOP, PHONE, Room, marks, tab
from tests.web.live import Address, serving
from tests.web.test_arena_room import SMALL, panel
from tests.web.test_axe import Inspector

pytestmark = marks

NOON, EVENING = morning(0).replace(hour=12), morning(0).replace(hour=20)
PLAYERS = 4
SLOW = Ruling(Kind.DISQUALIFIED, "time", "", "62 % of the reference's time")
WORDS = {
    "en": {"password": "Teacher's password", "open": "Open pair", "look": "Look at grupo"},
    "es": {"password": "Contraseña", "open": "Abrir la pareja", "look": "Ver grupo"},
}


def taken_as(alias: str) -> Check:
    """Nothing is said against a file."""
    return lambda _text, _name: Opinion(alias, Track.EVALUATION)


@pytest.fixture
def course(tmp_path: Path) -> Iterator[Made]:
    """Monday at noon: both pairs have handed in, and one of the files was too slow."""
    text = (
        course_text().replace("plies = 4 ", "plies = 10 ").replace("openings = 2", "openings = 1")
    )
    (tmp_path / COURSE_FILE).write_text(text)
    told = load_course(tmp_path)
    store = Store.open(tmp_path, told)
    for pair, alias in zip(PAIRS, ("Sower", "Hasty"), strict=True):
        name = told.names.pattern.write(
            Name(pair.group, pair.pair, 1, pair.secret, MONDAY.day, MONDAY.month)
        )
        desk = Desk(told, store, taken_as(alias))
        assert desk.hand_in(name, usual(alias, 10 + pair.pair).encode(), NOON).kept
    for upload in store.kept():
        store.note(NOON, SYSTEM, CHECKED, upload=upload.id, verdict="in", level="none")
    store.judge(SLOW, store.kept()[-1], NOON)
    yield Made(tmp_path, told, store, NOON)
    store.close()


def enter(room: Room, language: str = "en") -> None:
    room.open("arena", lang=language, teacher="1")
    room.page.get_by_label(WORDS[language]["password"]).fill(TEACHERS_PASSWORD)
    room.press("Enter")
    expect(room.page.locator("#teacher-pairs")).to_be_visible()


def pair_enters(room: Room, place: Address) -> None:
    """As the page of a pair does."""
    asked = {"group": PAIRS[0].group, "pair": PAIRS[0].pair, "password": PAIRS[0].password}
    headers = {"x-tablero-token": place.token, "origin": place.url}
    answer = room.page.request.post(f"{place.url}/api/arena/sign-in", data=asked, headers=headers)
    assert answer.status == 200, answer.text()


def test_a_day_of_the_teachers(chromium: Browser, course: Made) -> None:
    options = "--at", "2027-02-01T20:00", "--level", "none"
    public = Public(
        course.course, course.store, course.clock, folder=course.folder, playing=options
    )
    with (
        serving(page=BUILT, arena=public) as place,
        tab(chromium, place.url) as room,
        tab(chromium, place.url) as other,
    ):
        page = room.page
        enter(room)
        rows = page.locator("section[aria-labelledby=teacher-pairs] tbody tr")
        expect(rows).to_have_count(2)
        expect(rows.locator("td.today")).to_have_text(["1", "1"])
        expect(rows.nth(0)).to_contain_text("Sower, version 1: in")
        expect(rows.nth(1)).to_contain_text("Hasty, version 1: disqualified")
        start = room.button("Start the round now")
        expect(start).to_be_disabled()

        room.button("Open pair 02-09").click()
        whole = panel(room, "Pair 02-09")
        whole.get_by_role("button", name="Look at").click()
        expect(whole.locator("pre")).to_contain_text('ALIAS = "Hasty"')
        expect(whole).to_contain_text("62 % of the reference's time")
        whole.get_by_role("button", name="Lift verdict").click()
        whole.get_by_label("Reason").first.fill("measured while the machine was busy")
        room.press("Enter")
        expect(whole).to_contain_text("Lifted by teacher")
        expect(rows.nth(1)).to_contain_text("Hasty, version 1: in")

        other.open("arena")
        pair_enters(other, place)
        expect(other.page.get_by_text("No round has been published yet.")).to_be_visible()
        course.now = EVENING
        expect(start).to_be_enabled()
        start.click()
        expect(page.get_by_text("A round is being played.")).to_be_visible()
        games = PLAYERS * (PLAYERS - 1)
        over = page.get_by_text(f"Round 1 is over: {games} games.")
        expect(over).to_be_visible()
        expect(page.get_by_text("No round is being played.")).to_be_visible()

        choice = panel(room, "Standings of all rounds").get_by_label("Round", exact=True)
        expect(choice.locator("option").nth(1)).to_contain_text("not published before")
        choice.select_option("1")
        who = page.locator("section[aria-labelledby=teacher-rounds] > .box tbody tr")
        expect(who).to_have_count(PLAYERS)
        expect(who.filter(has_text="Sower")).to_contain_text("01-07-1")
        for path in ("rounds/1", "teacher/rounds/1"):
            found = other.page.request.get(f"{place.url}/api/arena/{path}")
            assert found.status == (404 if path == "rounds/1" else 403)
        expect(other.page.get_by_text(re.compile("Round 1 is over"))).to_be_visible()
        expect(other.page.locator("#arena-standings")).to_have_count(0)

        course.now = morning(1)
        expect(other.page.locator("#arena-standings")).to_be_visible()
        assert "01-07" not in other.page.content()
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
        room.button("Sign out").click()
        expect(page.get_by_label("Teacher's password")).to_be_visible()
        expect(page.locator("#teacher-pairs")).to_have_count(0)


@pytest.fixture(scope="module")
def stadium(tmp_path_factory) -> Iterator[str]:
    """Rounds of three days, one of them under way."""
    made = make(tmp_path_factory.mktemp("arena"))
    made.store.judge(SLOW, made.store.kept()[-1], made.now)
    public = Public(made.course, made.store, made.clock, folder=made.folder)
    with serving(page=BUILT, arena=public) as found:
        yield found.url
    made.store.close()


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("language", WORDS)
def test_axe_finds_nothing(chromium: Browser, stadium: str, language: str, size) -> None:
    with tab(chromium, stadium, viewport=size) as room:
        page, word = room.page, WORDS[language]
        inspector = Inspector(room, language)
        room.open("arena", lang=language, teacher="1")
        expect(page.get_by_label(word["password"])).to_be_visible()
        inspector.look("sign in")
        enter(room, language)
        page.get_by_role("button", name=f"{word['open']} 02-09").click()
        page.get_by_role("button", name=word["look"]).first.click()
        expect(page.locator("pre")).to_be_visible()
        page.locator("section[aria-labelledby=teacher-rounds] select").select_option("2")
        expect(page.locator("section[aria-labelledby=teacher-rounds] svg").first).to_be_visible()
        for closed in page.locator("summary").all():
            closed.click()
        inspector.look("teacher")
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        small = page.evaluate(SMALL)
    assert small == []
    assert not inspector.faults, "\n".join(inspector.faults)
