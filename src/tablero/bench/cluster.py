"""A match on a cluster of this machine, beside as many worker processes, and beside one worker.

From the first game that comes in to the last: how long it takes to start is not counted.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import closing

from tablero.bench.rows import GAMES_PER_SECOND, Row, must_agree
from tablero.locale import _, mark
from tablero.match.batch import MANY, blocks
from tablero.match.job import MatchJob
from tablero.match.openings import Openings
from tablero.match.plan import Terms
from tablero.teams.cluster import Cluster
from tablero.teams.processes import Processes
from tablero.teams.team import Team

GAME, SEED, PLIES, RUNS = "connect4", 1, 8, 2
CASES = (("alphabeta(depth=2)", 20_000, None), ("alphabeta(depth=6)", 400, 0.9))
"""Short games and long ones: who plays them, how many, and what part of the speed of local workers
is wanted."""

CORES = 2
SPEED_UP = 1.6
"""That is wanted of so many workers, beside one."""


def measure() -> Iterator[Row]:
    """Games a second by the wall, the best of several runs; others slow all of them down."""
    for agent, games, wanted in CASES:
        job = MatchJob(Terms(GAME, (agent, agent), games, SEED, Openings(PLIES)))
        local = _rate(Processes(CORES), job)
        with Cluster.local(1) as one, Cluster.local(CORES) as two:
            single, ours = _rate(one, job), _rate(two, job)
        details = {
            "agent": agent,
            "games": games,
            "workers": CORES,
            "overhead_us": round(1e6 * (CORES / ours - CORES / local), 1),
        }
        text = mark("{agent}, {workers} workers of a cluster")
        beside = [(mark("local workers"), local, wanted), (mark("one of them"), single, SPEED_UP)]
        for against, other, target in beside:
            yield Row(text, ours, against, other, GAMES_PER_SECOND, target, details)


def _rate(team: Team, job: MatchJob) -> float:
    return max(_run(team, job) for _run_number in range(RUNS))


def _run(team: Team, job: MatchJob) -> float:
    """Games a second after the first one."""
    games = job.terms.games
    orders = blocks(iter(range(1, games + 1)), games, team.hands, MANY)
    with closing(team.results(job, orders, threading.Event())) as results:
        next(results)
        begun = time.perf_counter()
        played = 1 + sum(1 for _game in results)
        seconds = time.perf_counter() - begun
    must_agree(_("games"), played, games)
    return (games - 1) / seconds
