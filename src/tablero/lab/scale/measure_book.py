"""Figures of opening tables, by the real builder's parts: stretches of books, whole runs."""

import os
import resource
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ClassVar

from tablero import games
from tablero.games.connect4 import Connect4Game
from tablero.lab.scale.records import Run, Sample, Stretch
from tablero.match.dice import generator
from tablero.solve.connect4.builder import Blocks, BookJob, Solving
from tablero.solve.connect4.journal import BLOCK, Journal
from tablero.solve.connect4.solver import Connect4Solver
from tablero.teams.team import Team

SEED = 1
KILOBYTES = 1024


@dataclass(frozen=True)
class SampleTask:
    """So many stretches of so many blocks, of one book."""

    game: str
    stones: int
    stretches: int
    blocks: int


def sampled(task: SampleTask) -> Sample:
    """In a process of its own, whose memory tells what a worker takes."""
    with get_context("spawn").Pool(1) as pool:
        return pool.apply(_sampled, (task,))


def _sampled(task: SampleTask) -> Sample:
    _opened(task)  # machine code is made, and kept on disk
    book, keeping, opening = _opened(task)
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // KILOBYTES
    total = -(-len(book.positions.keys) // BLOCK)
    size = min(task.blocks, total)
    places = generator(SEED).integers(total - size + 1, size=task.stretches)
    stretches = []
    for first in map(int, places):
        numbers = range(first, first + size)
        nodes, _cold = _visited(book, numbers, book.solvers(1)[0])
        later, seconds = _visited(book, numbers, keeping)
        alone, _cold = _visited(book, numbers[-1:], book.solvers(1)[0])
        stretches.append(Stretch(first, nodes, later, sum(alone), round(seconds, 6)))
    return Sample(
        task.game,
        task.stones,
        len(book.positions.keys),
        book.bits,
        round(opening, 6),
        most,
        tuple(stretches),
    )


def _opened(task: SampleTask) -> tuple[Blocks, Connect4Solver, float]:
    """What a worker has before its first block, and seconds of a processor until then."""
    begun = time.thread_time()
    game = games.load(task.game)
    assert isinstance(game, Connect4Game), game
    book = Blocks(game, task.stones)
    (solver,) = book.solvers(1)
    return book, solver, time.thread_time() - begun


def _visited(
    book: Blocks, numbers: Sequence[int], solver: Connect4Solver
) -> tuple[tuple[int, ...], float]:
    """Nodes of each of these blocks, and seconds of a processor for all."""
    counts, begun = [], time.thread_time()
    for number in numbers:
        before = solver.nodes
        book.scores(number, solver)
        counts.append(solver.nodes - before)
    return tuple(counts), time.thread_time() - begun


@dataclass(frozen=True)
class Trace:
    """Of a block: who has solved it as part of which order, its nodes, and seconds of a processor:
    for it, for the opening of the book by this worker, and for all that it has done since."""

    worker: int
    order: int
    nodes: int
    seconds: float
    opening: float
    working: float


@dataclass(frozen=True)
class TracedJob:
    """A book's job, whose results are traces: the same work on the same ways."""

    whole: ClassVar[bool] = False

    job: BookJob

    def open(self) -> "Tracing":
        begun = time.thread_time()
        solving = self.job.open()
        return Tracing(solving, time.thread_time() - begun)

    def packed(self) -> "TracedJob":
        return self


class Tracing:
    def __init__(self, solving: Solving, opening: float) -> None:
        self.solving, self.opening, self.orders = solving, opening, 0
        self.begun = time.process_time()

    def work(self, order: Sequence[int]) -> Iterator[tuple[int, tuple[bytes, Trace]]]:
        self.orders += 1
        for number in order:
            before, begun = self.solving.solver.nodes, time.thread_time()
            ((_number, scores),) = self.solving.work([number])
            seconds = time.thread_time() - begun
            nodes = self.solving.solver.nodes - before
            working = time.process_time() - self.begun
            told = Trace(os.getpid(), self.orders, nodes, seconds, self.opening, working)
            yield number, (scores, told)

    def close(self) -> None:
        self.solving.close()


def timed(team: Team, job: BookJob, order: int, blocks: int) -> Run:
    """The first blocks of a book by a team of this machine; results are kept in a journal, as the
    builder keeps them."""
    orders = [[*range(first, min(first + order, blocks))] for first in range(0, blocks, order)]
    traces = []
    driver, begun = time.process_time(), time.perf_counter()
    with (
        TemporaryDirectory() as folder,
        closing(Journal(Path(folder, "journal"), b"")) as journal,
        closing(team.results(TracedJob(job), orders, threading.Event())) as results,
    ):
        for number, (scores, trace) in results:
            journal.append(number, scores)
            traces.append(trace)
    wall, driver = time.perf_counter() - begun, time.process_time() - driver
    return Run(
        job.game,
        job.stones,
        team.hands,
        order,
        len(traces),
        len({(trace.worker, trace.order) for trace in traces}),
        sum(trace.nodes for trace in traces),
        max(trace.opening for trace in traces),
        sum(trace.seconds for trace in traces),
        sum({trace.worker: trace.working for trace in traces}.values()),
        driver,
        wall,
    )
