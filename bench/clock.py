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

TABLERO = [sys.executable, "-m", "tablero"]
WORKER = [sys.executable, "-m", "bench.ours"]
ROOT = Path(__file__).parents[1]
"""The directory from which `bench` can be imported."""

_running: list[subprocess.Popen[bytes]] = []


def cpu_seconds(work: Callable[[], T]) -> tuple[float, T]:
    """What one call costs this thread and what it answers; calls are repeated for SAMPLE seconds.

    So a short search is not measured in a lucky moment that a long one never has.
    """
    calls = 0
    start = time.thread_time()
    while calls == 0 or time.thread_time() - start < SAMPLE:
        answer = work()
        calls += 1
    return (time.thread_time() - start) / calls, answer


def cpu_seconds_once(work: Callable[[], T]) -> tuple[float, T]:
    """What one call costs this thread and what it answers."""
    start = time.thread_time()
    answer = work()
    return time.thread_time() - start, answer


def worker(*words: object, **environment: str) -> dict[str, Any]:
    """What `python -m bench.ours` prints in a process of its own."""
    return _answer([*WORKER, *map(str, words)], environment)


def one_search(depth: int, evaluation: str, cache: str) -> dict[str, Any]:
    """`tablero search` of Connect-4 by alpha-beta: its statistics, and `wall`, the whole process.

    cache -- the directory under which it keeps its machine code
    """
    options = f"--algorithm alphabeta --depth {depth} --eval {evaluation} --json"
    start = time.perf_counter()
    answer = _answer([*TABLERO, "search", "connect4", *options.split()], {"XDG_CACHE_HOME": cache})
    return {**answer["statistics"], "wall": time.perf_counter() - start}


def _answer(command: list[str], environment: dict[str, str]) -> dict[str, Any]:
    """The object that a command prints. Ctrl-C does not reach it: see `stop`."""
    settings = {**os.environ, **environment}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, env=settings, cwd=ROOT, start_new_session=True
    ) as process:
        _running.append(process)
        printed, _errors = process.communicate()
        _running.remove(process)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return dict(json.loads(printed))


def stop() -> None:
    """End the processes that are being measured."""
    for process in _running.copy():
        process.kill()
        process.wait()
