"""Forecast the Connect-4 book of twelve stones and Kalah(6,6) on many machines.

    .venv/bin/python scripts/scale.py

reads the measured figures of docs/lab/scale.json and prints the two tables of docs/lab/scale.md,
which explains the model: one driver sends tasks of blocks, workers solve them.
"""

import json
import math
from collections import deque
from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import count, pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

FIGURES = Path(__file__).parents[1] / "docs/lab/scale.json"
MACHINES, CORES = (1, 3, 10, 30, 100, 300, 1000), 8
POSITIONS_PER_BLOCK, BLOCKS_PER_TASK = 16, 64
TASKS_AHEAD = 3  # tasks that the driver keeps under way for every worker
PORTION_S = 5.0  # seconds after which a worker returns a task half done
STUDENT_T = 2.262157  # 95 %, 9 degrees of freedom: a line through eleven steps


class Machine(NamedTuple):
    """Seconds, fitted to runs with one worker and two.

    start: a worker, once, before its first block.
    task: a worker, for every task.
    send: the driver, for every task and its results.
    lag: a task and its results are under way.
    late: a new worker waits for its first task.
    """

    start: float
    task: float
    send: float
    lag: float
    late: float


class Book:
    """The work of a book, from a sample of stretches of consecutive blocks.

    A worker keeps its table: the n-th block of a task takes n ** -learning of the nodes that
    it takes as the first.
    """

    def __init__(self, figures: dict[str, Any]) -> None:
        stretches = figures["stretches"]
        nodes = np.array([stretch["nodes"] for stretch in stretches], float)
        alone, last = (sum(stretch[name] for stretch in stretches) for name in ("alone", "last"))
        self.blocks = -(-figures["positions"] // POSITIONS_PER_BLOCK)
        self.learning = math.log(alone / last) / math.log(nodes.shape[1])
        self.node_seconds = sum(stretch["seconds"] for stretch in stretches) / nodes.sum()
        self.first_nodes = nodes / self._course(nodes.shape[1])

    def tasks(self) -> list[Any]:
        """Return the seconds of the blocks of every task, each from a stretch drawn at random."""
        whole, rest = divmod(self.blocks, BLOCKS_PER_TASK)
        sizes = [BLOCKS_PER_TASK] * whole + [rest] * (rest > 0)
        random, (stretches, length) = np.random.default_rng(1), self.first_nodes.shape
        which, place = (random.integers(n, size=(len(sizes), 1)) for n in (stretches, length))
        drawn = self.first_nodes[which, (place + np.arange(BLOCKS_PER_TASK)) % length]
        blocks = drawn * self._course(BLOCKS_PER_TASK) * self.node_seconds
        return [row[:size] for row, size in zip(blocks, sizes, strict=True)]

    def _course(self, blocks: int) -> Any:
        return np.arange(1, blocks + 1) ** -self.learning


def simulate(
    tasks: list[Any], workers: int, machine: Machine, learning: float
) -> tuple[float, float, float]:
    """Return seconds: by the clock, of all blocks, and of the driver."""
    waiting, sent, idle = deque(tasks), deque[Any](), deque([(0.0, True)])
    work, clock, driver, under_way = float(sum(map(np.sum, tasks))), 0.0, 0.0, 0
    numbers = count(workers)  # keeps events of the same moment in their order
    events: list[Any] = [(machine.late, number, None, 0) for number in range(1, workers)]
    while True:
        while waiting and under_way < TASKS_AHEAD * workers:
            clock, driver, under_way = clock + machine.send, driver + machine.send, under_way + 1
            sent.append((clock + machine.lag, waiting.popleft()))
        while idle and sent:
            (since, is_new), (ready, task) = idle.popleft(), sent.popleft()
            ends = np.cumsum(task)
            done = min(len(task), int(np.searchsorted(ends, PORTION_S, side="right")) + 1)
            begun = max(since, ready) + machine.task + machine.start * is_new
            heappush(events, (begun + float(ends[done - 1]), next(numbers), task, done))
        if not events:
            return clock, work, driver
        when, _number, task, done = heappop(events)
        idle.append((when, task is None))
        if task is not None:
            clock, under_way = max(clock, when), under_way - 1
            for rest, again in reversed([*parts_left(task, done, learning)]):
                waiting.appendleft(again)
                work += float(again.sum() - rest.sum())


def parts_left(task: Any, done: int, learning: float) -> Iterator[tuple[Any, Any]]:
    """Yield the rest in parts of `done` blocks: as they were, and as the first of a new task."""
    for first in range(done, len(task), done):
        rest = task[first : first + done]
        places = np.arange(1, len(rest) + 1)
        yield rest, rest * ((first + places) / places) ** learning


def book_rows(figures: dict[str, Any]) -> Iterator[str]:
    yield "machines  workers  seconds     low    high  efficiency  driver at work"
    book, opening = Book(figures["book"]), figures["book"]["opening"]
    values = zip(*figures["machine"].values(), strict=True)
    cases = zip((1.0, *figures["book"]["nodes"]), values, strict=True)
    fitted = [(nodes, Machine(start + opening, *others)) for nodes, (start, *others) in cases]
    for machines in MACHINES:
        workers, tasks = machines * CORES, book.tasks()
        (clock, work, driver), *others = (
            simulate([blocks * nodes for blocks in tasks], workers, machine, book.learning)
            for nodes, machine in fitted
        )
        (low, *_), (high, *_) = others
        shares = f"{work / workers / clock:>10.1%}  {driver / clock:>14.1%}"
        yield f"{machines:>8}  {workers:>7}  {clock:>7.0f}  {low:>6.0f}  {high:>6.0f}  {shares}"


def kalah_rows(figures: dict[str, Any]) -> Iterator[str]:
    """Extend a line through the known steps from one number of seeds in every pit to the next."""
    searches = figures["kalah"]["nodes"]
    steps = [
        (seeds, math.log10(more / nodes) / (2 * pits))
        for (pits, seeds, nodes), (pits_after, _seeds, more) in pairwise(searches)
        if pits == pits_after
    ]
    seeds, decades = np.array(steps).T
    rows, at = np.stack([np.ones_like(seeds), seeds], axis=1), np.array([1, searches[-1][1]])
    line, (squares,), *_others = np.linalg.lstsq(rows, decades, rcond=None)
    spread = math.sqrt(squares / (len(steps) - 2) * (1 + at @ np.linalg.inv(rows.T @ rows) @ at))
    yield "Kalah(6,6)          nodes  days of one core"
    for name, sign in (("low", -1), ("forecast", 0), ("high", 1)):
        nodes = searches[-1][2] * 10 ** (12 * float(line @ at + sign * STUDENT_T * spread))
        days = nodes * figures["kalah"]["node_seconds"] / 86_400
        yield f"{name:<8} {nodes:>16.2e}  {days:>16.3g}"


if __name__ == "__main__":
    measured = json.loads(FIGURES.read_text(encoding="utf-8"))
    print("\n".join([*book_rows(measured), "", *kalah_rows(measured)]))
