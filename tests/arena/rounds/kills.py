"""A round whose processes are killed at random moments, again and again.

    python -m tests.arena.rounds.kills 300

kills so many times a driver, a worker or a player's process with -9, begins the round anew
whenever it is over, and compares every round with one that nobody has disturbed. It says what it
has done; a difference is an AssertionError.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from tablero.arena.rounds.driver import Round
from tablero.arena.rounds.journal import File
from tablero.arena.rounds.keys import System
from tablero.arena.rounds.pairing import RoundRobin, Swiss
from tablero.arena.standings.ranking import standings
from tablero.teams.processes import team_here
from tests.arena.rounds.seats import OPENINGS, InProcess, entrants, terms

MODULE = "tests.arena.rounds.kills"
SEATS: list[Any] = ["random", "random(seed=3)", InProcess(), InProcess(), "random", InProcess()]
WORKERS, PATIENCE = 2, 120.0
SYSTEMS: dict[str, System] = {
    "roundrobin": RoundRobin(len(OPENINGS)),
    "swiss": Swiss(3, len(OPENINGS)),
}


def players():
    return entrants(*SEATS, references=2)


def play(path: Path, system: str, workers: int) -> None:
    """What a driver does: the same command again and again."""
    journal = File(path, terms())
    assert Round(terms(), players(), SYSTEMS[system], journal, team_here(workers)).run()
    journal.close()


def table(path: Path) -> Any:
    """All that has come out of a round, clocks aside: the games and the standings."""
    journal = File(path, terms())
    records = journal.records
    journal.close()
    lines = path.read_text().splitlines()
    assert len(lines) == len(records), "a game was played twice"
    games = {key: (each.moves, each.winner, each.reason) for key, each in sorted(records.items())}
    found = standings(players(), records.values(), resamples=50)
    for row in found.rows:
        assert row.score.wins + row.score.draws + row.score.losses == row.score.games
    return games, found.records()


def start(path: Path, system: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", MODULE, "play", str(path), system]
    return subprocess.Popen(command, stderr=subprocess.PIPE)


def children(pid: int) -> list[int]:
    found: list[int] = []
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            found += map(int, (task / "children").read_text().split())
    return found


def is_worker(pid: int) -> bool:
    with suppress(OSError):
        return b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()
    return False


def victims(driver: int) -> dict[str, list[int]]:
    workers = [pid for pid in children(driver) if is_worker(pid)]
    below = [pid for worker in workers for pid in children(worker)]
    return {"driver": [driver], "worker": workers, "player": below}


def size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def kill_one(driver: subprocess.Popen[bytes], path: Path, dice: Random) -> str | None:
    """Wait until some more is written, then kill somebody: what he was. None: nobody is there."""
    wait_for, deadline = size(path) + dice.randrange(1, 12_000), time.monotonic() + PATIENCE
    while size(path) < wait_for and driver.poll() is None:
        assert time.monotonic() < deadline, "the round does not go on"
        time.sleep(0.0005)
    time.sleep(dice.random() * 0.01)
    there = {kind: pids for kind, pids in victims(driver.pid).items() if pids}
    kind = dice.choice([*there])
    with suppress(ProcessLookupError):
        if driver.poll() is None:
            os.kill(dice.choice(there[kind]), signal.SIGKILL)
            return kind
    return None


def disturbed(path: Path, system: str, dice: Random, most: int) -> Counter[str]:
    """Play a round to its end, while so many kills happen at most: those that did."""
    kills: Counter[str] = Counter()
    while True:
        driver = start(path, system)
        while driver.poll() is None and kills.total() < most:
            kind = kill_one(driver, path, dice)
            kills.update([kind] if kind else [])
            if kind == "driver":
                break
        _nothing, errors = driver.communicate()
        if driver.returncode == 0:
            return kills
        assert driver.returncode == -signal.SIGKILL, errors.decode()


def main(wanted: int, seed: int, folder: Path) -> dict[str, Any]:
    """So many kills, and what became of the rounds."""
    dice, kills, rounds = Random(seed), Counter[str](), Counter[str]()
    truths = {}
    for system in SYSTEMS:
        play(folder / system, system, workers=1)
        truths[system] = table(folder / system)
    while kills.total() < wanted:
        system = dice.choice([*SYSTEMS])
        path = folder / f"{rounds.total()}.jsonl"
        kills += disturbed(path, system, dice, wanted - kills.total())
        assert table(path) == truths[system], f"{path} is another round"
        rounds[system] += 1
    return {"kills": dict(kills), "rounds": dict(rounds), "all the same": True}


if __name__ == "__main__":
    if sys.argv[1] == "play":
        play(Path(sys.argv[2]), sys.argv[3], WORKERS)
    else:
        with TemporaryDirectory() as name:
            seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
            print(json.dumps(main(int(sys.argv[1]), seed, Path(name))))
