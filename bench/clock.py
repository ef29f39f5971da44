"""Time: of the processor for one search, of the wall for a whole process."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")

SAMPLE = 0.5

TABLERO = Path(sys.executable).with_name("tablero")
WORKER = Path(__file__).with_name("worker.py")


def cpu_seconds(work: Callable[[], T]) -> tuple[float, T]:
    """What one call costs and what it answers; calls are repeated for SAMPLE seconds.

    So a short search is not measured in a lucky moment that a long one never has.
    """
    calls = 0
    start = time.process_time()
    while calls == 0 or time.process_time() - start < SAMPLE:
        answer = work()
        calls += 1
    return (time.process_time() - start) / calls, answer


def cpu_seconds_once(work: Callable[[], T]) -> tuple[float, T]:
    """What one long call costs and what it answers."""
    start = time.process_time()
    answer = work()
    return time.process_time() - start, answer


def worker(*words: object, **environment: str) -> dict[str, Any]:
    """What worker.py answers in a process of its own."""
    return _answer([sys.executable, str(WORKER), *map(str, words)], environment)


def one_search(depth: int, evaluation: str, cache: str) -> dict[str, Any]:
    """`tablero search` of Connect-4 by alpha-beta: its statistics, and `wall`, the whole process.

    cache -- the directory under which it keeps its machine code
    """
    options = f"--algorithm alphabeta --depth {depth} --eval {evaluation} --json"
    command = [str(TABLERO), "search", "connect4", *options.split()]
    start = time.perf_counter()
    answer = _answer(command, {"XDG_CACHE_HOME": cache})
    return {**answer["statistics"], "wall": time.perf_counter() - start}


def _answer(command: list[str], environment: dict[str, str]) -> dict[str, Any]:
    """The object that a command prints."""
    settings = {**os.environ, **environment}
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, env=settings)
    return dict(json.loads(done.stdout))
