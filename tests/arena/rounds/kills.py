"""A round whose processes are killed at random moments, again and again.

    python -m tests.arena.rounds.kills 300

kills so many times a driver, a worker or a player's process with -9, begins the round anew
whenever it is over, and compares every round with one that nobody has disturbed. It says what it
has done; a difference is an AssertionError.
"""

import json
import sys
from collections import Counter
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from tablero.arena.rounds.driver import Round
from tablero.arena.rounds.journal import File
from tablero.arena.rounds.keys import System
from tablero.arena.rounds.pairing import RoundRobin, Swiss
from tablero.arena.standings.ranking import standings
from tablero.workers.processes import local_pool
from tests.arena.kills import Hunt, below, workers_of
from tests.arena.rounds.seats import OPENINGS, InProcess, entrants, terms

MODULE = "tests.arena.rounds.kills"
SEATS: list[Any] = ["random", "random(seed=3)", InProcess(), InProcess(), "random", InProcess()]
WORKERS = 2
SYSTEMS: dict[str, System] = {
    "roundrobin": RoundRobin(len(OPENINGS)),
    "swiss": Swiss(3, len(OPENINGS)),
}


def players():
    return entrants(*SEATS, references=2)


def play(path: Path, system: str, workers: int) -> None:
    """What a driver does: the same command again and again."""
    journal = File(path, terms())
    assert Round(terms(), players(), SYSTEMS[system], journal, local_pool(workers)).run()
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


def victims(driver: int) -> dict[str, list[int]]:
    workers = workers_of(driver)
    return {"driver": [driver], "worker": workers, "player": below(workers)}


def hunt(path: Path, system: str) -> Hunt:
    command = [sys.executable, "-m", MODULE, "play", str(path), system]
    kinds = ("driver", "worker", "player")
    return Hunt(command, victims, kinds, lambda: size(path), spread=12_000)


def size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


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
        kills += hunt(path, system).run(dice, wanted - kills.total())
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
