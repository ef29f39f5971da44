"""Jobs that a worker pool runs, and the tasks into which they are divided.

A job is a value that can be sent to another process and opened there. A task is a list of keys;
every key leads to one result, which does not depend on the worker.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

K = TypeVar("K")
V = TypeVar("V")
V_co = TypeVar("V_co", covariant=True)

TASKS_PER_WORKER = 4
"""Tasks for each worker among which `shrinking_tasks` divides the remaining keys."""


class OpenJob(Protocol[K, V_co]):
    """A job with all that it needs to compute results in this process."""

    def run(self, keys: Sequence[K]) -> Iterator[tuple[K, V_co]]:
        """Yield each key with its result as soon as it is known, in the order of the keys."""

    def close(self) -> None:
        """Release what the job holds."""


class Job(Protocol[K, V_co]):
    """Work for a pool."""

    @property
    def splittable(self) -> bool:
        """Whether a worker may return a part of a task; other workers then run the rest."""

    def open(self) -> OpenJob[K, V_co]:
        """Return the job ready to run. Raise TableroError if it cannot run in this process."""

    def bundled(self) -> "Job[K, V_co]":
        """Return the same job with the contents of all files that it names.

        Raise TableroError for a job that cannot run on another machine.
        """


class TextJob:
    """A job that other processes get as texts and numbers.

    Its field `parsed` holds the objects that the texts describe, which only this process uses.
    """

    def __getstate__(self) -> dict[str, Any]:
        """Return what is sent to another process: all fields but `parsed`."""
        return {**vars(self), "parsed": None}


@dataclass(frozen=True)
class LostKey(Generic[K]):
    """A key whose worker crashed while computing its result. No worker is running it any more."""

    key: K
    why: str


PoolEvent: TypeAlias = tuple[K, V] | LostKey[K]
"""A key with its result, or a lost key."""


class TaskQueue(Generic[K]):
    """Tasks that no worker has yet. The reader of the results may add tasks."""

    def __init__(self, tasks: Iterable[Sequence[K]]) -> None:
        self._tasks = iter(tasks)
        self._first: deque[Sequence[K]] = deque()

    def take(self) -> Sequence[K] | None:
        """Remove and return the next task; return None if there is none."""
        return self._first.popleft() if self._first else next(self._tasks, None)

    def put_first(self, task: Sequence[K]) -> None:
        """Add a task before all others. An empty task is ignored."""
        if task:
            self._first.appendleft(task)


def shrinking_tasks(
    keys: Iterable[K], count: int, workers: int, smallest: int, largest: int
) -> Iterator[Sequence[K]]:
    """Divide `count` keys into tasks that get smaller, so that all workers finish together."""
    remaining = iter(keys)
    while count > 0:
        size = min(largest, max(smallest, count // (TASKS_PER_WORKER * workers)))
        yield list(islice(remaining, size))
        count -= size


def in_order(results: Iterable[tuple[int, V]], first: int) -> Iterator[tuple[int, V]]:
    """Yield the results of the keys `first`, `first` + 1, ... as soon as all before are known."""
    waiting: dict[int, V] = {}
    for key, value in results:
        waiting[key] = value
        while first in waiting:
            yield first, waiting.pop(first)
            first += 1
