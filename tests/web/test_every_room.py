"""What holds in all rooms: language, back, reload; fingers, and people who want no motion."""

import os
import re
import signal
import socket
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tablero.web import desk
from tablero.web.server import is_loopback, own_address
from tablero.web.site import BUILT
from tests.web.browser import GONE, PHONE, Room, marks, tab
from tests.web.live import serving, wait_until

pytestmark = marks

LINKS = {"play": "Play", "tree": "Tree lab", "lab": "Experiments"}


def test_a_change_of_language_keeps_the_room(room: Room) -> None:
    """What the address does not tell is kept too: an open sheet, half a position."""
    room.visit(moves="4 4 3")
    room.button("Options").click()
    room.page.get_by_role("textbox", name="Position").fill("445")
    room.button("ES").focus()
    room.press("Enter")
    expect(room.page.get_by_role("textbox", name="Posición")).to_have_value("445")
    expect(room.status).to_have_text("Juega Amarillo")
    expect(room.page.locator("html")).to_have_attribute("lang", "es")
    room.at("4 4 3")
    room.page.reload()
    expect(room.status).to_have_text("Juega Amarillo")


MOST_BYTES = 120_000


def test_the_first_load_is_small(room: Room) -> None:
    """All that comes through the wire before one can play."""
    loaded = []
    room.page.on("requestfinished", lambda request: loaded.append(request))
    room.visit()
    sizes = {each.url: each.sizes()["responseBodySize"] for each in loaded}
    assert any("/assets/Play" in url for url in sizes)
    assert 0 < sum(sizes.values()) <= MOST_BYTES, sizes


def test_back_leads_from_room_to_room(room: Room) -> None:
    room.visit(moves="4 4 3")
    for path, name in LINKS.items():
        room.page.get_by_role("link", name=name, exact=True).click()
        expect(room.page).to_have_url(re.compile(f"/{path}"))
        expect(room.page.locator("h1")).to_have_count(1)
    room.page.go_back()
    expect(room.page).to_have_url(re.compile("/tree.*moves=4"))
    room.page.go_back()
    expect(room.page).to_have_url(re.compile("/play.*moves=4"))
    expect(room.page.locator("[aria-current=step]")).to_contain_text("3.3")


def test_experiments_leave_the_game_alone(room: Room) -> None:
    room.visit(moves="4 4 4 3")
    room.page.get_by_role("link", name="Experiments", exact=True).click()
    room.page.get_by_label("Game", exact=True).select_option("kalah")
    assert room.query["lab-game"] == "kalah"
    room.page.go_back()
    room.at("4 4 4 3")
    expect(room.page.locator("[aria-current=step]")).to_contain_text("4.3")
    assert set(room.query) == {"lang", "moves", "second"}
    room.page.go_forward()
    expect(room.page.get_by_label("Game", exact=True)).to_have_value("kalah")
    room.page.get_by_role("link", name="Play", exact=True).click()
    room.at("4 4 4 3")
    assert set(room.query) == {"lang", "moves", "second"}


def test_a_room_keeps_its_own_to_itself(room: Room) -> None:
    room.grow(moves="4 4", second="you", view="outline", plies="3", quiz="5")
    room.page.get_by_role("link", name="Play", exact=True).click()
    room.at("4 4")
    assert set(room.query) == {"lang", "moves", "second"}
    room.page.get_by_role("link", name="Tree lab", exact=True).click()
    expect(room.page.get_by_role("tree")).to_be_visible()
    assert (room.query["view"], room.query["plies"]) == ("outline", "3")


def test_the_language_is_that_of_the_address_else_the_one_chosen(room: Room) -> None:
    room.visit()
    html = room.page.locator("html")
    room.button("ES").click()
    room.page.get_by_role("link", name="Árbol", exact=True).click()
    room.button("EN").click()
    room.page.go_back()
    expect(html).to_have_attribute("lang", "es")
    assert room.query["lang"] == "es"
    room.page.goto(f"{room.site}/play")
    expect(html).to_have_attribute("lang", "en")
    room.button("ES").click()
    room.page.goto(f"{room.site}/play")
    expect(html).to_have_attribute("lang", "es")


