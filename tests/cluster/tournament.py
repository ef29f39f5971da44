"""A tournament on a real cluster, disturbed in every way, beside the same one at home.

    python -m tests.cluster.tournament 5000

plays a ladder of five agents, about so many games, on two machines with networks of their own
(loopback where those are not to be had): workers are killed with -9 and others added, the
scheduler is killed and the command repeated. It says what it has done; a difference is an
AssertionError.
"""

import json
import subprocess
import sys
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from tests.cluster.grid import DRIVER, SCHEDULER, Grid, hosts, kill, wait_until

AGENTS = ["random", "random(seed=4)", "alphabeta(depth=1)", "level(1)", "greedy"]
MATCHES = len(AGENTS) * (len(AGENTS) - 1) // 2
MACHINES = ("one", "two")


def start(grid: Grid, games: int, folder: Path, *options: str) -> subprocess.Popen[bytes]:
    words = ["lab", "ladder", "connect4", *AGENTS, "--games", str(games), "--keep", str(folder)]
    return grid.run(*words, "--json", *options)


def tables(ladder: subprocess.Popen[bytes]) -> Any:
    """What it has come to."""
    told, errors = ladder.communicate()
    assert ladder.returncode == 0, errors.decode()
    found = [json.loads(line) for line in told.splitlines()]
    return [{**table, "command": None} for table in found]


def games_in(folder: Path) -> dict[tuple[str, int], Any]:
    """Every game, by its match and number."""
    found = {}
    for file in sorted(folder.iterdir()):
        for line in file.read_text().splitlines():
            record = json.loads(line)
            key = file.name, record["number"]
            assert key not in found, f"{key} was played twice"
            found[key] = record["first"], record["moves"], record["reason"]
    return found


def played(folder: Path) -> int:
    return (
        sum(file.read_bytes().count(b"\n") for file in folder.glob("*")) if folder.exists() else 0
    )


def is_there(folder: Path, games: int, ladder: subprocess.Popen[bytes]) -> bool:
    """Are so many games played, or is it over?"""
    return played(folder) >= games or ladder.poll() is not None


def disturbed(grid: Grid, games: int, folder: Path, total: int) -> tuple[Any, dict[str, int]]:
    """The tables, and what was done meanwhile: a worker is killed at every tenth part of the
    tournament, the scheduler in its middle."""
    dice, done = Random(1), {"workers killed": 0, "schedulers killed": 0, "commands": 1}
    ladder = start(grid, games, folder, "--cluster", grid.address)
    for tenth in range(1, 10):
        goal = total * tenth // 10
        wait_until(partial(is_there, folder, goal, ladder))
        assert ladder.poll() is None, ladder.communicate()[1].decode()
        kill(dice.choice(grid.workers()))
        grid.start_worker(dice.choice(MACHINES))
        done["workers killed"] += 1
        if tenth == 5:
            kill(grid.scheduler)
            _nothing, errors = ladder.communicate()
            assert ladder.returncode == 2, errors.decode()
            for worker in grid.workers():
                kill(worker)
            grid.start_scheduler()
            for machine in MACHINES:
                grid.start_worker(machine)
            ladder = start(grid, games, folder, "--cluster", grid.address)
            done["schedulers killed"] += 1
            done["commands"] += 1
    return tables(ladder), done


def main(wanted: int, folder: Path) -> dict[str, Any]:
    games = wanted // MATCHES
    total = games * MATCHES
    with hosts(SCHEDULER, DRIVER, *MACHINES) as machines:
        grid = Grid(folder, machines)
        try:
            for machine in MACHINES:
                grid.start_worker(machine)
            truth = tables(start(grid, games, folder / "home"))
            found, done = disturbed(grid, games, folder / "abroad", total)
        finally:
            grid.close()
    assert found == truth
    assert games_in(folder / "abroad") == games_in(folder / "home")
    assert len(games_in(folder / "home")) == total
    return {"games": total, **done, "network": type(machines).__name__, "all the same": True}


if __name__ == "__main__":
    with TemporaryDirectory() as name:
        print(json.dumps(main(int(sys.argv[1]), Path(name))))
