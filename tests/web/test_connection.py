"""Connections: answered without delay, closed where nothing is asked, and only so many."""

import asyncio
import errno
import resource
import socket
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from tablero.web import connection
from tablero.web.connection import most_connections
from tablero.web.crew import Crew
from tablero.web.shelf import Shelf
from tablero.web.tabs import MOST_STREAMS
from tests.web.browser import game_of_the_docs
from tests.web.customer import kill, wait_until_ready
from tests.web.live import PATIENCE, serving, wait_until
from tests.web.test_serve import COMMAND, running

pytestmark = pytest.mark.plain

HEAD = b"GET /api/catalogue HTTP/1.1\r\nhost: localhost\r\n"


def connected(url: str) -> socket.socket:
    """A connection that has said nothing yet."""
    where = httpx.URL(url)
    return socket.create_connection((where.host, where.port), timeout=PATIENCE)


@pytest.fixture
def hasty(monkeypatch):
    """A server that looks at its connections all the time."""
    monkeypatch.setattr(connection, "PATIENCE", 0.5)
    with serving(workers=0) as found:
        yield found


def test_answers_are_sent_without_delay(address):
    """Else every answer on a connection that has been used before waits for the one before it
    to be acknowledged."""
    with address.client() as client:
        client.get("/api/catalogue")
        for one in address.server.server_state.connections:
            line = one.transport.get_extra_info("socket")
            assert line.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


@pytest.mark.parametrize("said", [b"", b"G", HEAD])
def test_a_connection_that_asks_nothing_is_closed(hasty, said):
    with connected(hasty.url) as line:
        line.sendall(said)
        assert line.recv(1) == b""


def test_so_is_one_that_begins_another_request_and_never_ends_it(hasty):
    with connected(hasty.url) as line:
        line.sendall(HEAD + b"\r\n" + HEAD)
        told = b""
        while more := line.recv(1 << 16):
            told += more
    assert told.startswith(b"HTTP/1.1 200 ")
    assert told.count(b"HTTP/1.1 ") == 1


def test_one_that_listens_stays(hasty):
    """Meanwhile others come and go."""
    name = "a" * 20
    asked = {"tab": name}
    with hasty.client() as client, client.stream("GET", "/api/events", params=asked) as stream:
        for _time in range(3):
            with connected(hasty.url) as line:
                assert line.recv(1) == b""
        client.post(f"/api/tabs/{name}/close")
        stream.read()


LARGE = 1 << 25
"""Bytes: more than systems keep for somebody who does not read."""


def test_one_that_takes_nothing_of_what_it_is_told_is_closed(hasty):
    hasty.server.app.state.desk.results["large"] = bytes(LARGE)
    with connected(hasty.url) as line:
        line.sendall(HEAD.replace(b"catalogue", b"results/large") + b"\r\n")
        assert line.recv(15) == b"HTTP/1.1 200 OK"
        wait_until(lambda: not hasty.server.server_state.connections)


def test_one_that_has_taken_something_since_is_told_all():
    """We look by hand: when it has taken nothing yet, and when it has."""
    ask = HEAD.replace(b"catalogue", b"results/large") + b"connection: close\r\n\r\n"
    with serving(workers=0) as found, connected(found.url) as line:
        found.server.app.state.desk.results["large"] = bytes(LARGE)
        line.sendall(ask)
        taken = len(line.recv(15))
        (one,) = found.server.server_state.connections
        wait_until(lambda: one._state[2])
        before = one._state
        while one._state == before:
            taken += len(line.recv(1 << 22))
        one.loop.call_soon_threadsafe(one._look, before)
        while more := line.recv(1 << 22):
            taken += len(more)
        assert taken > LARGE


def test_of_too_many_streams_of_a_tab_the_oldest_ends():
    asked = {"tab": "a" * 20}
    with ExitStack() as stack:
        client = stack.enter_context(stack.enter_context(serving(workers=0)).client())
        first, second, *_others = (
            stack.enter_context(client.stream("GET", "/api/events", params=asked))
            for _number in range(MOST_STREAMS + 2)
        )
        first.read()
        second.read()


