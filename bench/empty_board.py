"""The empty Connect-4 board, solved without an opening book and with an empty table of bounds."""

import time
from collections.abc import Iterator

from bench.rows import SECONDS, Row, must_agree
from tablero.games.connect4.game import Connect4Game
from tablero.games.connect4.solver.solver import Connect4Solver

NAME = "empty board, threads {threads}"
WANTED = {1: 60.0, 2: 35.0}
MIN_GAIN = 1.6
EXACT = 1


def measure() -> Iterator[Row]:
    """Yield the seconds with one thread and with two, without compilation, against targets."""
    taken = {}
    for threads, wanted in WANTED.items():
        game = Connect4Game()
        solver = Connect4Solver(game, threads)
        start = time.perf_counter()
        score = solver.score(game.start)
        taken[threads] = time.perf_counter() - start
        must_agree("score", score, EXACT)
        details = {"nodes": solver.nodes, "threads": threads}
        yield Row(NAME, taken[threads], "wanted", wanted, SECONDS, 1, details)
    gain = "one thread", taken[1], SECONDS, MIN_GAIN
    yield Row(NAME, taken[2], *gain, {"threads": 2})
