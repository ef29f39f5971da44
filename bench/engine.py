"""The engine against plain alpha-beta without move ordering or table, and two threads against one.

The engine should search three plies deeper in the same time.
"""

from collections.abc import Iterator
from functools import partial
from math import inf

import tablero.games as games
from bench.clock import cpu_seconds
from bench.rows import SECONDS, Row
from tablero.games import evaluations
from tablero.search.deepening import Deepening
from tablero.search.run import Result, Settings, search

CASES = (("lines", 12), ("table", 11))
"""Evaluations of Connect-4, and the depth of alpha-beta."""

DEEPER = 3

THREADED = (("connect4", "lines", 17), ("kalah", "simple", 16))
"""Games, evaluations and depths that one thread and two threads search in turn."""

ROUNDS, WANTED = 5, 1.3
GAME = games.load("connect4")


def measure() -> Iterator[Row]:
    """Yield the seconds of both from the empty board; the engine's include all its depths."""
    for name, depth in CASES:
        warm_up(name)
        theirs, found = cpu_seconds(partial(by_alphabeta, name, depth))
        ours, better = cpu_seconds(partial(by_engine, name, depth + DEEPER))
        details = {
            "eval": name,
            "depth": depth + DEEPER,
            "their_depth": depth,
            "nodes": better.statistics["evaluated"],
            "their_nodes": found.statistics["evaluated"],
        }
        measure = "engine with {eval} to depth {depth}"
        against = "alphabeta to depth {their_depth}"
        yield Row(measure, ours, against, theirs, SECONDS, 1, details)
    yield from measure_threads()


def measure_threads() -> Iterator[Row]:
    """Yield wall times, the best of several rounds; they are meaningful only with a free core."""
    for name, evaluation_name, depth in THREADED:
        game = games.load(name)
        evaluation = evaluations.load(evaluation_name, game)
        best = {1: inf, 2: inf}
        for _round in range(ROUNDS):
            for threads in best:
                found = Deepening(game.start, evaluation, Settings(depth=depth), threads).run()
                best[threads] = min(best[threads], found.statistics["seconds"])
        measure = "engine, {game} with {eval} to depth {depth}, two threads"
        details = {"game": name, "eval": evaluation_name, "depth": depth}
        yield Row(measure, best[2], "one thread", best[1], SECONDS, WANTED, details)


def by_alphabeta(name: str, depth: int) -> Result:
    return search(GAME.start, evaluations.load(name, GAME), Settings("alphabeta", depth))


def by_engine(name: str, depth: int) -> Result:
    return Deepening(GAME.start, evaluations.load(name, GAME), Settings(depth=depth)).run()


def warm_up(name: str) -> None:
    """Compile both searches."""
    by_alphabeta(name, 2)
    by_engine(name, 2)
