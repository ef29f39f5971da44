"""Kalah(6,4) solved without stored files, the computation of its endgame tablebase included."""

import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import tablero.games as games
from bench.rows import SECONDS, Row, must_agree
from tablero.games.sowing.solver.solver import SowingSolver

MARGINS = {"opposite": 8, "empty": 10}
"""Final margin with best play, by the rule of capture."""

WANTED, THREADS = 120.0, 2


def measure() -> Iterator[Row]:
    """Yield the seconds with two threads, without compilation, against the target."""
    for capture, margin in MARGINS.items():
        game: Any = games.load(f"kalah(capture={capture})")
        with TemporaryDirectory() as folder:
            solver = SowingSolver(game, THREADS, folder=Path(folder))
            start = time.perf_counter()
            score = solver.score(game.start)
            seconds = time.perf_counter() - start
        must_agree(str(game), score, margin)
        details = {"game": str(game), "nodes": solver.nodes, "threads": THREADS}
        name = "{game} from nothing, threads {threads}"
        yield Row(name, seconds, "wanted", WANTED, SECONDS, 1, details)
