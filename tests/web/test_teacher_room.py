"""The teacher's view, by axe. What is done there is told by test_a_day."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tablero.arena.store.models import Kind
from tablero.arena.store.store import Ruling
from tablero.web.arena.public import Public
from tablero.web.site import BUILT
from tests.web.arenas import TEACHERS_PASSWORD, make
from tests.web.browser import DESKTOP, PHONE, Room, marks, tab
from tests.web.live import serving
from tests.web.test_arena_room import SMALL
from tests.web.test_axe import Inspector

pytestmark = marks

SLOW = Ruling(Kind.DISQUALIFIED, "time", "", "62 % of the reference's time")
WORDS = {
    "en": {"password": "Teacher's password", "open": "Open pair", "look": "Look at grupo"},
    "es": {"password": "Contraseña", "open": "Abrir la pareja", "look": "Ver grupo"},
}


def enter(room: Room, language: str = "en") -> None:
    room.open("arena", lang=language, teacher="1")
    room.page.get_by_label(WORDS[language]["password"]).fill(TEACHERS_PASSWORD)
    room.press("Enter")
    expect(room.page.locator("#teacher-pairs")).to_be_visible()


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
