"""An answer about a game of the user's."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from tablero.web.chores import Tell
from tablero.web.shelf import Shelf


@dataclass(frozen=True)
class Question:
    """What a function says of the shelf and what is asked."""

    kind: ClassVar[str] = "answer"

    call: Callable[..., Any]
    shelf: Shelf
    asked: tuple[Any, ...]


class Answering:
    """Nobody can interrupt a game of the user's: to stop it is the crew's affair."""

    result: Any = b""

    def __init__(self, job: Question) -> None:
        self.job = job

    def stop(self) -> None:
        pass

    def run(self, tell: Tell) -> None:
        self.result = self.job.call(self.job.shelf, *self.job.asked)
