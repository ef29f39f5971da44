"""A round in cells whose processes are killed at random moments, again and again.

    python -m tests.arena.season.kills 300

kills so many times the command that plays the round, one of its workers, a nursery or a player's
cell with -9, and gives the same command again until the round is over. Then games, verdicts and
standings are compared with those of a round that nobody has disturbed. It says what it has done;
a difference is an AssertionError.
"""

import json
import shutil
import sys
import time
from collections import Counter
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from tablero.arena.handin.checks import CHECKED, Checks
from tablero.arena.handin.desk import Desk
from tablero.arena.sandbox.level import level_found
from tablero.arena.season.openings import openings_of
from tablero.arena.season.season import Chosen, Season
from tablero.arena.store.models import Event, Game
from tablero.arena.store.store import Store
from tablero.workers.processes import local_pool
from tests.arena.courses import MONDAY, course, local, name
from tests.arena.kills import Hunt, below, nurseries_of, workers_of
from tests.arena.season import players

MODULE = "tests.arena.season.kills"
COURSE = course(
    5,
    rounds={"openings": 4, "plies": 10, "seed": 2},
    game={"tracks": ("evaluation", "agent")},
    checks={"probes": 1, "games": 2},
    limits={"time_agent": "regular(depth=2)", "time_share": 50.0},
)
COURSE = replace(COURSE, references=COURSE.references[:2])
WORKERS = 2
NIGHT = local(MONDAY, 21)


def prepare(folder: Path) -> None:
    """A course whose first day has closed, and whose openings are drawn. P4 fails in the round, P5
    in the checks before it."""
    folder.mkdir()
    checks, noon = Checks(COURSE, "course"), local(MONDAY, 12)
    with Store.open(folder, COURSE) as store, closing(checks):
        desk = Desk(COURSE, store, checks.quick)
        texts = [
            players.usual("P1", 10, 3),
            players.usual("P2", 7, -4),
            players.ANY.format(alias="P3"),
            players.crashes_in_a_round("P4", COURSE, store, noon),
            players.CRASHES.format(alias="P5"),
        ]
        for pair, text in enumerate(texts, 1):
            assert desk.hand_in(name(pair, 1, MONDAY), text.encode(), noon).kept
        openings_of(COURSE, store, COURSE.rounds.openings, MONDAY, noon)


def season(folder: Path, store: Store) -> Season:
    return Season(folder, COURSE, store, lambda: NIGHT)


def play(folder: Path, level: str, workers: int) -> None:
    """What the command does."""
    from tablero.arena.sandbox.level import Level

    with Store.open(folder, COURSE) as store:
        ours = season(folder, store)
        with ours.alone():
            how = Chosen(Level(level))
            ours.review(MONDAY, how)
            begun = ours.open(MONDAY, how)
            assert begun is not None
            assert ours.play(begun, Level(level), local_pool(workers))[0]
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
        checked = sorted(each.told["upload"] for each in store.events() if each.what == CHECKED)
        rows = [(row.player, row.rank, row.told) for row in store.standings(played)]
    for _player, _rank, told in rows:
        assert told["wins"] + told["draws"] + told["losses"] == told["games"]
    assert [verdict[:2] for verdict in verdicts] == [("01-05", "error"), ("01-04", "crash")]
    assert checked == [1, 2, 3, 4, 5], "every file once"
    return games, verdicts, rows


def victims(driver: int) -> dict[str, list[int]]:
    """Below whoever runs cells, a worker, or the driver while files are checked, there is
    bubblewrap, its own first process, the nursery, and then cells; without bubblewrap the nursery
    and cells."""
    workers = workers_of(driver)
    line = [[*below(workers), *nurseries_of(driver)]]
    while line[-1]:
        line.append(below(line[-1]))
    inner = [pid for level in line[:-2] for pid in level]
    cells = line[-2] if len(line) > 2 else []
    return {"driver": [driver], "worker": workers, "nursery": inner, "cell": cells}


def hunt(folder: Path, level: str) -> Hunt:
    command = [sys.executable, "-m", MODULE, "play", str(folder), level]
    kinds = ("driver", "worker", "nursery", "cell", "cell")
    return Hunt(command, victims, kinds, lambda: written(folder), spread=12)


def written(folder: Path) -> int:
    """Games, and events: a file that is checked is one."""
    with Store.open(folder, COURSE) as store, store.read() as session:
        return session.query(Game).count() + session.query(Event).count()


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
        kills += hunt(place, level).run(dice, wanted - kills.total())
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