@pytest.mark.parametrize("name", LINKS)
def test_a_reload_shows_the_same(room: Room, name: str) -> None:
    room.open(name, game="tictactoe", moves="5 1 2", second="you")
    expect(room.page.locator("main h1")).to_be_attached()
    query = room.query
    room.page.reload()
    expect(room.page.locator("main h1")).to_be_attached()
    assert room.query == query
    assert query["moves"] == "5 1 2"


def test_another_machine_plays(chromium) -> None:
    """Browsers give less to pages that come through a network without https."""
    host = own_address(socket.AF_INET)
    if not re.fullmatch(r"[0-9.]+", host) or is_loopback(host):
        pytest.skip("this machine is in no network")
    with (
        serving(host, hosts=frozenset({host}), page=BUILT) as found,
        tab(chromium, found.url) as room,
    ):
        room.visit()
        assert not room.page.evaluate("isSecureContext")
        room.press("4")
        room.at("4")
        room.button("Copy link").click()
        expect(room.page.get_by_text("Copied")).to_be_visible()
        room.button("Options").click()
        room.page.get_by_role("textbox", name="Position").focus()
        room.press("Control+V")
        expect(room.page.get_by_role("textbox", name="Position")).to_have_value(room.page.url)


AWAY = "The server does not answer"
SEEN = """state => {
  Object.defineProperty(document, "visibilityState", {configurable: true, get: () => state});
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_a_server_that_goes_and_comes_back(chromium) -> None:
    """What is still wanted is asked for again; an experiment is lost, and says so."""
    with tab(chromium, "", forgiven=GONE) as room:
        with serving(page=BUILT) as found:
            room.site = found.url
            room.experiment("ladder", first="engine(time=3)", second="you")
            room.button("Run").click()
            expect(room.page.get_by_role("progressbar")).to_be_visible()
            room.page.get_by_role("link", name="Play", exact=True).click()
            expect(room.status).to_have_text("Red is thinking …")
        away = room.page.get_by_role("status").filter(has_text=AWAY)
        expect(away).to_be_visible()
        assert "moves" not in room.query
        with serving(port=urlsplit(room.site).port or 0, page=BUILT):
            expect(away).to_be_hidden()
            expect(room.page).to_have_url(re.compile("moves=[0-9]"))
            room.page.get_by_role("link", name="Experiments", exact=True).click()
            expect(room.page.get_by_role("status").filter(has_text="Lost")).to_be_attached()


def test_a_worker_that_dies_is_replaced_and_the_page_says_so(chromium) -> None:
    with serving(page=BUILT) as found, tab(chromium, found.url) as room:
        assert found.server is not None
        crew = found.server.app.state.desk.crew
        room.visit(first="engine(time=5)")
        wait_until(lambda: any(worker.order is not None for worker in crew.workers))
        busy = next(worker for worker in crew.workers if worker.order is not None)
        os.kill(busy.process.pid, signal.SIGKILL)
        expect(room.page.get_by_text("A process of the server died")).to_be_visible()
        expect(room.page).to_have_url(re.compile("moves=[0-9]"))


def test_a_tab_that_was_hidden_for_long(chromium, monkeypatch) -> None:
    with serving(page=BUILT) as found, tab(chromium, found.url) as room:
        assert found.server is not None
        tabs = found.server.app.state.desk.tabs
        room.visit(first="engine(time=3)")
        room.page.evaluate(SEEN, "hidden")
        monkeypatch.setattr(desk, "FORGOTTEN", 0.1)
        wait_until(lambda: not tabs)
        monkeypatch.undo()
        assert "moves" not in room.query
        room.page.evaluate(SEEN, "visible")
        expect(room.page).to_have_url(re.compile("moves=[0-9]"))


def test_a_room_that_does_not_come(chromium, site) -> None:
    with tab(chromium, site, forgiven=GONE) as room:
        room.visit()
        room.page.route("**/assets/TreeLab*", lambda route: route.abort())
        room.page.get_by_role("link", name="Tree lab", exact=True).click()
        expect(room.page.get_by_role("alert").filter(has_text=AWAY)).to_be_visible()
        room.page.unroute("**/assets/TreeLab*")
        room.button("Try again").click()
        expect(room.page.get_by_role("heading", name="Tree lab")).to_be_attached()


def test_an_option_out_of_range_is_told(room: Room) -> None:
    room.visit(second="alphabeta(depth=2)")
    depth = room.page.get_by_label("depth", exact=True)
    depth.fill("-3")
    depth.press("Tab")
    expect(depth).to_have_value("-3")
    expect(room.page.get_by_text(re.compile(r"^1 to 1\s000$"))).to_be_visible()
    assert room.query["second"] == "alphabeta(depth=2)"
    depth.fill("3")
    depth.press("Tab")
    expect(room.page.get_by_text(re.compile(r"^1 to 1\s000$"))).to_be_hidden()
    assert room.query["second"] == "alphabeta(depth=3)"


@pytest.mark.parametrize("where", ["play", "lab"])
def test_a_game_says_what_its_options_may_be(room: Room, where: str) -> None:
    """The server's limits: 31 columns of one row are the most."""
    room.open(where, game="connect4(rows=1)")
    room.button("rows 1").click()
    expect(room.page.get_by_role("progressbar")).to_have_count(0)
    field = room.page.get_by_role("spinbutton", name="columns")
    field.fill("32")
    field.press("Tab")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(room.page.get_by_text("1 to 31", exact=True)).to_be_visible()
    field.fill("31")
    field.press("Tab")
    expect(field).to_have_attribute("aria-invalid", "false")
    expect(room.page).to_have_url(re.compile("columns%3D31"))


