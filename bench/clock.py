"""Timing: CPU time of one search, wall time of a whole process."""

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
"""Seconds of CPU time for which a call is repeated."""

TABLERO = [sys.executable, "-m", "tablero"]
WORKER = [sys.executable, "-m", "bench.ours"]
ROOT = Path(__file__).parents[1]
"""Directory from which `bench` can be imported."""

_running: list[subprocess.Popen[bytes]] = []


def cpu_seconds(work: Callable[[], T]) -> tuple[float, T]:
    """Return the CPU time of one call in this thread, and its result.

    The time is a mean over SAMPLE seconds, so that a short search varies no more than a long one.
    """
    calls = 0
    start = time.thread_time()
    while calls == 0 or time.thread_time() - start < SAMPLE:
        answer = work()
        calls += 1
    return (time.thread_time() - start) / calls, answer


def cpu_seconds_once(work: Callable[[], T]) -> tuple[float, T]:
    """Return the CPU time of a single call in this thread, and its result."""
    start = time.thread_time()
    answer = work()
    return time.thread_time() - start, answer


def worker(*words: object, **environment: str) -> dict[str, Any]:
    """Return what `python -m bench.ours` prints in a separate process."""
    return _answer([*WORKER, *map(str, words)], environment)


def one_search(depth: int, evaluation: str, cache: str) -> dict[str, Any]:
    """Run `tablero search` of Connect-4 by alpha-beta; return its statistics.

    `wall` among them is the wall time of the whole process.

    cache: directory for the machine code.
    """
    options = f"--algorithm alphabeta --depth {depth} --eval {evaluation} --json"
    start = time.perf_counter()
    answer = _answer([*TABLERO, "search", "connect4", *options.split()], {"XDG_CACHE_HOME": cache})
    return {**answer["statistics"], "wall": time.perf_counter() - start}


def _answer(command: list[str], environment: dict[str, str]) -> dict[str, Any]:
    """Return the JSON object that a command prints. Ctrl-C does not reach it: see `stop`."""
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
    """Kill the processes that are being measured."""
    for process in _running.copy():
        process.kill()
        process.wait()
