"""A team does a job, order by order; whoever has one does not ask who is in it."""

import threading
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from contextlib import closing
from typing import Self

from tablero.errors import WorkerDied
from tablero.teams.job import Job, K, Lost, News, Orders, V

MOST_LOST = 3
"""So many workers may die in the midst of the same."""


class Team(ABC):
    """A context manager: who leaves it, ends it."""

    @property
    @abstractmethod
    def hands(self) -> int:
        """How many orders are worked at, at the same time; 1 or more."""

    @abstractmethod
    def news(
        self, job: Job[K, V], orders: Orders[K], stop: threading.Event
    ) -> Generator[News[K, V], None, None]:
        """The results of all orders, in the order in which they come; none after a stop. A key
        whose worker has died is lost; the reader may order it again. Raises WorkerDied when there
        is no use in going on, and TableroError for what a worker could not do."""

    def results(
        self,
        job: Job[K, V],
        orders: Orders[K] | Iterable[Sequence[K]],
        stop: threading.Event,
    ) -> Generator[tuple[K, V], None, None]:
        """The same; what is lost is ordered again. Raises WorkerDied if it is lost again and
        again."""
        queue, lost = orders if isinstance(orders, Orders) else Orders(orders), Counter[K]()
        with closing(self.news(job, queue, stop)) as news:
            for each in news:
                if not isinstance(each, Lost):
                    yield each
                    continue
                lost[each.key] += 1
                if lost[each.key] == MOST_LOST:
                    raise WorkerDied(each.why)
                queue.put([each.key])

    def close(self) -> None:
        """Whoever is left goes."""
        return

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()
