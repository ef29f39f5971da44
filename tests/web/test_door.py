"""The door: only whoever knows the password comes in, and is led to where he wanted to go."""

import html
import re

import httpx
import pytest

from tablero.web import door, tries
from tablero.web.login import CSS
from tests.web.browser import ROOT
from tests.web.live import serving

pytestmark = pytest.mark.plain

LINE = {"game": "tictactoe"}
PASSWORD = "three quiet otters"
LINK = "/play?game=connect4&moves=4+4+4&lang=en"


@pytest.fixture
def stranger():
    server = serving(workers=0, hosts=frozenset(), password=PASSWORD)
    with server as found, found.client() as asking:
        yield asking


def enter(client, password, **fields):
    form = {"password": password, **fields}
    return client.post("/login", data=form, headers={"x-tablero-token": ""})


def scope_of(client, server="10.0.0.1"):
    """Of a request."""
    return {"client": (client, 50_000), "server": (server, 8000), "scheme": "http"}


def wanted(page):
    """Where the form leads."""
    (found,) = re.findall('name="wanted" type="hidden" value="([^"]*)"', page.text)
    return html.unescape(found)


def test_strangers_see_the_door_only(stranger):
    assert 'type="password"' in stranger.get("/").text
    assert "Contraseña" in stranger.get("/", headers={"accept-language": "es"}).text
    assert "token" not in stranger.get("/").text
    assert stranger.get("/login.css").headers["content-type"].startswith("text/css")
    for answer in (
        stranger.get("/api/catalogue"),
        stranger.post("/api/line", json=LINE),
        stranger.delete("/api/jobs/1"),
        stranger.get("/api/events", params={"tab": "a" * 20}),
    ):
        assert answer.status_code == 401
        assert "password" in answer.json()["detail"]


def test_who_knows_the_password_is_let_in(stranger):
    answer = enter(stranger, PASSWORD)
    assert answer.status_code == 303
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert stranger.get("/api/catalogue").status_code == 200
    assert stranger.post("/api/line", json=LINE).status_code == 200
    assert (
        stranger.post("/api/line", json=LINE, headers={"x-tablero-token": ""}).status_code == 403
    )


@pytest.mark.parametrize("cookie", ["", "{}=", "{}=abc", "\x01=;;=", "a=b; {}"])
def test_cookies_that_we_never_gave(stranger, cookie):
    cookie = cookie.format(door.COOKIE.format(port=stranger.base_url.port))
    answer = stranger.get("/api/catalogue", headers={"cookie": cookie})
    assert answer.status_code == 401


def test_guessing_takes_long(stranger):
    assert enter(stranger, "").status_code == 403
    assert "not the password" in enter(stranger, "x" * 5000).text
    answers = [enter(stranger, f"guess {number}").status_code for number in range(door.MOST_TRIES)]
    assert answers[-1] == 429
    assert enter(stranger, PASSWORD).status_code == 429


def test_nobody_guesses_for_others(stranger):
    """What a request says of where it comes from is not believed."""
    answers = []
    for number in range(door.MOST_TRIES + 1):
        stranger.headers["x-forwarded-for"] = f"10.0.0.{number}"
        answers.append(enter(stranger, "guess").status_code)
    assert answers[-1] == 429


def test_guesses_are_forgiven(monkeypatch):
    now = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    keeper = door.Door(PASSWORD)
    for _try in range(door.MOST_TRIES):
        assert keeper.let_in(scope_of("here"), "guess").status_code == 403
    assert keeper.let_in(scope_of("here"), "guess").status_code == 429
    assert keeper.let_in(scope_of("elsewhere"), PASSWORD).status_code == 303
    now[0] += tries.WINDOW + 1
    assert keeper.let_in(scope_of("here"), PASSWORD).status_code == 303


def test_nobody_keeps_others_out():
    keeper = door.Door(PASSWORD)
    for number in range(100):
        for _try in range(door.MOST_TRIES + 1):
            keeper.let_in(scope_of(f"10.0.0.{number}"), "guess")
    assert keeper.let_in(scope_of("10.0.0.200"), PASSWORD).status_code == 303


@pytest.mark.parametrize(
    ("client", "server", "place"),
    [
        ("10.0.0.7", "10.0.0.1", "10.0.0.7"),
        ("2001:db8:1::7", "2001:db8::1", "2001:db8:1::/64"),
        ("2001:db8::7", "2001:db8::1", "2001:db8::7"),
        ("fe80::7%eth0", "fe80::1%eth0", "fe80::7%eth0"),
        ("2001:db8:1::7", "127.0.0.1", "2001:db8:1::/64"),
        ("2001:db8:1::7", "arena.example", "2001:db8:1::/64"),
    ],
)
def test_where_guesses_come_from(client, server, place):
    assert door.place_of(scope_of(client, server)) == place


def test_somebody_who_has_gone():
    gone = {"client": None, "server": None}
    assert door.Door(PASSWORD).let_in(gone, "guess").status_code == 403


def test_only_so_many_sessions_and_addresses_are_kept(monkeypatch):
    monkeypatch.setattr(door, "MOST_SESSIONS", 3)
    monkeypatch.setattr(tries, "MOST_PLACES", 3)
    keeper = door.Door(PASSWORD)
    for number in range(5):
        keeper.let_in(scope_of(str(number)), PASSWORD)
        keeper.let_in(scope_of(str(number)), "guess")
    assert len(keeper.sessions) == len(keeper.tries.failures) == 3