def test_only_so_many_are_held(monkeypatch):
    monkeypatch.setattr(connection, "most_connections", lambda _processes: 2)
    with serving(workers=0) as found:
        held = [connected(found.url) for _number in range(2)]
        for _number in range(3):
            with connected(found.url) as another:
                assert another.recv(1) == b""
        for one in held:
            one.sendall(HEAD + b"connection: close\r\n\r\n")
            assert one.recv(15) == b"HTTP/1.1 200 OK"
            one.close()


@pytest.mark.parametrize(("files", "processes"), [(4096, 0), (4096, 258), (1024, 6), (1024, 258)])
def test_there_are_files_for_connections_and_processes(files, processes, monkeypatch):
    monkeypatch.setattr(resource, "getrlimit", lambda _what: (files, files))
    most = connection.most_connections(processes)
    others = connection.SPARE + connection.A_PROCESS * processes
    assert most + others == files or most == connection.LEAST > files - others


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="asks Linux for open files")
def test_a_process_has_no_more_files_than_are_kept_for_it():
    """Not while it replaces another either."""
    before = open_files()
    crew = Crew(1, warm=False)
    try:
        wait_until_ready(crew)
        assert open_files() > before
        kill(crew)
        wait_until(lambda: crew.workers[0].mood is None)
        most = 0
        while crew.workers[0].mood is None:
            most = max(most, open_files() - before)
        assert 0 < most <= connection.A_PROCESS
    finally:
        crew.close()


@pytest.mark.parametrize(("workers", "files", "processes"), [(1, 0, 1), (0, 1, 2)])
def test_all_processes_are_counted(workers, files, processes, monkeypatch, tmp_path):
    """Those that answer for games in files, too."""
    asked = []

    def counted(count):
        asked.append(count)
        return most_connections(count)

    monkeypatch.setattr(connection, "most_connections", counted)
    shelf = Shelf([str(game_of_the_docs(tmp_path))] * files)
    with serving(workers=workers, shelf=shelf) as found, found.client() as client:
        client.get("/api/nothing")
    assert asked == [processes]


@pytest.mark.parametrize(
    ("now", "most", "wanted"),
    [
        (256, 10_000, connection.MOST_FILES),
        (256, resource.RLIM_INFINITY, connection.MOST_FILES),
        (256, 1000, 1000),
        (9000, 10_000, None),
        (resource.RLIM_INFINITY, resource.RLIM_INFINITY, None),
    ],
)
def test_the_system_is_asked_for_files(now, most, wanted, monkeypatch):
    asked = []
    monkeypatch.setattr(resource, "getrlimit", lambda _what: (now, most))
    monkeypatch.setattr(resource, "setrlimit", lambda _what, limits: asked.append(limits))
    connection.ask_for_files()
    assert asked == ([] if wanted is None else [(wanted, most)])


@pytest.mark.slow
def test_a_system_that_allows_few(monkeypatch):
    """More connections than files: no traceback, and an answer when they are gone."""
    words = ["sh", "-c", 'ulimit -n 60; exec "$@"', "sh", *COMMAND]
    monkeypatch.setattr("tests.web.test_serve.COMMAND", words)
    with running("--workers", "1") as (process, url):
        lines = [connected(url) for _number in range(80)]
        for line in lines:
            line.close()
        assert any(is_answered(url) for _try in range(20))
        process.terminate()
        assert process.wait(PATIENCE) == 143
        assert process.stderr.read() == ""


def is_answered(url: str) -> bool:
    try:
        return httpx.get(url).status_code == 200
    except httpx.TransportError:
        return False


def test_other_troubles_of_the_loop_are_told(caplog):
    loop = asyncio.new_event_loop()
    for number in (errno.EMFILE, errno.ENFILE, errno.EPERM):
        connection.pass_over(loop, {"message": str(number), "exception": OSError(number, "")})
    connection.pass_over(loop, {"message": "another"})
    loop.close()
    assert caplog.messages == [str(errno.EPERM), "another"]
