"""`tablero arena serve`: a page, and rounds by the calendar beside it; two drivers at once."""

import json
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
from sqlalchemy.exc import OperationalError

from tablero.arena.course import load_course
from tablero.arena.course.default import default_text
from tablero.arena.season.season import Season
from tablero.arena.store.models import State
from tablero.arena.store.store import Store
from tablero.cli import main
from tablero.cli.arena import beside, run
from tablero.cli.arena.playing import chosen
from tablero.cli.arena.tools import Tools
from tablero.web.site import BUILT
from tablero.workers.in_process import IN_PROCESS
from tests.arena.kills import below, children, command_of
from tests.cluster.grid import Grid, Hosts

pytestmark = [
    pytest.mark.plain,
    pytest.mark.skipif(not BUILT.is_dir(), reason="the page is not built: make setup"),
]

PATIENCE = 100
COMMAND = [sys.executable, "-m", "tablero", "arena"]
YESTERDAY = (datetime.now(UTC) - timedelta(days=1)).date()


@pytest.fixture
def folder(tmp_path, level):
    """A course of one day, which closed yesterday, with two references and nobody else."""
    made = tmp_path / "course"
    made.mkdir()
    text = default_text(YESTERDAY, "UTC")
    for key, told in (("training", f"[{YESTERDAY}, {YESTERDAY}]"), ("graded", "[]")):
        text = re.sub(rf"^{key} = \[20.*$", f"{key} = {told}", text, flags=re.MULTILINE)
    text = text.replace('["saturday", "sunday"]', "[]")
    text = text.replace("plies = 4 ", "plies = 10 ").replace("openings = 20", "openings = 1")
    end = [found.start() for found in re.finditer(re.escape("[[references]]"), text)][2]
    (made / "course.toml").write_text(text[:end])
    return made


@pytest.fixture
def grid(tmp_path):
    """A cluster without workers."""
    found = Grid(tmp_path, Hosts())
    yield found
    found.close()


def wait_until(happened: Callable[[], object]) -> None:
    until = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < until
        time.sleep(0.02)


def states(folder: Path) -> list[str]:
    """Of its rounds."""
    with Store.open(folder, load_course(folder)) as store:
        return [each.state for each in store.rounds()]


@contextmanager
def serving(folder: Path, *words: str):
    command = [*COMMAND, "serve", str(folder), "--no-browser", "--port", "0", "--json", *words]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        address = json.loads(process.stdout.readline())["address"]
        yield process, address
    finally:
        process.kill()
        process.communicate()


def runners(pid: int) -> list[int]:
    return [each for each in children(pid) if " arena run " in command_of(each)]


def is_gone(pid: int) -> bool:
    return not command_of(pid)


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_a_page_and_rounds_by_the_calendar(folder, ending):
    """However it ends, nobody is left behind."""
    with serving(folder, "--workers", "1") as (process, address):
        if ending == signal.SIGTERM:
            wait_until(lambda: states(folder) == [State.DONE])
        wait_until(lambda: runners(process.pid))
        with httpx.Client(base_url=address) as client:
            assert client.get("/api/arena/course").status_code == 200
        (runner,) = runners(process.pid)
        beneath = [runner, *below([runner])]
        process.send_signal(ending)
        assert process.wait(PATIENCE) == {15: 143, 2: 130, 9: -9}[ending]
        wait_until(lambda: all(map(is_gone, beneath)))
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()


def test_a_process_that_dies_is_followed_by_another(folder):
    with serving(folder, "--workers", "1") as (process, _address):
        wait_until(lambda: runners(process.pid))
        (runner,) = runners(process.pid)
        subprocess.run(["kill", "-9", str(runner)], check=True)
        assert process.stderr is not None
        assert "has ended with code -9; another begins" in process.stderr.readline()
        wait_until(lambda: runners(process.pid) not in ([], [runner]))
        process.terminate()
        process.wait(PATIENCE)


def test_where_no_process_can_be_started_another_try_follows(tmp_path, monkeypatch):
    """There may be room for one later."""
    monkeypatch.setattr(beside, "PAUSE", 0.01)
    told: list[str] = []
    monkeypatch.setattr(beside, "complain", told.append)
    keeping = beside.Beside(["arena"])
    keeping.command = [str(tmp_path / "nothing")]
    with keeping:
        wait_until(lambda: len(told) > 1)
        keeping.command = [sys.executable, "-c", "raise SystemExit(3)"]
        wait_until(lambda: "ended with code 3" in told[-1])
    assert told[0].endswith("cannot be started: no such file or directory; we try again")


def test_rounds_on_a_cluster(folder, grid):
    """Not here: without a worker of the cluster nothing is played."""
    with serving(folder, "--workers", "1", "--cluster", grid.address) as (process, _address):
        assert process.stderr is not None
        waits = "tablero: the cluster has no workers yet; waiting for the first\n"
        assert process.stderr.readline() == waits
        wait_until(lambda: states(folder) == [State.PLAYING])
        grid.start_worker()
        wait_until(lambda: states(folder) == [State.DONE])
        process.terminate()
        assert process.wait(PATIENCE) == 143
        assert process.stderr.read() == ""
    with Store.open(folder, load_course(folder)) as store:
        (played,) = store.rounds()
        assert len(store.games(played)) == 2


