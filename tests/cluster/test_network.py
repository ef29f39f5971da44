"""Commands on a cluster whose machines have networks of their own: the same result as at home,
whoever is killed."""

import json
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tablero.match.reading import read_record
from tests.cluster.grid import DRIVER, SCHEDULER, Grid, hosts, kill, wait_until

pytestmark = pytest.mark.plain

GAMES = 400
MATCH = f"match connect4 random random(seed=4) --openings plies=3 --seed 11 --games {GAMES}"


@pytest.fixture
def grid(tmp_path):
    """Two machines that work."""
    folder = tmp_path / "grid"
    folder.mkdir()
    with hosts(SCHEDULER, DRIVER, "one", "two") as found:
        grid = Grid(folder, found)
        for host in ("one", "two"):
            grid.start_worker(host)
        yield grid
        grid.close()


def start(grid: Grid, out: Path) -> subprocess.Popen[bytes]:
    options = ["--cluster", grid.address, "--out", str(out), "--resume", "--json"]
    return grid.run(*MATCH.split(), *options)


def result(match: subprocess.Popen[bytes]) -> dict[str, Any]:
    told, errors = match.communicate()
    assert match.returncode == 0, errors.decode()
    return {**json.loads(told), "seconds": None}


def games_in(path: Path) -> dict[int, Any]:
    records = [read_record(line) for line in path.read_text().splitlines()]
    found = {record.number: (record.first, record.moves, record.reason) for record in records}
    assert len(found) == len(records), "a game was played twice"
    return found


def played(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def wait_for_games(match: subprocess.Popen[bytes], path: Path, games: int) -> None:
    wait_until(lambda: played(path) >= games or match.poll() is not None)
    assert match.poll() is None, "it was over before anybody was killed"


def test_a_match_is_the_same_whoever_is_killed(grid, tmp_path):
    home, abroad = tmp_path / "home.jsonl", tmp_path / "abroad.jsonl"
    truth = result(grid.run(*MATCH.split(), "--out", str(home), "--json"))

    match = start(grid, abroad)
    wait_for_games(match, abroad, 20)
    kill(grid.workers()[0])
    grid.start_worker("one")
    wait_for_games(match, abroad, 100)
    kill(grid.scheduler)
    _nothing, errors = match.communicate()
    assert match.returncode == 2
    assert b"the connection to the cluster's scheduler was lost; " in errors
    assert errors.count(b"\n") == 1

    for worker in grid.workers():
        kill(worker)
    grid.start_scheduler()
    grid.start_worker("one")
    match = start(grid, abroad)
    grid.start_worker("two")
    before = played(abroad)
    wait_for_games(match, abroad, before + 20)
    match.send_signal(signal.SIGINT)
    match.communicate()
    assert match.returncode == 130
    assert result(start(grid, abroad)) == truth
    assert games_in(abroad) == games_in(home)
