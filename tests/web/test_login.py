"""From a shared link through the door, in a browser; axe finds nothing wrong there."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from tablero.web.site import BUILT
from tests.web.browser import DESKTOP, PHONE, Room, marks, tab
from tests.web.live import serving
from tests.web.test_axe import Inspector

pytestmark = marks

PASSWORD = "three quiet otters"
WRONG = "status of 403"
"""What the browser says when a wrong password is refused."""

WORDS = {
    "en": {
        "password": "Password",
        "enter": "Come in",
        "hint": "Whoever gave you this address knows it.",
        "wrong": "That is not the password.",
    },
    "es": {
        "password": "Contraseña",
        "enter": "Entrar",
        "hint": "La sabe quien te ha dado esta dirección.",
        "wrong": "Esa no es la contraseña.",
    },
}


@pytest.fixture(scope="module")
def closed() -> Iterator[str]:
    """The page behind a door, as a class finds it."""
    with serving(hosts=frozenset(), password=PASSWORD, page=BUILT) as found:
        yield found.url


def field(room: Room, language: str) -> Locator:
    return room.page.get_by_label(WORDS[language]["password"], exact=True)


@pytest.mark.parametrize("size", ["phone", "desktop"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "es"])
def test_a_shared_link_leads_through_the_door(chromium, closed, language, scheme, size):
    words = WORDS[language]
    options = {"viewport": PHONE if size == "phone" else DESKTOP, "color_scheme": scheme}
    with tab(chromium, closed, locale=language, forgiven=WRONG, **options) as room:
        inspector = Inspector(room, language)
        room.page.goto(f"{closed}/play?game=connect4&moves=4+4+4&second=you&hide=1")
        expect(room.page.get_by_text(words["hint"])).to_be_visible()
        expect(field(room, language)).to_be_focused()
        assert room.page.locator("img").evaluate("image => image.naturalWidth") > 0
        inspector.look("the door")
        room.page.keyboard.type("three loud otters")
        room.press("Enter")
        expect(room.page.get_by_role("alert")).to_have_text(words["wrong"])
        inspector.look("a wrong password")
        field(room, language).fill(PASSWORD)
        room.page.get_by_role("button", name=words["enter"]).click()
        room.at("4 4 4")
        expect(room.board.locator(".stone:not(.ghost)")).to_have_count(3)
    assert not inspector.faults, "\n".join(inspector.faults)


def test_a_link_on_another_page_finds_the_session(chromium, closed):
    """In a mail, for example: the password is not asked for again."""
    with tab(chromium, closed, locale="en") as room:
        room.page.goto(f"{closed}/play?second=you")
        field(room, "en").fill(PASSWORD)
        room.press("Enter")
        expect(room.board).to_be_visible()
        room.page.goto("data:text/html,<a>link</a>")
        room.page.evaluate("link => document.querySelector('a').href = link", f"{closed}/lab")
        room.page.get_by_role("link").click()
        expect(room.page.get_by_role("navigation")).to_be_visible()
