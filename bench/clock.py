"""Time: the best of several, since whatever else the machine does only makes it slower."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")

TABLERO = Path(sys.executable).with_name("tablero")
WORKER = Path(__file__).with_name("worker.py")


def timed(work: Callable[[], T]) -> tuple[float, T]:
    """How many seconds one call takes, and what it answers."""
    start = time.perf_counter()
    answer = work()
    return time.perf_counter() - start, answer


def best_of(times: int, work: Callable[[], Any]) -> float:
    """The shortest of `times` calls, in seconds."""
    return min(timed(work)[0] for _ in range(times))


def worker(*words: object, **environment: str) -> dict[str, Any]:
    """What worker.py answers in a process of its own."""
    return _answer([sys.executable, str(WORKER), *map(str, words)], environment)


def one_search(depth: int, evaluation: str, cache: str) -> dict[str, Any]:
    """`tablero search` of Connect-4 by alpha-beta: its statistics, and `wall`, the whole process.

    cache -- the directory under which it keeps its machine code
    """
    options = f"--algorithm alphabeta --depth {depth} --eval {evaluation} --json"
    command = [str(TABLERO), "search", "connect4", *options.split()]
    wall, answer = timed(lambda: _answer(command, {"XDG_CACHE_HOME": cache}))
    return {**answer["statistics"], "wall": wall}


def _answer(command: list[str], environment: dict[str, str]) -> dict[str, Any]:
    """The object that a command prints."""
    settings = {**os.environ, **environment}
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, env=settings)
    return dict(json.loads(done.stdout))
