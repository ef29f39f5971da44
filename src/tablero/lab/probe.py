"""Probes: one run of a search on one position, with its result, counters and time."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np

from tablero import agents
from tablero.agents.agent import NO_LIMITS
from tablero.agents.engine import Engine
from tablero.agents.searcher import Searcher, SearchPlayer
from tablero.errors import OptionError
from tablero.games import evaluations
from tablero.games.game import Game
from tablero.jit import is_interpreted
from tablero.locale import _
from tablero.position import FIRST, Move, position_key
from tablero.search import ALGORITHMS, ENGINE, run
from tablero.search.table import new_table

Search: TypeAlias = Searcher | Engine

BISECTION_STEPS = 60
"""Iterations of the bisection; enough for the precision of a float."""


@dataclass(frozen=True)
class SearchProbe:
    """Result of one search of one position.

    score: score for the side to move.
    exact: whether the score rests on finished games alone.
    plies: depth reached; less than the search's depth where games end, or are decided, earlier.
    move: best move.
    nodes: nodes visited below the root.
    first_cuts: cutoffs caused by the first move searched.
    seconds: CPU time of the thread, without compilation; wall time with several threads.
    """

    score: int
    exact: bool
    plies: int
    move: Move
    nodes: int
    cuts: int
    first_cuts: int
    leaves: int
    cache_hits: int
    seconds: float

    @property
    def branching(self) -> float:
        return effective_branching(self.nodes, self.plies)


def load_search(text: str, game: Game) -> Search:
    """Return the search written as `alphabeta(depth=6,order=best)`.

    Raise TableroError if it cannot search this game.
    """
    agent = agents.load(text)
    if not isinstance(agent, Searcher | Engine):
        known = ", ".join((*ALGORITHMS, ENGINE))
        message = _("{name} is not a search; known: {known}")
        raise OptionError(message.format(name=agent.name, known=known))
    evaluation_of(agent, game)
    return agent


def deep(search: Search, depth: int) -> Search:
    """Return the search with this depth, or unchanged if it already has a limit."""
    own = search.depth, *((search.time, search.nodes) if isinstance(search, Engine) else ())
    return search if any(limit is not None for limit in own) else replace(search, depth=depth)


def evaluation_of(search: Search, game: Game) -> Any:
    """Return the evaluation of the search, by default the game's first one."""
    return evaluations.load(search.eval or evaluations.default_name(game), game)


def agreement_key(search: Search, game: Game) -> Any:
    """Return a key: searches with equal keys must return the same score.

    Return None for a search limited by time or nodes, or using theoretical values: its score may
    differ.
    """
    if isinstance(search, Engine):
        if search.time is not None or search.nodes is not None:
            return None
    elif search.infer:
        return None
    evaluation = evaluation_of(search, game)
    return search.depth or game.depth, type(evaluation), evaluation


class SearchProber:
    """One search, run on one position after the other.

    Compilation, setup and the allocation of the transposition table are not timed; the table is
    cleared for every position.
    """

    def __init__(self, search: Search, game: Game) -> None:
        self.search, self.player = search, search.seat(game, FIRST)
        self.table: Any = None
        replace(search, depth=1).seat(game, FIRST).choose(game.start, NO_LIMITS)

    def ask(self, position: Any) -> SearchProbe:
        if not isinstance(self.player, SearchPlayer):
            player = self.player
            return self._timed(lambda: player.choose(position, NO_LIMITS).trace[-1])
        settings = self.player.settings
        if settings.cache:
            self.table = cleared_table(self.table, settings.table_bits, position)
        task = run.Search(position, self.player.evaluation, settings, self.table)
        task.prepare()
        return self._timed(task.answer)

    def _timed(self, answer: Callable[[], run.Result]) -> SearchProbe:
        start = time.thread_time()
        result = answer()
        alone = not isinstance(self.search, Engine) or self.search.threads == 1
        own = float(result.statistics["seconds"])
        return probe_of(result, time.thread_time() - start if alone else own)


def cleared_table(table: Any, bits: int, position: Any) -> Any:
    """Return an empty transposition table; writing to it makes the system allocate its memory."""
    if table is None:
        table = new_table(bits, len(position_key(position)), is_interpreted(position))
    if isinstance(table, dict):  # the table of an interpreted search
        table.clear()
    else:
        table.view(np.int8).fill(0)
    return table


def probe_of(result: run.Result, seconds: float) -> SearchProbe:
    counted = result.statistics
    return SearchProbe(
        result.score,
        result.exact,
        min(result.depth, int(counted["depth"])),
        result.move,
        int(counted["evaluated"]),
        int(counted["cuts"]),
        result.first_cuts,
        int(counted["leaves"]),
        int(counted["cache_hits"]),
        round(seconds, 6),
    )


def first_share(probes: Sequence[SearchProbe]) -> float | None:
    """Return the share of all cutoffs caused by the first move searched; None without cutoffs."""
    cuts = sum(probe.cuts for probe in probes)
    return sum(probe.first_cuts for probe in probes) / cuts if cuts else None


def effective_branching(nodes: float, plies: int) -> float:
    """Return the b of a uniform tree with as many nodes: b + b² + … + b^plies = nodes."""
    low, high = 0.0, float(nodes)
    for _round in range(BISECTION_STEPS):
        b = (low + high) / 2
        size = sum(b**ply for ply in range(1, plies + 1))
        low, high = (b, high) if size < nodes else (low, b)
    return (low + high) / 2
