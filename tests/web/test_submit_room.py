"""The room of a pair, in two browsers: signing in, a file that fails with its board and line, one
that is kept, and nothing of it for others."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Route, expect

from tablero.web.site import BUILT
from tests.web.arenas import PAIRS, Made, serving_a_course
from tests.web.browser import DESKTOP, PHONE, Room, marks, tab
from tests.web.live import Address
from tests.web.test_axe import Inspector

pytestmark = marks

ONE, OTHER = PAIRS
BAD = """from tablero.arena.player import ME

ALIAS = "Divider"


def value(board):
    return 100 // board.store(ME)
"""
GOOD = """from tablero.arena.player import ME, RIVAL

ALIAS = "Quiet Otter"


def value(board):
    return board.marker(ME) - board.marker(RIVAL)
"""
DROP = """([target, name, text]) => {
    const carried = new DataTransfer();
    carried.items.add(new File([text], name, {type: "text/x-python"}));
    target.dispatchEvent(new DragEvent("drop", {dataTransfer: carried, bubbles: true}));
}"""


@pytest.fixture(scope="module")
def both(tmp_path_factory) -> Iterator[tuple[Made, Address]]:
    with serving_a_course(tmp_path_factory.mktemp("arena"), page=BUILT) as found:
        yield found


@pytest.fixture(scope="module")
def stadium(both: tuple[Made, Address]) -> str:
    return both[1].url


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


def test_two_pairs(chromium: Browser, stadium: str, both: tuple[Made, Address], tmp_path):
    made, _address = both
    with tab(chromium, stadium) as here, tab(chromium, stadium) as there:
        one, other = Pair(here), Pair(there)
        here.open("play")
        here.page.get_by_role("link", name="Submit").click()
        one.sign_in(ONE, "a wrong one")
        expect(here.page.get_by_role("alert")).to_have_text("that is not the password")
        one.sign_in(ONE)
        expect(here.page.get_by_text("Group 1, pair 7")).to_be_visible()

        bad = tmp_path / "divider.py"
        bad.write_text(BAD)
        here.page.set_input_files("input[type=file]", bad)
        here.button("Check only").click()
        check = one.panel("Check: divider.py, for player 1")
        expect(check.get_by_role("status").first).to_contain_text("Disqualified")
        trouble = check.locator(".trouble")
        expect(trouble).to_contain_text("ZeroDivisionError")
        expect(trouble).to_contain_text("Line 7")
        expect(trouble.locator("pre")).to_have_text("    return 100 // board.store(ME)")
        expect(trouble.locator("svg[role=img]")).to_be_visible()
        expect(trouble).to_contain_text("tablero check divider.py --seed 1 --probe")
        link = trouble.get_by_role("link", name="Play on from here")
        start = trouble.locator("figcaption code").inner_text()
        link.click()
        expect(here.page).to_have_title("Play · Tablero")
        assert (here.query["game"], here.query["start"]) == ("mancala11", start)
        here.page.go_back()
        expect(check.get_by_role("status").first).to_contain_text("Disqualified")
        assert made.store.kept("01-07")[-1].player == 2  # nothing was handed in

        one.drop("otter.py", GOOD)
        here.page.get_by_label("For player", exact=True).select_option("3")
        here.button("Enter the arena").click()
        expect(one.panel("Taken")).to_contain_text("kept as version 1 of player 3")
        check = one.panel("Check: Version 1 of player 3")
        expect(check.get_by_role("status").first).to_have_text("It is in.")
        expect(check.get_by_role("row")).to_have_count(4)
        players = one.panel("Our players")
        expect(players).to_contain_text("Player 3: Quiet Otter")
        expect(players).to_contain_text("In its check: random")
        held: list[Route] = []
        here.page.route("**/mine/hand-ins", lambda route: held.append(route))
        one.drop("empty.py", "# nobody")
        here.button("Enter the arena").click()
        expect(one.panel("Your file").get_by_role("status")).to_contain_text("handed in")
        expect(one.panel("Taken")).to_have_count(0)
        held[0].continue_()
        out = one.panel("Kept, but it cannot play")
        expect(out).to_contain_text("kept as version 2 of player 3")
        expect(one.panel("Your file").get_by_role("status")).to_be_empty()
        with here.page.expect_download() as kept:
            players.get_by_label("Keep the file of version 1 of player 3").click()
        assert kept.value.path().read_text() == GOOD

        there.open("submit")
        other.sign_in(OTHER)
        expect(other.panel("Our players")).to_contain_text("cometa/../x")
        seen = there.page.content()
        for private in ("Quiet Otter", "Divider", "01-07", "Osa"):
            assert private not in seen
        number = here.page.request.get(f"{stadium}/api/arena/mine").json()["check"]["check"]
        for path in (f"checks/{number}/events", "players/3/versions/1", "players/2/versions/1"):
            answer = there.page.request.get(f"{stadium}/api/arena/mine/{path}")
            assert (answer.status, answer.json()) == (
                404,
                {"detail": "there is nothing at this address"},
            )

        here.button("Sign out").click()
        expect(here.page.get_by_label("Password")).to_be_visible()
        assert "Quiet Otter" not in here.page.content()
        assert here.page.request.get(f"{stadium}/api/arena/mine").status == 401
        there.button("Sign out everywhere").click()
        expect(there.page.get_by_label("Password")).to_be_visible()


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
            room.page.set_viewport_size(size)  # type: ignore[arg-type]
            inspector.look(f"{where}, {language}, {size['width']}")
            assert room.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        faults += inspector.faults
