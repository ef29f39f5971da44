"""`tablero arena serve` and `tablero arena site` as they are typed."""

import json
import subprocess
import sys
from contextlib import contextmanager

import httpx
import pytest
from click.testing import CliRunner

from tablero.cli import program
from tablero.web.site import BUILT
from tests.web.arenas import make, secrets

pytestmark = [
    pytest.mark.plain,
    pytest.mark.skipif(not BUILT.is_dir(), reason="the page is not built: make setup"),
]

COMMAND = [sys.executable, "-m", "tablero", "arena", "serve"]
AT = "2027-02-03T09:00"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = make(tmp_path_factory.mktemp("arena"))
    made.store.close()
    return made.folder


def run(*words: str):
    return CliRunner().invoke(program(), ["arena", *words], obj="")


def refused(*words: str) -> str:
    """The one line that says why."""
    done = run(*words)
    assert done.exit_code != 0
    assert done.exception is not None
    return str(done.exception)


@contextmanager
def running(*words: str):
    process = subprocess.Popen(
        [*COMMAND, *words, "--no-browser", "--port", "0", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        yield json.loads(process.stdout.readline())["address"]
    finally:
        process.kill()
        process.communicate()


def test_serve_shows_the_arena(folder):
    """By the clock of today: all that was played in 2027 is still to come, or long past."""
    with running(str(folder), "--workers", "1") as url, httpx.Client(base_url=url) as client:
        assert client.get("/api/catalogue").json()["arena"] is True
        course = client.get("/api/arena/course")
        assert course.json()["title"] == "Group B"
        page = client.get("/arena")
        assert "tablero-token" in page.text
        for path in ("course.toml", "arena.db", "arena/course.toml", "api/arena/uploads"):
            assert client.get(f"/{path}").status_code == 404
        assert not [secret for secret in secrets() if secret in course.text + page.text]


def test_others_are_asked_for_a_password(folder):
    assert "a password is needed" in refused("serve", str(folder), "--host", "0.0.0.0")


def test_serve_needs_a_course(tmp_path):
    assert "course.toml" in refused("serve", str(tmp_path), "--port", "0")


def test_site_writes_what_is_published(folder, tmp_path):
    out = tmp_path / "out"
    done = run("site", str(folder), str(out), "--at", AT, "--json")
    assert done.exit_code == 0, done.output
    told = json.loads(done.output)
    files = [path for path in out.rglob("*") if path.is_file()]
    assert told == {"folder": str(out), "files": len(files)}
    course = json.loads((out / "arena/course.json").read_text())
    assert [each["number"] for each in course["rounds"]] == [1, 2]
    assert course["copied"].startswith("2027-02-03T08:00")
    boards = [path for path in files if path.name == "boards.json"]
    assert 0 < len(boards) <= 8
    assert "tablero-token" not in (out / "index.html").read_text()
    assert run("site", str(folder), str(out), "--at", AT).exit_code == 0


def test_site_marks_references_where_it_is_told_to(folder, tmp_path):
    done = run("site", str(folder), str(tmp_path / "out"), "--at", AT, "--references")
    assert done.exit_code == 0, done.output
    rows = json.loads((tmp_path / "out/arena/rounds/1.json").read_text())["rows"]
    assert {row["alias"] for row in rows if row["reference"]} == {"Alba", "Bruma"}


def test_site_leaves_other_folders_alone(folder, tmp_path):
    (tmp_path / "thesis.tex").write_text("x")
    assert "not empty" in refused("site", str(folder), str(tmp_path), "--at", AT)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]