NAMES = {
    "en": {"play": ["Home", "End", "Space"], "tree": ["Home", "End", "Enter"], "lab": ["Esc"]},
    "es": {
        "play": ["Inicio", "Fin", "Espacio"],
        "tree": ["Inicio", "Fin", "Intro"],
        "lab": ["Esc"],
    },
}


@pytest.mark.parametrize("language", NAMES)
def test_keys_are_named_as_on_the_keyboards_of_the_language(room: Room, language: str) -> None:
    for where, names in NAMES[language].items():
        room.open(where, lang=language)
        expect(room.page.locator("h1")).to_be_attached()
        room.page.locator(".foot button").first.click()
        told = room.page.get_by_role("dialog").locator("kbd").all_inner_texts()
        assert [name for name in told if len(name) > 1] == names


def test_a_finger_plays(chromium, site) -> None:
    with tab(chromium, site, viewport=PHONE, has_touch=True, is_mobile=True) as room:
        room.visit()
        room.page.get_by_role("button", name=re.compile("^Column 4,")).tap()
        room.at("4")
        room.visit(game="kalah")
        room.page.get_by_role("button", name=re.compile("^Red pit 3,")).tap()
        room.at("3")
        wide = room.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= PHONE["width"]


IN_THE_AIR = "document.querySelectorAll('.field ellipse.shadow').length"
LONGEST = """Math.max(0, ...document.getAnimations().map(
  (each) => each.effect.getComputedTiming().endTime))"""
"""Milliseconds of what is animated by style."""

WATCH = f"""() => {{
  window.flown = 0;
  const look = () => {{
    window.flown += {IN_THE_AIR};
    requestAnimationFrame(look);
  }};
  look();
}}"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_seeds_fly_unless_nobody_wants_motion(chromium, site, motion) -> None:
    """Looked at in every frame."""
    with tab(chromium, site, reduced_motion=motion) as room:
        room.visit(game="kalah")
        assert room.page.evaluate(IN_THE_AIR) == 0
        room.page.evaluate(WATCH)
        room.press("1")
        room.at("1")
        expect(room.status).to_have_text("Yellow to move")
        expect(room.page.get_by_role("button", name=re.compile("^Yellow pit 1,"))).to_be_enabled()
        if motion == "reduce":
            assert room.page.evaluate(LONGEST) < 1
        else:
            room.page.wait_for_timeout(300)
        assert (room.page.evaluate("window.flown") > 0) == (motion == "no-preference")
