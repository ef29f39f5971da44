"""Searches that a pool shares out find what they find here, in the same order."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tablero.games as games
from tablero.lab.compare import Comparison
from tablero.lab.growth import GrowthExperiment
from tablero.lab.positions import random_positions
from tablero.lab.probe import SearchProbe, load_search
from tablero.lab.probe_job import ProbeJob, ProbeKey
from tablero.lab.pruning import PruningExperiment
from tablero.workers.in_process import IN_PROCESS
from tablero.workers.pool import WorkerPool
from tablero.workers.processes import ProcessPool

pytestmark = pytest.mark.plain

GAME = games.load("tictactoe")
POSITIONS = random_positions(GAME, 3, range(1, 4), seed=1)
SEARCHES = [
    load_search(text, GAME)
    for text in ("minimax", "alphabeta(order=best,cache=true)", "engine", "minimax")
]

EVALUATION = """
from typing import NamedTuple


class Nothing(NamedTuple):
    zero: int = 0

    def value(self, position):
        return self.zero
"""


def timeless(probe: SearchProbe) -> SearchProbe:
    return replace(probe, seconds=0.0)


def experiments(pool: WorkerPool) -> list[Any]:
    """All that does not depend on a clock: of a comparison, of growth and of a game."""
    searches = [replace(each, depth=3) for each in SEARCHES]
    comparison = Comparison(GAME, searches, POSITIONS, seed=1)
    comparison.run(pool)
    growth = GrowthExperiment(GAME, SEARCHES, POSITIONS, seed=1)
    growth.run(4, None, pool)
    pruning = PruningExperiment(GAME, searches, GAME.start)
    pruning.run(pool)
    return [
        comparison.done,
        [[*map(timeless, probes)] for probes in comparison.found],
        [replace(step, seconds=0.0) for step in growth.results],
        [
            (turn.move, [timeless(turn.found[number]) for number in range(len(searches))])
            for turn in pruning.turns
        ],
    ]


def test_the_same_is_found():
    assert experiments(ProcessPool(2)) == experiments(IN_PROCESS)


@pytest.mark.parametrize("pool", [IN_PROCESS, ProcessPool(2)])
def test_who_is_stopped_asks_nobody(pool):
    comparison = Comparison(GAME, SEARCHES, POSITIONS, seed=1)
    growth = GrowthExperiment(GAME, SEARCHES, POSITIONS, seed=1)
    comparison.stop()
    growth.stop()
    comparison.run(pool)
    growth.run(2, None, pool)
    assert (comparison.done, growth.results) == (0, [])


def test_evaluations_in_files_travel(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("my_eval.py").write_text(EVALUATION)
    text = "alphabeta(depth=2,eval=my_eval.py)"
    search = load_search(text, GAME)
    job = ProbeJob.of(GAME, [search]).bundled()
    Path("my_eval.py").unlink()
    asking = job.open()
    key = ProbeKey(0, str(search), GAME.write(GAME.start))
    ((answered, probe),) = asking.run([key])
    asking.close()
    assert (answered, probe.plies) == (key, 2)
