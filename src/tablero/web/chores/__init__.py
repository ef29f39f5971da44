"""What a worker does for the page: one kind of job per file.

A chore is made from its job, whose texts lead to real games, agents and evaluations by now. It
`run`s once, telling what it has found so far, and can be `stop`ped by another thread meanwhile.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any, Protocol, TypeAlias

from tablero.web.arena.examined import Examined
from tablero.web.jobs import Told

Word: TypeAlias = Told | Examined
Tell: TypeAlias = Callable[[Word], None]

CHORES = {
    "analyse": "Analysis",
    "choose": "Choosing",
    "count": "Counting",
    "grow": "Growing",
    "follow": "Following",
    "explain": "Explaining",
    "review": "Reviewing",
    "experiment": "Experimenting",
    "answer": "Answering",
    "examine": "Examining",
    "opine": "Opining",
}


class Chore(Protocol):
    """result -- bytes that the page fetches when it is done: JSON, compressed; else nothing.
    An answer is its own result, and so is what a check says
    """

    result: Any

    def run(self, tell: Tell) -> None:
        """Do it. Raises TableroError if it cannot be done, SearchStopped if it was stopped."""

    def stop(self) -> None:
        """Make `run` end soon."""


def chore_of(job: Any) -> Chore:
    """Whoever does this job."""
    module = import_module(f"tablero.web.chores.{job.kind}")
    return getattr(module, CHORES[job.kind])(job)  # type: ignore[no-any-return]