def test_other_pages_cannot_use_the_door(stranger):
    answer = stranger.post(
        "/login",
        data={"password": PASSWORD},
        headers={"origin": "http://evil.example"},
    )
    assert answer.status_code == 403


@pytest.mark.parametrize(
    "other", ['a={"x": 1}', "a=b c", "foo bar", "cafe=é", "tags[]=1", 'a="b; c"', "=;="]
)
def test_other_cookies_do_no_harm(stranger, other):
    """Those of all servers of a machine come together."""
    ((name, session),) = enter(stranger, PASSWORD).cookies.items()
    stranger.cookies.clear()
    cookies = f"{other}; {name}={session}; {other}"
    answer = stranger.get("/api/catalogue", headers={"cookie": cookies.encode()})
    assert answer.status_code == 200


def test_two_servers_of_a_machine(stranger):
    with serving(workers=0, password=PASSWORD) as other, httpx.Client() as browser:
        sites = other.url, str(stranger.base_url)
        for site in sites:
            browser.post(f"{site}/login", data={"password": PASSWORD})
        assert [browser.get(f"{site}/api/catalogue").status_code for site in sites] == [200, 200]


def test_a_link_leads_through_the_door(stranger):
    page = stranger.get(LINK)
    assert wanted(page) == LINK
    wrong = enter(stranger, "guess", wanted=wanted(page))
    assert wanted(wrong) == LINK
    right = enter(stranger, PASSWORD, wanted=wanted(wrong))
    assert right.headers["location"] == LINK


@pytest.mark.parametrize("room", ["/", "/play", "/tree?a=%22%3E%3Cb%3E", "/lab?game=a(b=c)&d='e'"])
def test_every_room_can_be_wanted(stranger, room):
    assert wanted(stranger.get(room)) == room
    assert enter(stranger, PASSWORD, wanted=room).headers["location"] == room


@pytest.mark.parametrize(
    "hostile",
    [
        "",
        "?",
        "play",
        "//evil.example",
        "//evil.example/play",
        "/\\evil.example",
        "\\\\evil.example",
        "/\t/evil.example",
        "/play/../../evil",
        "http://evil.example/play",
        "javascript:alert(1)",
        "/api/catalogue",
        "/login",
        "/play\r\nset-cookie: a=b",
        "/play#@evil.example",
        " /play",
        "/pl\0ay",
    ],
)
def test_nobody_is_led_elsewhere(stranger, hostile):
    assert wanted(enter(stranger, "guess", wanted=hostile)) == "/"
    assert enter(stranger, PASSWORD, wanted=hostile).headers["location"] == "/"


def test_what_a_link_says_stays_within_it(stranger):
    link = '/play?a=\r\nset-cookie: b=c"><script>//\\é'
    shown = enter(stranger, "guess", wanted=link)
    assert "<script>" not in shown.text
    answer = enter(stranger, PASSWORD, wanted=link)
    assert answer.headers["location"] == (
        "/play?a=%0D%0Aset-cookie:%20b=c%22%3E%3Cscript%3E//%5C%C3%A9"
    )
    assert len(answer.cookies) == 1


def test_a_long_link(stranger):
    link = "/play?moves=" + "+".join("4" * 1000)
    assert enter(stranger, PASSWORD, wanted=link).headers["location"] == link


def test_the_door_of_a_browser_that_is_in(stranger):
    """The address of the form leads on; the form can be sent again."""
    enter(stranger, PASSWORD)
    assert stranger.get("/login").headers["location"] == "/"
    assert stranger.get("/login.css").status_code == 200
    assert enter(stranger, PASSWORD, wanted=LINK).headers["location"] == LINK
    assert enter(stranger, "guess").status_code == 403
    assert stranger.get("/api/catalogue").status_code == 200


def test_there_is_no_door_without_a_password(client):
    assert client.get("/login").status_code == client.get("/login.css").status_code == 404


@pytest.mark.parametrize(
    ("chosen", "address", "browser", "told"),
    [
        ("", "/", "es", "es"),
        ("", "/", "ca, es;q=0.5", "es"),
        ("es", "/", "en", "es"),
        ("en", "/", "es", "en"),
        ("es", "/play?lang=en", "es", "en"),
        ("", "/play?lang=es", "en", "es"),
        ("", "/play?lang=xx", "es", "es"),
        ("", "/nowhere?lang=es", "en", "en"),
    ],
)
def test_the_door_speaks_the_language_of_the_page(chosen, address, browser, told):
    words = {"en": "not the password", "es": "Esa no es la contraseña"}
    with (
        serving(workers=0, password=PASSWORD, language=chosen) as found,
        found.client(browser) as asking,
    ):
        page = asking.get(address)
        assert f'<html lang="{told}">' in page.text
        assert words[told] in enter(asking, "guess", wanted=wanted(page)).text


def test_its_colours_are_those_of_the_page():
    ours = re.findall(r"--[a-z-]+: light-dark[^;]+;", CSS)
    page = (ROOT / "frontend" / "src" / "app.css").read_text()
    assert len(ours) == 8
    assert [colour for colour in ours if colour not in page] == []
