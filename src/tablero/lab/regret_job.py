"""A survey of regret as a job of the worker pool: numbers of positions in, their results out."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import tablero.games as games
from tablero.agents.bundle import FileBundle, UnpackedFiles, bundle_files
from tablero.errors import SearchStopped
from tablero.lab.regret import Oracle, Survey, SurveyResult, TwoSidedAgent
from tablero.workers.in_process import IN_PROCESS
from tablero.workers.job import TextJob, in_order
from tablero.workers.pool import WorkerPool


@dataclass(frozen=True)
class SurveyJob(TextJob):
    """Job that runs the agents of a survey on its positions.

    seconds: time limit of the solver for a position; None: no limit.
    positions: the fields of every position; the worker's own game provides the class.
    parsed: the survey itself, for workers in this process.
    """

    splittable: ClassVar[bool] = True

    game: str
    agents: tuple[str, ...]
    seed: int
    seconds: float | None
    positions: tuple[tuple[Any, ...], ...]
    bundle: FileBundle = FileBundle()
    parsed: Survey | None = field(default=None, compare=False)

    @classmethod
    def of(cls, survey: Survey) -> "SurveyJob":
        oracle, positions = survey.oracle, tuple(map(tuple, survey.positions))
        seed = survey.agents[0].seed
        texts = str(oracle.game), tuple(survey.texts)
        return cls(*texts, seed, oracle.seconds, positions, parsed=survey)

    def open(self) -> "OpenSurvey":
        return OpenSurvey(self)

    def bundled(self) -> "SurveyJob":
        return replace(self, bundle=bundle_files(self.game, *self.agents), parsed=None)


class OpenSurvey:
    """A SurveyJob opened in a worker."""

    def __init__(self, job: SurveyJob) -> None:
        self.files = UnpackedFiles(job.bundle)
        self.is_own = job.parsed is None
        with self.files.opening():
            self.survey = job.parsed or self._parsed(job)

    def _parsed(self, job: SurveyJob) -> Survey:
        game = games.load(self.files.to_local(job.game))
        agents = [TwoSidedAgent(self.files.to_local(text), game, job.seed) for text in job.agents]
        positions = [type(game.start)(*fields) for fields in job.positions]
        return Survey(Oracle(game, job.seconds), agents, positions)

    def run(self, keys: Sequence[int]) -> Iterator[tuple[int, SurveyResult]]:
        """Run all agents on the positions with these numbers."""
        with self.files.original_errors():
            for number in keys:
                yield number, self.survey.examine(number)

    def close(self) -> None:
        """Close the agents that were created here, and remove the unpacked files."""
        if self.is_own:
            self.survey.close()
        self.files.close()


def run_survey(survey: Survey, pool: WorkerPool = IN_PROCESS) -> None:
    """Run all agents on every position, and close the survey.

    Raise SearchStopped if the survey was stopped.
    """
    tasks = ([number] for number in range(len(survey.positions)))
    try:
        with closing(pool.results(SurveyJob.of(survey), tasks, survey.stopped)) as results:
            for number, result in in_order(_counted(survey, results), 0):
                survey.keep(number, result)
    finally:
        survey.close()
    if survey.done < len(survey.positions):
        raise SearchStopped


def _counted(
    survey: Survey, results: Iterable[tuple[int, SurveyResult]]
) -> Iterator[tuple[int, SurveyResult]]:
    for result in results:
        survey.done += 1
        yield result
