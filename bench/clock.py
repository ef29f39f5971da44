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
    """Run worker.py in a process of its own: what it printed, and its whole `wall` time."""
    command = [sys.executable, str(WORKER), *map(str, words)]
    start = time.perf_counter()
    done = subprocess.run(
        command, check=True, stdout=subprocess.PIPE, text=True, env={**os.environ, **environment}
    )
    wall = time.perf_counter() - start
    return {**json.loads(done.stdout), "wall": wall}