def test_only_show(folder, capsys):
    with pytest.raises(SystemExit, match="2"):
        main(["arena", "serve", str(folder), "--no-rounds", "--inbox", str(folder / "inbox")])
    assert capsys.readouterr().err == (
        "tablero: --inbox goes with rounds; --no-rounds hands nothing in\n"
    )
    with serving(folder, "--workers", "1", "--no-rounds") as (process, address):
        with httpx.Client(base_url=address) as client:
            assert client.get("/api/arena/progress").json()["state"] == "none"
        assert runners(process.pid) == []
    assert states(folder) == []


def season(folder: Path, store: Store) -> Season:
    return Season(folder, load_course(folder), store, lambda: datetime.now(UTC))


def test_two_drivers_play_nothing_twice(folder):
    """Who comes second is told, in one line; who died does not stand in anybody's way."""
    command = [*COMMAND, "round", str(folder)]
    with Store.open(folder, load_course(folder)) as store:
        with season(folder, store).alone():
            second = subprocess.run(command, capture_output=True, text=True)
        assert second.returncode == 2
        (line,) = second.stderr.splitlines()
        assert re.fullmatch(
            r"tablero: another process plays a round of this course: process [0-9]+", line
        )
        first = subprocess.Popen(command)
        wait_until(lambda: states(folder) == [State.PLAYING] or first.poll() is not None)
        first.kill()
        first.wait()
        both = [subprocess.Popen(command, stderr=subprocess.PIPE) for _driver in range(2)]
        codes = sorted(each.wait(PATIENCE) for each in both)
        for each in both:
            each.communicate()
        assert codes in ([0, 2], [0, 0])
        (played,) = store.rounds()
        assert played.state == State.DONE
        assert len(store.games(played)) == 2
        assert [each.what for each in store.events()].count("round ended") == 1


class Fragile(run.Loop):
    """Something goes wrong a few times."""

    def __init__(self, season: Season, errors: list[Exception]) -> None:
        super().__init__(Tools(season, None), 0.01, None, 1, False)  # type: ignore[arg-type]
        self.errors, self.worked = errors, 0

    def work(self) -> None:
        self.worked += 1
        if self.errors:
            raise self.errors.pop(0)
        raise KeyboardInterrupt


def test_the_loop_survives_errors_with_one_line(folder, capsys, monkeypatch):
    monkeypatch.setattr(run, "TROUBLE", 0.0)
    full = OSError(28, "No space left on device", "arena.db")
    games = [
        OperationalError("INSERT INTO games", [number], Exception("database or disk is full\n"))
        for number in (1, 2)
    ]
    with Store.open(folder, load_course(folder)) as store:
        loop = Fragile(season(folder, store), [full, full, *games, RuntimeError("odd")])
        with pytest.raises(KeyboardInterrupt):
            loop.stay()
    assert loop.worked == 6
    failed = "the database has failed: database or disk is full; what was to be written is not"
    assert capsys.readouterr().err.splitlines() == [
        "tablero: arena.db: no space left",
        f"tablero: {failed}",
        "tablero: RuntimeError: odd",
    ]


def test_a_folder_that_fails_keeps_no_round_from_being_played(folder, tmp_path, capsys):
    """Neither before it nor while it is played."""
    with (
        Store.open(folder, load_course(folder)) as store,
        Tools(season(folder, store), tmp_path / "inbox") as tools,
    ):
        shutil.rmtree(tmp_path / "inbox")
        loop = run.Loop(tools, 0.001, chosen("none", None), IN_PROCESS, False)
        loop.play()
        assert [each.state for each in store.rounds()] == [State.DONE]
    out, err = capsys.readouterr()
    assert "round 1, " in out
    assert err == f"tablero: {tmp_path}/inbox/.taken: no such file or directory\n"


def test_a_course_file_that_has_changed_is_taken_up(folder, tmp_path, capsys):
    """By rounds and the folder, whose files keep the time of the first look at them. What cannot
    be read changes nothing."""
    file = folder / "course.toml"
    days = [YESTERDAY + timedelta(days=days) for days in (0, 2, 3)]
    later = f"training = [{days[1]}, {days[2]}]"
    with (
        Store.open(folder, load_course(folder)) as store,
        Tools(season(folder, store), tmp_path / "inbox") as tools,
    ):
        tools.take_up()
        assert tools.season.due() == [YESTERDAY]
        assert tools.watched is not None
        (tmp_path / "inbox" / "x.py").write_text("x")
        begun = datetime.now(UTC)
        assert [*tools.watched.look()] == []
        seen = datetime.now(UTC)
        file.write_text(file.read_text().replace(f"training = [{days[0]}, {days[0]}]", later))
        tools.take_up()
        file.write_text("title = 1")
        for _time in range(2):
            tools.take_up()
        assert tools.season.due() == []
        assert tools.watched.desk.course is tools.season.course
        ((_name, answer),) = tools.watched.look()
        assert begun <= answer.upload.at <= seen
    told = capsys.readouterr().err.splitlines()
    assert told[0] == (
        "tablero: course.toml has changed: rounds and the folder go by it from now on"
    )
    assert [line.endswith(": title must be a text, not 1") for line in told[1:]] == [True]
