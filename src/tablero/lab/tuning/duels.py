"""Duels: many pairs of evaluations compared by games that a worker pool plays."""

import threading
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, ClassVar, NamedTuple, TypeAlias

import tablero.games as games
from tablero.agents.bundle import FileBundle, UnpackedFiles, bundle_files
from tablero.games import evaluations
from tablero.lab.tuning.training_games import TrainingGames
from tablero.workers.in_process import IN_PROCESS
from tablero.workers.job import TextJob
from tablero.workers.pool import WorkerPool

Pair: TypeAlias = tuple[Any, Any]
"""Two evaluations of one kind: ours, and the other."""

PAIRS_PER_TASK = 25
"""Pairs of games in one task."""


class Duel(NamedTuple):
    """Two evaluations by their weights, the first opening, and the number of openings."""

    ours: tuple[int, ...]
    other: tuple[int, ...]
    first: int
    pairs: int


@dataclass(frozen=True)
class DuelJob(TextJob):
    """Job that plays duels, and returns our points."""

    splittable: ClassVar[bool] = True

    game: str
    evaluation: str
    depth: int
    plies: int
    kept: int
    seed: int
    bundle: FileBundle = FileBundle()
    parsed: TrainingGames | None = field(default=None, compare=False)

    def open(self) -> "OpenDuels":
        return OpenDuels(self)

    def bundled(self) -> "DuelJob":
        return replace(self, bundle=bundle_files(self.game, self.evaluation), parsed=None)

    def training(self) -> TrainingGames:
        return TrainingGames(games.load(self.game), self.depth, self.plies, self.kept, self.seed)


class OpenDuels:
    """A DuelJob opened in a worker."""

    def __init__(self, job: DuelJob) -> None:
        self.files = UnpackedFiles(job.bundle)
        with self.files.opening():
            local = replace(job, game=self.files.to_local(job.game))
            self.training = job.parsed or local.training()
            text = self.files.to_local(job.evaluation)
            self.evaluation = evaluations.load(text, self.training.game)

    def run(self, keys: Sequence[Duel]) -> Iterator[tuple[Duel, float]]:
        for duel in keys:
            ours, other = (self.evaluation._make(weights) for weights in (duel.ours, duel.other))
            openings = self.training.openings(duel.first, duel.pairs)
            yield duel, self.training.points(ours, other, openings)

    def close(self) -> None:
        self.files.close()


class Arbiter:
    """Comparison of evaluations by games that a worker pool plays."""

    def __init__(self, job: DuelJob, training: TrainingGames) -> None:
        self.job = replace(job, parsed=training)
        self.pool: WorkerPool = IN_PROCESS

    def scores(self, rivals: Sequence[Pair], first: int, pairs: int) -> list[float]:
        """Return our share of the points for each pair of evaluations.

        first, pairs: number of the first opening, and the number of openings.
        """
        ends = [*range(first, first + pairs, PAIRS_PER_TASK), first + pairs]
        parts = [(begin, end - begin) for begin, end in pairwise(ends)]
        tasks = [[Duel(tuple(a), tuple(b), *part)] for a, b in {*rivals} for part in parts]
        points: defaultdict[tuple[Any, ...], float] = defaultdict(float)
        with closing(self.pool.results(self.job, tasks, threading.Event())) as results:
            for duel, found in results:
                points[duel.ours, duel.other] += found
        return [points[tuple(ours), tuple(other)] / (2 * pairs) for ours, other in rivals]
