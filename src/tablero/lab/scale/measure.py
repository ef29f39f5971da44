"""All figures anew, on this machine, in about eight minutes of a quiet one."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tablero.lab.scale.measure_book import SampleTask, sampled, timed
from tablero.lab.scale.measure_kalah import layers, searched, split
from tablero.lab.scale.records import CONNECT4, SMALL, TINY, WIDE, Measured, Run
from tablero.solve.connect4.builder import BookJob
from tablero.teams.team import Team


@dataclass(frozen=True)
class RunTask:
    """So many blocks of a book, in orders of so many; the best of several runs counts, for others
    may be at work on this machine."""

    game: str
    stones: int
    workers: int
    order: int
    blocks: int
    runs: int = 1


@dataclass(frozen=True)
class Plan:
    """What is measured.

    layers   -- pits, seeds up to which, seeds of the layer that is parted, numbers of parts
    searches -- pits, seeds, and seeds of the endgame table
    splits   -- pits, seeds, and depths
    """

    samples: Sequence[SampleTask]
    runs: Sequence[RunTask]
    larger: Sequence[RunTask]
    layers: tuple[int, int, int, Sequence[int]]
    searches: Sequence[tuple[int, int, int]]
    splits: Sequence[tuple[int, int, Sequence[int]]]


FIT = tuple(
    RunTask(*book, workers, order, blocks, 2)
    for workers in (1, 2)
    for book, order, blocks in (
        ((SMALL, 8), 2, 320),
        ((SMALL, 8), 64, 640),
        ((TINY, 10), 2, 1000),
        ((TINY, 10), 16, 1000),
    )
)

USUAL = Plan(
    samples=(
        SampleTask(SMALL, 9, 16, 64),
        SampleTask(SMALL, 10, 16, 64),
        SampleTask(WIDE, 8, 16, 64),
        SampleTask(CONNECT4, 8, 3, 2),
        SampleTask(CONNECT4, 9, 3, 3),
        SampleTask(CONNECT4, 10, 5, 4),
        SampleTask(CONNECT4, 11, 6, 6),
        SampleTask(CONNECT4, 12, 10, 20),
    ),
    runs=FIT,
    larger=(
        RunTask(SMALL, 10, 2, 64, 11_977),
        RunTask(SMALL, 9, 2, 16, 5221),
        RunTask(WIDE, 8, 2, 32, 4205),
    ),
    layers=(6, 15, 11, (2, 8, 32, 100, 1000)),
    searches=(
        *((4, seeds, 3 * seeds) for seeds in (2, 3, 4, 5, 6)),
        *((5, seeds, 30 * seeds // 8) for seeds in (2, 3, 4)),
        (6, 2, 9),
        *((6, 3, table) for table in (5, 7, 9, 11, 13, 15)),
        *((5, 4, table) for table in (7, 9, 11, 13)),
        (6, 4, 18),
    ),
    splits=((4, 4, (2, 4)), (5, 3, (2, 4)), (5, 4, (2, 4)), (6, 3, (2,))),
)


def measure(
    plan: Plan,
    about: dict[str, Any],
    team_of: Callable[[int], Team],
    tell: Callable[[str], None],
) -> Measured:
    """team_of -- a cluster of so many workers of this machine; tell -- hears what is measured."""

    def each(tasks: Sequence[Any]) -> Iterator[Any]:
        for task in tasks:
            tell(str(task))
            yield task

    pits, most, parted, parts = plan.layers
    return Measured(
        about,
        tuple(sampled(task) for task in each(plan.samples)),
        tuple(best_run(task, team_of) for task in each(plan.runs)),
        tuple(best_run(task, team_of) for task in each(plan.larger)),
        tuple(layers(pits, most, parted, parts)),
        tuple(searched(*task) for task in each(plan.searches)),
        tuple(found for task in each(plan.splits) for found in split(*task)),
    )


def best_run(task: RunTask, team_of: Callable[[int], Team]) -> Run:
    """The quickest by the clock."""
    job, runs = BookJob(task.game, task.stones), []
    job.open().close()  # machine code is made, and kept on disk
    for _run in range(task.runs):
        with team_of(task.workers) as team:
            runs.append(timed(team, job, task.order, task.blocks))
    return min(runs, key=lambda run: run.wall)
