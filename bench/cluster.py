"""A match on a cluster of this machine, beside local worker processes, and beside one worker.

What a game costs is counted in seconds of processors, of all processes together; starting them is
not counted, for a long match is compared with a short one. Dask also spends processor time by the
clock, whether there is work or not: where others keep the processors busy, its games look dearer
than they are. How much two workers gain is seen by the wall alone, once all of them have played
before.
"""

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing

from bench.rows import GAMES_PER_SECOND, Row, must_agree
from tablero.match.batch import MAX_TASK
from tablero.match.job import MatchJob
from tablero.match.openings import Openings
from tablero.match.plan import MatchTerms
from tablero.workers.dask_pool import DaskPool
from tablero.workers.in_process import IN_PROCESS
from tablero.workers.job import shrinking_tasks
from tablero.workers.pool import WorkerPool
from tablero.workers.processes import ProcessPool

GAME, SEED, PLIES, RUNS = "connect4", 1, 8, 3
CASES = (("alphabeta(depth=2)", 40_000, None, None), ("alphabeta(depth=6)", 8_000, 0.9, 1.6))
"""Short games, which come in faster than they can be written down, and long ones: who plays them,
how many, what part of the speed of local workers is wanted, and what two workers should gain."""

SHORT = 10
"""So many times shorter is the match that shows what starting costs, and warms workers up."""

CORES = 2


def measure() -> Iterator[Row]:
    for agent, games, wanted, gain in CASES:
        _play(IN_PROCESS, agent, games // SHORT)  # machine code is made, and kept on disk
        ours = _per_processor(lambda: DaskPool.local(CORES), agent, games)
        local = _per_processor(lambda: ProcessPool(CORES), agent, games)
        details = {"agent": agent, "games": games, "workers": CORES}
        text, overhead = "{agent}, a processor of a cluster", 1e6 * (1 / ours - 1 / local)
        told = {**details, "overhead_us": round(overhead, 1)}
        yield Row(text, ours, "local workers", local, GAMES_PER_SECOND, wanted, told)
        both, single = (_per_second(workers, agent, games) for workers in (CORES, 1))
        text = "{agent}, {workers} workers of a cluster"
        yield Row(text, both, "one worker", single, GAMES_PER_SECOND, gain, details)


def _per_processor(make: Callable[[], WorkerPool], agent: str, games: int) -> float:
    """Games for each second of a processor that a pool uses, beyond what it takes to begin. Of
    several runs the cheapest count: nothing makes a match cheaper than it is."""
    few = games // SHORT
    dear, cheap = (
        min(_spent(make, agent, number) for _run in range(RUNS)) for number in (games, few)
    )
    return (games - few) / (dear - cheap)


def _spent(make: Callable[[], WorkerPool], agent: str, games: int) -> float:
    """Seconds of processors until the pool is gone."""
    begun = sum(os.times()[:4])
    with make() as pool:
        _play(pool, agent, games)
    return sum(os.times()[:4]) - begun


def _per_second(workers: int, agent: str, games: int) -> float:
    """Games a second of a cluster that is at work already; of several runs the fastest."""
    with DaskPool.local(workers) as pool:
        _play(pool, agent, games // SHORT, games)
        return games / min(_play(pool, agent, games) for _run in range(RUNS))


def _play(pool: WorkerPool, agent: str, games: int, match: int | None = None) -> float:
    """The first games of a match, of `games` unless more are told: seconds from the first order
    to the last result."""
    job = MatchJob(MatchTerms(GAME, (agent, agent), match or games, SEED, Openings(PLIES)))
    tasks = shrinking_tasks(range(1, games + 1), games, pool.size, 2, MAX_TASK)
    begun = time.perf_counter()
    with closing(pool.results(job, tasks, threading.Event())) as results:
        played = sum(1 for _game in results)
    must_agree("games", played, games)
    return time.perf_counter() - begun
