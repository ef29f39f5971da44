"""The room of a pair, by axe. What pairs do there is told by test_a_day."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tablero.web.site import BUILT
from tests.web.arenas import PAIRS, serving_a_course
from tests.web.browser import DESKTOP, PHONE, Room, marks, tab
from tests.web.test_axe import Inspector

pytestmark = marks

ONE = PAIRS[0]
BAD = """from tablero.arena.player import ME

ALIAS = "Divider"


def value(board):
    return 100 // board.store(ME)
"""
DROP = """([target, name, text]) => {
    const carried = new DataTransfer();
    carried.items.add(new File([text], name, {type: "text/x-python"}));
    target.dispatchEvent(new DragEvent("drop", {dataTransfer: carried, bubbles: true}));
}"""


@pytest.fixture(scope="module")
def stadium(tmp_path_factory) -> Iterator[str]:
    with serving_a_course(tmp_path_factory.mktemp("arena"), page=BUILT) as (_made, address):
        yield address.url


class Pair:
    """Before the page."""

    def __init__(self, room: Room) -> None:
        self.room, self.page = room, room.page

    def sign_in(self, who: Any, password: str = "") -> None:
        self.page.get_by_label("Group").fill(str(who.group))
        self.page.get_by_label("Pair", exact=True).fill(str(who.pair))
        self.page.get_by_label("Password").fill(password or who.password)
        self.room.button("Sign in").click()

    def drop(self, name: str, text: str) -> None:
        target = self.panel("Your file").element_handle()
        self.page.evaluate(DROP, [target, name, text])
        expect(self.page.get_by_label("Text of the file")).to_have_value(text)

    def panel(self, title: str) -> Locator:
        return self.page.locator("section.panel").filter(
            has=self.page.get_by_role("heading", name=title, exact=False)
        )


def test_axe_finds_nothing(chromium: Browser, stadium: str):
    """At the door, and behind it with a check that failed, players and their history."""
    faults: list[str] = []
    with tab(chromium, stadium) as room:
        pair = Pair(room)
        room.open("submit")
        expect(room.page.get_by_label("Password")).to_be_visible()
        _look(room, faults, "sign in")
        room.open("submit")
        pair.sign_in(ONE)
        pair.drop("divider.py", BAD)
        room.button("Check only").click()
        expect(room.page.locator(".trouble svg[role=img]")).to_be_visible()
        _look(room, faults, "desk")
    assert not faults, "\n".join(faults)


def _look(room: Room, faults: list[str], where: str) -> None:
    for language in ("es", "en"):
        room.open("submit", lang=language)
        expect(room.page.locator("form, .trouble svg[role=img]").first).to_be_visible()
        inspector = Inspector(room, language)
        for size in (PHONE, DESKTOP):
            room.page.set_viewport_size(size)
            inspector.look(f"{where}, {language}, {size['width']}")
            assert room.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        faults += inspector.faults
