"""Solvers that call a kernel, first in the calling thread, then in several threads at once."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from tablero.errors import SearchStopped
from tablero.locale import _
from tablero.search.state import NO_LIMIT
from tablero.solve import Solver
from tablero.threads import first_result

STOPPED = 1 << 11
"""The result of a kernel whose budget is spent; every score is smaller."""

SINGLE_THREAD_NODES = 5_000
"""Nodes that one thread visits before the others join."""


class KernelSolver(Solver):
    """Base class of solvers that run a kernel in one or more threads.

    tasks: what the kernel of each thread reads and writes, like search.node.Task. The `state` of a
        task holds the counter `nodes` and the node `budget`.
    stopped: whether `stop` was called.
    """

    def __init__(self, tasks: Sequence[Any]) -> None:
        self.tasks = tasks
        self.stopped = False

    @property
    def nodes(self) -> int:  # type: ignore[override]
        """Return how many nodes all threads have visited so far."""
        return sum(int(task.state.nodes) for task in self.tasks)

    def stop(self) -> None:
        """Make `run`, running in another thread, raise SearchStopped soon."""
        self.stopped = True
        self._halt()

    def run(self, kernel: Callable[[Any], int], tasks: Sequence[Any] | None = None) -> int:
        """Return the result of `kernel`, called with one task, then with all tasks at once.

        All tasks are used after SINGLE_THREAD_NODES nodes; the first result counts.

        tasks: other tasks to use, with the same `state` as those of the solver.

        Raise SearchStopped if the solver was stopped.
        """
        tasks = self.tasks if tasks is None else tasks
        self._limit(SINGLE_THREAD_NODES if len(tasks) > 1 else NO_LIMIT)
        found = kernel(tasks[0])
        if found == STOPPED and len(tasks) > 1 and not self.stopped:
            self._limit(NO_LIMIT)
            _which, found = first_result([partial(kernel, task) for task in tasks], self._halt)
        if found == STOPPED:
            message = _("the search was stopped after {nodes} nodes")
            raise SearchStopped(message.format(nodes=self.nodes))
        return int(found)

    def _limit(self, more: int) -> None:
        for task in self.tasks:
            task.state.budget = int(task.state.nodes) + more
        if self.stopped:
            self._halt()

    def _halt(self) -> None:
        for task in self.tasks:
            task.state.budget = 0
