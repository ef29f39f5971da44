"""A match on a cluster of this machine, beside local worker processes, and beside one worker.

What a game costs is counted in seconds of processors, of all processes together; starting them is
not counted, for a long match is compared with a short one. How much two workers gain is seen by
the wall alone, from the first game that comes in to the last.
"""

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing

from tablero.bench.rows import GAMES_PER_SECOND, Row, must_agree
from tablero.locale import _, mark
from tablero.match.batch import MANY, blocks
from tablero.match.job import MatchJob
from tablero.match.openings import Openings
from tablero.match.plan import Terms
from tablero.teams.alone import Alone
from tablero.teams.cluster import Cluster
from tablero.teams.processes import Processes
from tablero.teams.team import Team

GAME, SEED, PLIES, RUNS = "connect4", 1, 8, 2
CASES = (("alphabeta(depth=2)", 40_000, None, None), ("alphabeta(depth=6)", 4_000, 0.9, 1.6))
"""Short games, which come in faster than they can be written down, and long ones: who plays them,
how many, what part of the speed of local workers is wanted, and what two workers should gain."""

SHORT = 10
"""So many times shorter is the match that shows what starting costs."""

CORES = 2


def measure() -> Iterator[Row]:
    for agent, games, wanted, gain in CASES:
        _rate(Alone(), agent, games // SHORT)  # machine code is made, and kept on disk
        ours = _per_processor(lambda: Cluster.local(CORES), agent, games)
        local = _per_processor(lambda: Processes(CORES), agent, games)
        details = {"agent": agent, "games": games, "workers": CORES}
        text, overhead = mark("{agent}, a processor of a cluster"), 1e6 * (1 / ours - 1 / local)
        told = {**details, "overhead_us": round(overhead, 1)}
        yield Row(text, ours, mark("local workers"), local, GAMES_PER_SECOND, wanted, told)
        with Cluster.local(1) as one, Cluster.local(CORES) as two:
            rates = [(_rate(two, agent, games), _rate(one, agent, games)) for _run in range(RUNS)]
        both, single = map(max, zip(*rates, strict=True))
        text = mark("{agent}, {workers} workers of a cluster")
        yield Row(text, both, mark("one worker"), single, GAMES_PER_SECOND, gain, details)


def _per_processor(make: Callable[[], Team], agent: str, games: int) -> float:
    """Games for each second of a processor that a team uses, beyond what it takes to begin."""
    few = games // SHORT
    return (games - few) / (_spent(make, agent, games) - _spent(make, agent, few))


def _spent(make: Callable[[], Team], agent: str, games: int) -> float:
    """Seconds of processors until the team is gone."""
    begun = sum(os.times()[:4])
    with make() as team:
        _rate(team, agent, games)
    return sum(os.times()[:4]) - begun


def _rate(team: Team, agent: str, games: int) -> float:
    """Games a second after the first one."""
    job = MatchJob(Terms(GAME, (agent, agent), games, SEED, Openings(PLIES)))
    orders = blocks(iter(range(1, games + 1)), games, team.hands, MANY)
    with closing(team.results(job, orders, threading.Event())) as results:
        next(results)
        begun = time.perf_counter()
        played = 1 + sum(1 for _game in results)
        seconds = time.perf_counter() - begun
    must_agree(_("games"), played, games)
    return (games - 1) / seconds
