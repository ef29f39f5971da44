"""A match killed at any moment and gone on with is the match that nobody killed."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tablero.match.record import read_record

COMMAND = "from tablero.cli import main; main()"
GAMES = 600


def start(out: Path, workers: int) -> subprocess.Popen[bytes]:
    words = ["match", "connect4", "random", "random(seed=4)", "--openings", "plies=3", "--seed=11"]
    options = ["--games", str(GAMES), "--workers", str(workers), "--out", str(out), "--resume"]
    return subprocess.Popen(
        [sys.executable, "-c", COMMAND, *words, *options],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def games_in(path: Path) -> dict[int, Any]:
    """Who played which moves to which end, by the numbers of the games."""
    records = [read_record(line) for line in path.read_text().splitlines()]
    found = {record.number: (record.first, record.moves, record.reason) for record in records}
    assert len(found) == len(records)
    return found


def size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def children(pid: int) -> list[int]:
    text = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(word) for word in text.read_text().split()] if text.exists() else []


def is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    return state != "Z"


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> dict[int, Any]:
    """The games of a match that nobody kills."""
    path = tmp_path_factory.mktemp("whole") / "games.jsonl"
    assert start(path, workers=1).wait() == 0
    return games_in(path)


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_a_match_killed_at_random_moments_ends_with_the_same_games(whole, workers, tmp_path):
    path, chance = tmp_path / "games.jsonl", Random(workers)
    assert set(whole) == set(range(1, GAMES + 1))
    kills = 0
    while kills < 5:
        match, begun = start(path, workers), size(path)
        wait_for = begun + chance.randrange(1, 60_000)
        while size(path) < wait_for and match.poll() is None:
            time.sleep(0.001)
        helpers = children(match.pid)
        match.send_signal(signal.SIGKILL)
        if match.wait() == 0:
            break
        kills += 1
        while any(map(is_there, helpers)):
            time.sleep(0.01)
        if chance.random() < 0.5:
            os.truncate(path, size(path) - chance.randrange(1, 100))
    assert kills >= 2
    assert start(path, workers).wait() == 0
    assert games_in(path) == whole
