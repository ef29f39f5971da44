"""A match on a Dask cluster of this machine, against local workers, and against one worker.

The cost of a game is CPU time of all processes together; the difference between a long match and a
short one excludes their start. Dask also uses CPU time while it is idle, so on a busy machine its
games look more expensive than they are. The gain of two workers is measured in wall time, after a
warm-up.
"""

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing

from bench.rows import GAMES_PER_SECOND, Row, must_agree
from tablero.match.batch import MAX_TASK
from tablero.match.openings import Openings
from tablero.match.plan import MatchTerms
from tablero.match.players import MatchJob
from tablero.workers.dask_pool import DaskPool
from tablero.workers.in_process import IN_PROCESS
from tablero.workers.job import shrinking_tasks
from tablero.workers.pool import WorkerPool
from tablero.workers.processes import ProcessPool

GAME, SEED, PLIES, RUNS = "connect4", 1, 8, 3
CASES = (("alphabeta(depth=2)", 40_000, None, None), ("alphabeta(depth=6)", 8_000, 0.9, 1.6))
"""Short games, which are played faster than they can be stored, and long ones: agent, number of
games, target share of the speed of local workers, and target gain of two workers."""

SHORT = 10
"""Factor by which the match that measures the start, and warms workers up, is shorter."""

CORES = 2


def measure() -> Iterator[Row]:
    """Yield games per second of a cluster, against local workers and against one worker."""
    for agent, games, wanted, gain in CASES:
        _play(IN_PROCESS, agent, games // SHORT)  # compile, and store the machine code on disk
        ours = _per_processor(lambda: DaskPool.local(CORES), agent, games)
        local = _per_processor(lambda: ProcessPool(CORES), agent, games)
        details = {"agent": agent, "games": games, "workers": CORES}
        text, overhead = "{agent}, a processor of a cluster", 1e6 * (1 / ours - 1 / local)
        details_with_overhead = {**details, "overhead_us": round(overhead, 1)}
        against = "local workers", local, GAMES_PER_SECOND, wanted
        yield Row(text, ours, *against, details_with_overhead)
        both, single = (_per_second(workers, agent, games) for workers in (CORES, 1))
        text = "{agent}, {workers} workers of a cluster"
        yield Row(text, both, "one worker", single, GAMES_PER_SECOND, gain, details)


def _per_processor(make: Callable[[], WorkerPool], agent: str, games: int) -> float:
    """Return games per second of CPU time, without the start of the pool.

    The least of several runs counts: disturbances only add CPU time.
    """
    few = games // SHORT
    long, short = (
        min(_cpu_seconds(make, agent, number) for _run in range(RUNS)) for number in (games, few)
    )
    return (games - few) / (long - short)


def _cpu_seconds(make: Callable[[], WorkerPool], agent: str, games: int) -> float:
    """Return the CPU time of a match, in seconds, from the pool's start to its end."""
    start = sum(os.times()[:4])
    with make() as pool:
        _play(pool, agent, games)
    return sum(os.times()[:4]) - start


def _per_second(workers: int, agent: str, games: int) -> float:
    """Return games per second of a warmed-up cluster, in the fastest of several runs."""
    with DaskPool.local(workers) as pool:
        _play(pool, agent, games // SHORT, games)
        return games / min(_play(pool, agent, games) for _run in range(RUNS))


def _play(pool: WorkerPool, agent: str, games: int, match: int | None = None) -> float:
    """Play the first games of a match; return the seconds from the first task to the last result.

    match: number of games of the whole match, by default `games`.
    """
    job = MatchJob(MatchTerms(GAME, (agent, agent), match or games, SEED, Openings(PLIES)))
    tasks = shrinking_tasks(range(1, games + 1), games, pool.size, 2, MAX_TASK)
    start = time.perf_counter()
    with closing(pool.results(job, tasks, threading.Event())) as results:
        played = sum(1 for _game in results)
    must_agree("games", played, games)
    return time.perf_counter() - start
