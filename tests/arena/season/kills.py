"""A round in cells whose processes are killed at random moments, again and again.

    python -m tests.arena.season.kills 300

kills so many times the command that plays the round, one of its workers, a nursery or a player's
cell with -9, and gives the same command again until the round is over. Then games, verdicts and
standings are compared with those of a round that nobody has disturbed. It says what it has done;
a difference is an AssertionError.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from tablero.arena.handin.checks import Checks
from tablero.arena.handin.desk import Desk
from tablero.arena.sandbox.level import level_found
from tablero.arena.season.season import Chosen, Season
from tablero.arena.store.models import Game
from tablero.arena.store.store import Store
from tablero.teams.processes import team_here
from tests.arena.courses import MONDAY, course, local, name
from tests.arena.season import players

MODULE = "tests.arena.season.kills"
COURSE = course(4, rounds={"openings": 4, "plies": 10}, game={"tracks": ("evaluation", "agent")})
COURSE = replace(COURSE, references=COURSE.references[:2])
WORKERS, PATIENCE = 2, 120.0
NIGHT = local(MONDAY, 21)
TEXTS = [
    players.usual("P1", 10, 3),
    players.usual("P2", 7, -4),
    players.ANY.format(alias="P3"),
    players.CRASHES.format(alias="P4"),
]


def prepare(folder: Path) -> None:
    """A course whose first day has closed, and whose openings are drawn."""
    folder.mkdir()
    checks = Checks(COURSE, "course")
    with Store.open(folder, COURSE) as store, closing(checks):
        desk = Desk(COURSE, store, checks.quick)
        for pair, text in enumerate(TEXTS, 1):
            assert desk.hand_in(name(pair, 1, MONDAY), text.encode(), local(MONDAY, 12)).kept
        season(folder, store).open(MONDAY, Chosen(level_found()))


def season(folder: Path, store: Store) -> Season:
    return Season(folder, COURSE, store, lambda: NIGHT)


def play(folder: Path, level: str, workers: int) -> None:
    """What the command does."""
    from tablero.arena.sandbox.level import Level

    with Store.open(folder, COURSE) as store:
        ours = season(folder, store)
        with ours.alone():
            begun = ours.open(MONDAY, Chosen(Level(level)))
            assert begun is not None
            assert ours.play(begun, Level(level), team_here(workers))[0]
            ours.close(begun)


def table(folder: Path) -> Any:
    """All that has come out of a round, clocks aside."""
    with Store.open(folder, COURSE) as store:
        (played,) = store.rounds()
        games = [
            (game.first, game.second, game.opening, game.winner, game.record["moves"])
            + (game.record["reason"], game.record["detail"])
            for game in store.games(played)
        ]
        assert len(games) == 6 * 5 * 4, "every game once"
        verdicts = [(each.pair, each.rule, each.evidence) for each in store.verdicts()]
        rows = [(row.player, row.rank, row.told) for row in store.standings(played)]
    for _player, _rank, told in rows:
        assert told["wins"] + told["draws"] + told["losses"] == told["games"]
    assert [verdict[:2] for verdict in verdicts] == [("01-04", "crash")]
    return games, verdicts, rows


def children(pid: int) -> list[int]:
    found: list[int] = []
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            found += map(int, (task / "children").read_text().split())
    return found


def below(pids: list[int]) -> list[int]:
    return [pid for each in pids for pid in children(each)]


def is_worker(pid: int) -> bool:
    with suppress(OSError):
        return b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()
    return False


def victims(driver: int) -> dict[str, list[int]]:
    """Below a worker there is bubblewrap, its own first process, the nursery, and then cells;
    without bubblewrap the nursery and cells."""
    workers = [pid for pid in children(driver) if is_worker(pid)]
    line = [below(workers)]
    while line[-1]:
        line.append(below(line[-1]))
    inner = [pid for level in line[:-2] for pid in level]
    cells = line[-2] if len(line) > 2 else []
    return {"driver": [driver], "worker": workers, "nursery": inner, "cell": cells}


def written(folder: Path) -> int:
    with Store.open(folder, COURSE) as store, store.read() as session:
        return session.query(Game).count()


def kill_one(driver: subprocess.Popen[bytes], folder: Path, dice: Random) -> str | None:
    """Wait for a while, then kill somebody: what he was. None: nobody is there any more."""
    kinds = ["driver", "worker", "nursery", "cell", "cell"]
    wanted, deadline = dice.choice(kinds), time.monotonic() + PATIENCE
    more = written(folder) + dice.randrange(0, 12)
    while driver.poll() is None:
        assert time.monotonic() < deadline, "the round does not go on"
        there = victims(driver.pid)[wanted]
        if there and written(folder) >= more:
            time.sleep(dice.random() * 0.01)
            with suppress(ProcessLookupError):
                os.kill(dice.choice(there), signal.SIGKILL)
                return wanted
        time.sleep(0.002)
    return None


def disturbed(folder: Path, level: str, dice: Random, most: int) -> Counter[str]:
    """Play the round to its end, while so many kills happen at most: those that did."""
    kills: Counter[str] = Counter()
    command = [sys.executable, "-m", MODULE, "play", str(folder), level]
    while True:
        driver = subprocess.Popen(command, stderr=subprocess.PIPE)
        while driver.poll() is None and kills.total() < most:
            kind = kill_one(driver, folder, dice)
            kills.update([kind] if kind else [])
            if kind == "driver":
                break
        _nothing, errors = driver.communicate()
        if driver.returncode == 0:
            return kills
        assert driver.returncode == -signal.SIGKILL, errors.decode()


def main(wanted: int, seed: int, folder: Path, seconds: float = float("inf")) -> dict[str, Any]:
    """So many kills, or as many as there is time for, and what became of the rounds."""
    dice, kills, rounds = Random(seed), Counter[str](), 0
    level, deadline = level_found().value, time.monotonic() + seconds
    prepare(folder / "new")
    shutil.copytree(folder / "new", folder / "quiet")
    play(folder / "quiet", level, workers=1)
    truth = table(folder / "quiet")
    while kills.total() < wanted and time.monotonic() < deadline:
        place = folder / f"{rounds}"
        shutil.copytree(folder / "new", place)
        kills += disturbed(place, level, dice, wanted - kills.total())
        assert table(place) == truth, f"{place} is another round"
        rounds += 1
    return {"kills": dict(kills), "rounds": rounds, "level": level, "all the same": True}


if __name__ == "__main__":
    if sys.argv[1] == "play":
        play(Path(sys.argv[2]), sys.argv[3], WORKERS)
    else:
        with TemporaryDirectory() as there:
            seconds = float(sys.argv[2]) if len(sys.argv) > 2 else float("inf")
            print(json.dumps(main(int(sys.argv[1]), 1, Path(there), seconds)))
