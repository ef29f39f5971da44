"""The interface of all worker pools."""

import threading
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from contextlib import closing
from typing import Self

from tablero.errors import WorkerDied
from tablero.workers.job import Job, K, LostKey, PoolEvent, TaskQueue, V

MAX_ATTEMPTS = 3
"""Workers that may crash while running the same key before `WorkerPool.results` raises."""


class WorkerPool(ABC):
    """Workers that run the tasks of a job. Leaving the context manager stops them."""

    @property
    @abstractmethod
    def size(self) -> int:
        """Number of tasks that run at the same time, 1 or more."""

    @property
    def on_this_machine(self) -> bool:
        """Whether all workers run on this machine, so that their seconds can be compared."""
        return True

    @abstractmethod
    def events(
        self, job: Job[K, V], tasks: TaskQueue[K], stop: threading.Event
    ) -> Generator[PoolEvent[K, V], None, None]:
        """Yield the results of all tasks as they arrive, until `stop` is set.

        A key whose worker crashed is yielded as lost; the reader may add it to `tasks` again.
        Raise WorkerDied if workers keep crashing, and TableroError if a worker cannot run the job.
        """

    def results(
        self,
        job: Job[K, V],
        tasks: TaskQueue[K] | Iterable[Sequence[K]],
        stop: threading.Event,
    ) -> Generator[tuple[K, V], None, None]:
        """Yield the results of all tasks like `events`, but retry lost keys.

        Raise WorkerDied if the same key is lost MAX_ATTEMPTS times.
        """
        queue, lost = tasks if isinstance(tasks, TaskQueue) else TaskQueue(tasks), Counter[K]()
        with closing(self.events(job, queue, stop)) as events:
            for event in events:
                if not isinstance(event, LostKey):
                    yield event
                    continue
                lost[event.key] += 1
                if lost[event.key] == MAX_ATTEMPTS:
                    raise WorkerDied(event.why)
                queue.put_first([event.key])

    def close(self) -> None:
        """Stop the workers that are still running."""
        return

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()
