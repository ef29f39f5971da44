"""A server behind a web server that speaks https, as docs/arena/server.md has it."""

from collections.abc import Iterator

import httpx
import pytest
from starlette.datastructures import Headers

from tablero.errors import OptionError
from tablero.web import guard
from tablero.web.arena.public import Public
from tablero.web.front import read_front
from tests.web.arenas import begin
from tests.web.live import serving
from tests.web.test_door import PASSWORD
from tests.web.test_door import enter as come_in
from tests.web.test_sessions import enter

pytestmark = pytest.mark.plain

HOME, ELSEWHERE = "203.0.113.7", "198.51.100.9"
PASSED_ON = {
    "host": "arena.example",
    "origin": "https://arena.example",
    "sec-fetch-site": "same-origin",
    "x-forwarded-for": f"{ELSEWHERE}, {HOME}",
}


@pytest.fixture
def behind(tmp_path) -> Iterator[httpx.Client]:
    """Asks as the web server does, for a browser at HOME that says it were elsewhere."""
    made = begin(tmp_path)
    public = Public(made.course, made.store, made.clock, folder=made.folder)
    hosts, front = guard.LOOPBACK | {"arena.example"}, read_front("https://arena.example")
    server = serving(workers=0, hosts=hosts, front=front, password=PASSWORD, arena=public)
    with server as found, found.client() as client:
        client.headers.update(PASSED_ON)
        yield client
    made.store.close()


def test_everything_goes_through(behind):
    """Cookies are told to go by https alone: a jar that asks by http does not show them."""
    inside = come_in(behind, PASSWORD)
    assert inside.status_code == 303
    assert "Secure" in inside.headers["set-cookie"]
    behind.headers["cookie"] = inside.headers["set-cookie"].partition(";")[0]
    answer = enter(behind)
    assert answer.json()["who"] == "pair"
    assert all("Secure" in each for each in answer.headers.get_list("set-cookie"))
    assert all(answer.headers[name] for name in guard.HEADERS | guard.ALONE)


def test_who_guesses_keeps_nobody_else_out(behind):
    """The front says last where somebody is; what it was told of that counts for nothing."""
    for number in range(12):
        behind.headers["x-forwarded-for"] = f"10.0.0.{number}, {ELSEWHERE}"
        status = come_in(behind, "wrong").status_code
    assert status == 429
    behind.headers["x-forwarded-for"] = HOME
    assert come_in(behind, PASSWORD).status_code == 303


@pytest.mark.parametrize("origin", ["http://arena.example", "https://evil.example", "null"])
def test_other_pages_are_refused(behind, origin):
    answer = behind.get("/api/catalogue", headers={"origin": origin})
    assert (answer.status_code, "another page" in answer.json()["detail"]) == (403, True)


def test_the_machine_itself_still_speaks_http(behind):
    near = f"http://127.0.0.1:{behind.base_url.port}"
    headers = {"host": near.removeprefix("http://"), "origin": near}
    inside = behind.post("/login", data={"password": PASSWORD}, headers=headers)
    assert inside.status_code == 303
    assert "Secure" not in inside.headers["set-cookie"]


@pytest.mark.parametrize(
    ("peer", "told", "place"),
    [
        ("127.0.0.1", HOME, HOME),
        ("::1", "2001:db8::7", "2001:db8::7"),
        ("10.88.0.1", HOME, HOME),
        ("127.0.0.1", "", "127.0.0.1"),
        ("127.0.0.1", "unknown", "127.0.0.1"),
        ("127.0.0.1", f"::ffff:{HOME}", HOME),
        ("8.8.8.8", HOME, "8.8.8.8"),
    ],
)
@pytest.mark.parametrize(
    ("host", "scheme", "port"), [("Arena.example", "https", 443), ("127.0.0.1:8000", "http", 8000)]
)
def test_where_somebody_is(peer, told, place, host, scheme, port):
    """Only who is near can be the front; what others told it stands before what it tells."""
    scope = {"client": (peer, 1), "server": ("127.0.0.1", 8000), "scheme": "http"}
    lines = [("host", host), ("x-forwarded-for", ELSEWHERE), ("x-forwarded-for", told)]
    headers = Headers(raw=[(name.encode(), value.encode()) for name, value in lines])
    seen = read_front("https://arena.example").seen(scope, headers)
    assert (seen["scheme"], seen["client"][0], seen["server"][1]) == (scheme, place, port)


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://Arena.example/", "arena.example"),
        ("https://arena.example:443", "arena.example"),
        ("https://arena.example:8443", "arena.example:8443"),
        ("http://[2001:db8::1]:80", "[2001:db8::1]"),
    ],
)
def test_addresses(url, host):
    assert read_front(url).host == host


@pytest.mark.parametrize(
    "url", ["arena.example", "ftp://arena.example", "https://", "https://a/b", "https://u@a", "x"]
)
def test_what_is_no_address(url):
    with pytest.raises(OptionError, match="is like https://arena.example, not"):
        read_front(url)
