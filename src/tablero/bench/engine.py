"""The engine beside plain alpha-beta without order or table: three plies deeper in its time."""

from collections.abc import Iterator
from functools import partial

from tablero import evals, games
from tablero.bench.clock import cpu_seconds
from tablero.bench.rows import SECONDS, Row
from tablero.search.deepening import Deepening
from tablero.search.run import Result, Settings, search

CASES = (("lines", 12), ("table", 11))
"""Evaluations of Connect-4, and how deep alpha-beta looks."""

DEEPER = 3
GAME = games.load("connect4")


def measure() -> Iterator[Row]:
    """Seconds of both from the empty board; the engine's are those of all its depths."""
    for name, depth in CASES:
        warm_up(name)
        theirs, found = cpu_seconds(partial(by_alphabeta, name, depth))
        ours, better = cpu_seconds(partial(by_engine, name, depth + DEEPER))
        nodes = {"nodes": better.statistics["evaluated"], "theirs": found.statistics["evaluated"]}
        measure = f"engine with {name} to depth {depth + DEEPER}"
        yield Row(measure, ours, f"alphabeta to depth {depth}", theirs, SECONDS, 1, nodes)


def by_alphabeta(name: str, depth: int) -> Result:
    return search(GAME.start, evals.load(name, GAME), Settings("alphabeta", depth))


def by_engine(name: str, depth: int) -> Result:
    return Deepening(GAME.start, evals.load(name, GAME), Settings(depth=depth)).run()


def warm_up(name: str) -> None:
    """Have both compiled."""
    by_alphabeta(name, 2)
    by_engine(name, 2)
