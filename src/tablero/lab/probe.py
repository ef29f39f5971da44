"""What a search finds in a position, and what that takes."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np

from tablero import agents, evals
from tablero.agents.agent import NO_LIMITS
from tablero.agents.engine import Engine
from tablero.agents.searcher import Searcher, SearchPlayer
from tablero.errors import OptionError
from tablero.games.game import Game
from tablero.jit import is_interpreted
from tablero.locale import _
from tablero.position import FIRST, Move
from tablero.search import ALGORITHMS, ENGINE, run
from tablero.search.table import new_table

Search: TypeAlias = Searcher | Engine

ROUNDS = 60
"""A bisection has found its number by then."""


@dataclass(frozen=True)
class Probe:
    """score   -- as the side to move sees it
    exact   -- does it rest on finished games alone?
    plies   -- how far it came: less than its depth where games are over, or decided, before
    move    -- the best
    nodes   -- visited below the root
    first_cuts -- of the cuts, those that the first move made
    seconds -- of its thread, without those of compiling; with several threads, of the clock
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
    """The search of a text, `alphabeta(depth=6,order=best)`. Raises TableroError for one that
    cannot search this game."""
    agent = agents.load(text)
    if not isinstance(agent, Searcher | Engine):
        known = ", ".join((*ALGORITHMS, ENGINE))
        message = _("{name} is no search; known: {known}")
        raise OptionError(message.format(name=agent.name, known=known))
    judge_of(agent, game)
    return agent


def deep(search: Search, depth: int) -> Search:
    """With this depth, unless it has limits of its own."""
    own = search.depth, *((search.time, search.nodes) if isinstance(search, Engine) else ())
    return search if any(limit is not None for limit in own) else replace(search, depth=depth)


def judge_of(search: Search, game: Game) -> Any:
    """Who judges unfinished games."""
    return evals.load(search.eval or evals.names(game)[0], game)


def question(search: Search, game: Game) -> Any:
    """Searches with the same question must come to the same score; None: nothing is promised,
    as a clock, a number of nodes or a theorem has a say."""
    if isinstance(search, Engine):
        if search.time is not None or search.nodes is not None:
            return None
    elif search.infer:
        return None
    judge = judge_of(search, game)
    return search.depth or game.depth, type(judge), judge


class Prober:
    """Asks one search about one position after the other. What is compiled or made once is not
    counted, nor is the memory of its table, which is cleared for every position."""

    def __init__(self, search: Search, game: Game) -> None:
        self.search, self.player = search, search.seat(game, FIRST)
        self.table: Any = None
        replace(search, depth=1).seat(game, FIRST).choose(game.start, NO_LIMITS)

    def ask(self, position: Any) -> Probe:
        if not isinstance(self.player, SearchPlayer):
            player = self.player
            return self._timed(lambda: player.choose(position, NO_LIMITS).trace[-1])
        settings = self.player.settings
        if settings.cache:
            self.table = cleared(self.table, settings.table_bits, position)
        task = run.Search(position, self.player.judge, settings, self.table)
        task.prepare()
        return self._timed(task.answer)

    def _timed(self, answer: Callable[[], run.Result]) -> Probe:
        start = time.thread_time()
        result = answer()
        alone = not isinstance(self.search, Engine) or self.search.threads == 1
        own = float(result.statistics["seconds"])
        return probe_of(result, time.thread_time() - start if alone else own)


def cleared(table: Any, bits: int, position: Any) -> Any:
    """An empty table, whose memory the system has really given."""
    if table is None:
        table = new_table(bits, len(position.key()), is_interpreted(position))
    if isinstance(table, dict):  # that of interpreted searches
        table.clear()
    else:
        table.view(np.int8).fill(0)
    return table


def probe_of(result: run.Result, seconds: float) -> Probe:
    counted = result.statistics
    return Probe(
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


def first_share(probes: Sequence[Probe]) -> float | None:
    """The share of all cuts that the first move made which was looked at; None without cuts."""
    cuts = sum(probe.cuts for probe in probes)
    return sum(probe.first_cuts for probe in probes) / cuts if cuts else None


def effective_branching(nodes: float, plies: int) -> float:
    """The b of a tree in which every position has b moves, and which is as large at this depth:
    b + b² + … + b^plies = nodes."""
    low, high = 0.0, float(nodes)
    for _round in range(ROUNDS):
        b = (low + high) / 2
        size = sum(b**ply for ply in range(1, plies + 1))
        low, high = (b, high) if size < nodes else (low, b)
    return (low + high) / 2
