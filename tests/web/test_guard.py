"""Who may ask for what: only our own page, and whoever knows the password."""

import re
import socket
from http import HTTPStatus
from http.client import HTTPResponse

import pytest
from starlette.datastructures import Headers

from tablero.web import guard
from tablero.web.guard import LONGEST_BODY, language_of, name_of
from tests.web.live import serving

pytestmark = pytest.mark.plain

LINE = {"game": "tictactoe"}


def test_our_page_is_answered(client):
    assert client.get("/api/catalogue").status_code == 200
    assert client.post("/api/line", json=LINE).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "127.0.0.1.nip.io", "", "[::2]"]
)
def test_a_server_has_its_own_name(client, host):
    """Else a page could give our address to its own name."""
    answer = client.get("/api/catalogue", headers={"host": host})
    assert answer.status_code == 421
    assert "is not called" in answer.json()["detail"]


@pytest.mark.parametrize("host", ["LOCALHOST:8000", "127.0.0.1", "[::1]", "[::1]:99"])
def test_names_of_this_machine(client, host):
    assert client.get("/api/catalogue", headers={"host": host}).status_code == 200


def test_a_name_has_no_port():
    assert [name_of(host) for host in ("A:1", "[::1]", "[::1]:2", "::1", "x:y")] == [
        "a",
        "[::1]",
        "[::1]",
        "::1",
        "x:y",
    ]


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://localhost:9999", "https://localhost:8000"]
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_other_pages_are_refused(client, origin, method):
    answer = client.request(method, "/api/catalogue", headers={"origin": origin})
    assert answer.status_code == 403
    assert "another page" in answer.json()["detail"]


def test_the_browser_says_who_asks(client):
    for site, status in (("cross-site", 403), ("same-site", 403), ("same-origin", 200)):
        answer = client.get("/api/catalogue", headers={"sec-fetch-site": site})
        assert answer.status_code == status


@pytest.mark.parametrize("token", ["", "wrong", "ñ"])
@pytest.mark.parametrize("method", ["POST", "DELETE", "PUT", "PATCH", "OPTIONS", "TRACE", "BREW"])
def test_nothing_is_changed_without_the_token(client, method, token):
    headers = {"x-tablero-token": token.encode()}
    answer = client.request(method, "/api/jobs", json={}, headers=headers)
    assert answer.status_code == 403
    assert "load it again" in answer.json()["detail"]


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_only_json_is_read(client, kind):
    answer = client.post("/api/line", content=b"{}", headers={"content-type": kind})
    assert answer.status_code == 415


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"[" * 100_000,
        b'{"game": ' + b"9" * 5000 + b"}",
        b"\xff",
        b"\0",
        b"null",
        b"[]",
        b'{"\\ud800": 1, "game": "quarry"}',
    ],
)
def test_what_is_no_json(client, body):
    headers = {"content-type": "application/json"}
    answer = client.post("/api/line", content=body, headers=headers)
    assert answer.status_code in (400, 422)
    assert set(answer.json()) == {"detail"}


def test_long_bodies(client):
    headers = {"content-type": "application/json"}
    told = client.post("/api/line", content=b" " * (LONGEST_BODY + 1), headers=headers)
    chunks = (b" " * 2**16 for _number in range(20))
    untold = client.post("/api/line", content=chunks, headers=headers)
    assert told.status_code == untold.status_code == 413
    assert str(LONGEST_BODY) in told.json()["detail"]


@pytest.mark.parametrize("length", ["-1", "1e3", "9999999999", "9" * 30])
def test_lengths_that_nobody_means(client, length):
    """They are refused before anything is sent."""
    with socket.create_connection((client.base_url.host, client.base_url.port)) as line:
        token = client.headers["x-tablero-token"]
        head = f"POST /api/line HTTP/1.1\r\nhost: localhost\r\nx-tablero-token: {token}\r\n"
        line.sendall(f"{head}content-length: {length}\r\n\r\n".encode())
        assert re.match(rb"HTTP/1.1 4(00|13) ", line.recv(1000))


def test_bodies_that_come_too_slowly(client, monkeypatch):
    monkeypatch.setattr(guard, "PATIENCE", 0.1)
    with socket.create_connection((client.base_url.host, client.base_url.port)) as line:
        line.sendall(b"POST /api/line HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n{")
        answer = HTTPResponse(line)
        answer.begin()
        assert answer.status == HTTPStatus.REQUEST_TIMEOUT
        assert b"not all of it has come within 0.1 seconds" in answer.read()


def test_every_answer_is_labelled(client):
    for path in ("/api/catalogue", "/nowhere", "/api/results/x"):
        headers = client.get(path).headers
        assert all(headers[name] for name in guard.HEADERS | guard.ALONE)


def test_nothing_is_written_that_a_browser_does_not_believe():
    with serving(workers=0, hosts=frozenset()) as found, found.client() as asking:
        headers = asking.get("/api/catalogue", headers={"host": "192.0.2.7:8000"}).headers
    assert all(headers[name] for name in guard.HEADERS)
    assert not set(headers) & set(guard.ALONE)


def test_refusals_speak_the_language_of_the_page(client):
    answer = client.post("/api/line", json={"game": "chess"}, headers={"accept-language": "es"})
    assert answer.json()["detail"].startswith("no hay juego 'chess'")


@pytest.mark.parametrize(
    ("asked", "language"),
    [
        ("es", "es"),
        ("ES-mx", "es"),
        ("ca, es", "es"),
        ("ca,es;q=0.8,en;q=0.5", "es"),
        ("en;q=0.5, es;q=0.8", "es"),
        ("en, es", "en"),
        ("es;q=0, en;q=0.1", "en"),
        ("es;q=0", "en"),
        ("est, fr", "en"),
        ("es ; q=x", "es"),
        ("*", "en"),
        (",;q=1,=;", "en"),
        ("", "en"),
    ],
)
def test_the_language_that_is_liked_best(asked, language):
    assert language_of(Headers({"accept-language": asked})) == language
