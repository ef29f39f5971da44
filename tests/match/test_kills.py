"""A match killed at any moment and gone on with is the match that nobody killed."""

import json
import os
import signal
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tablero.match.reading import read_record
from tests.agents.programs import EXAMPLES

GAMES = 600
MOST_KILLS = 4
MATCHES = {
    "openings": "connect4 random random(seed=4) --openings plies=3",
    "test": "connect4 random random(seed=4) --openings plies=3 --sprt elo0=0,elo1=40",
    "program": f"tictactoe {EXAMPLES}/player_first.sh random --openings plies=1",
}
"""The test comes to its verdict before all games are played."""


def start(kind: str, out: Path, workers: int) -> subprocess.Popen[bytes]:
    words = ["match", *MATCHES[kind].split(), "--seed=11", "--games", str(GAMES)]
    options = ["--workers", str(workers), "--out", str(out), "--resume", "--json"]
    return subprocess.Popen(
        [sys.executable, "-m", "tablero", *words, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )


def finish(kind: str, out: Path, workers: int) -> dict[str, Any]:
    """Play what is missing: all that is told in the end, but for the time it took."""
    match = start(kind, out, workers)
    told, _nothing = match.communicate()
    assert match.returncode == 0
    return {**json.loads(told), "seconds": None}


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
def whole(tmp_path_factory):
    """Matches that nobody kills: what each has come to, and its games."""

    @cache
    def played(kind: str) -> tuple[dict[str, Any], dict[int, Any]]:
        path = tmp_path_factory.mktemp(kind) / "games.jsonl"
        return finish(kind, path, workers=1), games_in(path)

    return played


def kill_at_random(kind: str, path: Path, workers: int) -> int:
    """Begin the match again and again, and kill it, now and then in the midst of a line: how
    often it was killed."""
    chance = Random(workers)
    for kills in range(MOST_KILLS):
        match, begun = start(kind, path, workers), size(path)
        wait_for = begun + chance.randrange(1, 60_000)
        while size(path) < wait_for and match.poll() is None:
            time.sleep(0.001)
        helpers = children(match.pid)
        match.send_signal(signal.SIGKILL)
        match.communicate()
        if match.returncode == 0:
            return kills
        while any(map(is_there, helpers)):
            time.sleep(0.01)
        if chance.random() < 0.5:
            os.truncate(path, size(path) - chance.randrange(1, 100))
    return MOST_KILLS


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "workers"), [("openings", 1), ("openings", 2), ("test", 2), ("program", 2)]
)
def test_a_match_killed_at_random_moments_ends_with_the_same_games(kind, workers, whole, tmp_path):
    result, games = whole(kind)
    path = tmp_path / "games.jsonl"
    assert kill_at_random(kind, path, workers) >= 2
    assert finish(kind, path, workers) == result
    counted = range(1, result["games"] + 1)
    found = games_in(path)
    assert {number: found[number] for number in counted} == {
        number: games[number] for number in counted
    }
    assert ("sprt" in result) == (len(counted) < GAMES)
    assert len(found) == GAMES or "sprt" in result
