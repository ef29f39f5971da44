"""`tablero serve` as it is typed."""

import json
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from tablero.cli import main, program, serve
from tablero.games import load as load_game
from tablero.web import server
from tests.web.browser import game_of_the_docs
from tests.web.live import PATIENCE, Address, Tab, line

pytestmark = pytest.mark.plain

COMMAND = [sys.executable, "-m", "tablero", "serve", "--no-browser"]


@contextmanager
def running(*words: str):
    """(the process, the address of its page) of a real server."""
    process = subprocess.Popen(
        [*COMMAND, "--port", "0", "--json", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        yield process, json.loads(process.stdout.readline())["address"]
    finally:
        process.kill()
        process.communicate()


def token_of(address: str) -> str:
    found = re.search('name="tablero-token" content="([^"]+)"', httpx.get(address).text)
    assert found
    return found[1]


@pytest.mark.slow
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_it_leaves_while_a_tab_listens(number, code):
    with running("--workers", "1") as (process, url):
        tab = Tab(Address(url, token_of(url)))
        tab.post(kind="choose", line=line("mancala11"), agent="minimax(depth=40)")
        process.send_signal(number)
        assert process.wait(PATIENCE) == code
        assert process.stderr.read() in ("tablero: interrupted\n", "")
        tab.thread.join(PATIENCE)
        tab.client.close()


@pytest.mark.slow
def test_workers_leave_when_the_server_is_killed():
    with running("--workers", "2") as (process, _url):
        children = _ps("pid=", "--ppid", process.pid).split()
        assert len(children) >= 2
        process.kill()
        process.wait(PATIENCE)
        until = time.monotonic() + PATIENCE
        while any(_ps("stat=", "-p", child).strip("Z\n") for child in children):
            assert time.monotonic() < until
            time.sleep(0.05)


def _ps(what: str, *whom: object) -> str:
    command = ["ps", "-o", what, *map(str, whom)]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


@pytest.mark.slow
def test_the_page_is_there():
    with running("--workers", "1", "--lang", "es") as (_process, url), httpx.Client() as client:
        shown = client.get(url)
        assert 'name="tablero-lang" content="es"' in shown.text
        (script,) = re.findall('src="[.](/assets/[^"]+[.]js)"', shown.text)
        file = client.get(url.rstrip("/") + script)
        assert file.headers["content-type"].startswith("text/javascript")
        assert file.headers["content-encoding"] == "gzip"
        assert "immutable" in file.headers["cache-control"]
        tag = {"if-none-match": file.headers["etag"]}
        assert client.get(url.rstrip("/") + script, headers=tag).status_code == 304
        for room in ("play", "tree", "lab", "arena", "submit"):
            assert client.get(url + room).text == shown.text
        for path in (
            "..%2f..%2fapp.py",
            "%2e%2e/app.py",
            "assets/..%5c..%5capp.py",
            ".stamp",
            "%00",
            "index.html",
            "assets",
            "nowhere",
            "assets/%2e%2e/index.html",
            "a" * 5000,
        ):
            assert client.get(url + path).status_code == 404


@pytest.mark.slow
def test_others_do_not_read_where_files_are(tmp_path):
    game = game_of_the_docs(tmp_path)
    words = ["--workers", "1", "--game", str(game), "--password", "three quiet otters"]
    with running(*words) as (_process, url), httpx.Client(base_url=url) as client:
        client.post("/login", data={"password": "three quiet otters"})
        token = re.findall('name="tablero-token" content="([^"]+)"', client.get("/").text)[0]
        told = client.post(
            "/api/line",
            json={"game": load_game(str(game)).name},
            headers={"x-tablero-token": token},
            timeout=PATIENCE,
        )
        assert told.json()["typed"] == game.name
        assert str(tmp_path) not in told.text


def test_files_are_called_as_in_their_folder(tmp_path, monkeypatch):
    for name in ("sub/one.py", "two.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    monkeypatch.chdir(tmp_path / "sub")
    files = serve._from_their_folder(("one.py",), (str(tmp_path / "two.py"),))
    assert files == (("sub/one.py",), ("two.py",))
    assert Path.cwd() == tmp_path
    assert serve._from_their_folder(("sub/one.py",), ()) == (("one.py",), ())
    assert serve._from_their_folder((), ()) == ((), ())
    assert serve._from_their_folder(("nowhere/x.py",), ()) == (("nowhere/x.py",), ())


WRONG = {
    "--host 0.0.0.0": "others can reach 0.0.0.0: a password is needed",
    "--host 192.168.1.1": "a password is needed",
    "--host example.org": "a password is needed",
    "--host 0.0.0.0 --password short": "8 characters or more",
    "--url https://a.example": "others can reach https://a.example: a password is needed",
    "--password long-enough --url a.example": "is like https://arena.example, not 'a.example'",
    "--port 65536": "port must be 0 to 65535, not 65536",
    "--port -1": "port must be 0 to 65535, not -1",
    "--port x": "x",
    "--workers 0": "workers must be 1 to 256, not 0",
    "--game nowhere.py": "nowhere.py",
    "--host 203.0.113.1 --password 'long enough'": "this machine has no such address",
}


@pytest.mark.parametrize("words", WRONG)
def test_what_cannot_be_served(words, capsys, monkeypatch, tmp_path):
    (tmp_path / "index.html").write_text("<head>")
    monkeypatch.setattr("tablero.web.app.Terms.page", tmp_path)
    with pytest.raises(SystemExit) as end:
        main(["serve", "--no-browser", *re.sub("'", "", words).split(" ", 3)])
    assert end.value.code == 2
    told = capsys.readouterr().err
    assert WRONG[words] in told
    assert told.count("\n") == 1


def test_a_port_that_is_taken(capsys):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(SystemExit) as end:
            main(["serve", "--no-browser", "--port", str(port)])
    assert end.value.code == 2
    told = capsys.readouterr().err
    assert f"port {port}: another program listens there already" in told


def test_without_the_extra(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    monkeypatch.delitem(sys.modules, "tablero.web.server", raising=False)
    with pytest.raises(SystemExit) as end:
        main(["serve"])
    assert end.value.code == 2
    assert "the page needs uvicorn: pip install 'tablero[web]'" in capsys.readouterr().err


def test_a_page_that_is_not_built(tmp_path):
    from tablero.errors import TableroError
    from tablero.web.site import built_files

    with pytest.raises(TableroError, match="make setup"):
        built_files(tmp_path)


@pytest.mark.parametrize(
    ("display", "wanted", "opened"),
    [(":0", True, ["http://x/"]), ("", True, []), (":0", False, [])],
)
def test_a_browser_opens_where_there_is_a_screen(display, wanted, opened, monkeypatch, capsys):
    seen: list[str] = []
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", display)
    monkeypatch.setattr("webbrowser.open", seen.append)
    monkeypatch.setattr("threading.Thread.start", lambda thread: thread._target(*thread._args))
    serve._announce("http://x/", False, wanted)
    assert seen == opened
    assert capsys.readouterr().out == "Tablero is at http://x/ until Ctrl-C\n"


def test_addresses():
    assert [
        server.is_loopback(host) for host in ("localhost", "127.0.0.9", "::1", "10.0.0.1", "x")
    ] == [True, True, True, False, False]
    assert [server.is_any(host) for host in ("0.0.0.0", "::", "127.0.0.1", "x")] == [
        True,
        True,
        False,
        False,
    ]
    assert server.written("::1") == "[::1]"
    with server.listen_at("127.0.0.1", 0) as listening:
        port = listening.getsockname()[1]
        assert server.address_of("localhost", listening) == f"http://localhost:{port}/"
        assert re.fullmatch(rf"http://[^/]+:{port}/", server.address_of("0.0.0.0", listening))


def test_the_guide_names_it():
    assert "tablero serve" in CliRunner().invoke(program(), []).output
