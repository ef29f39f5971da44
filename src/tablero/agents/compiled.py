"""Searches as players of compiled games."""

from typing import Any, NamedTuple

from tablero.games.variants import remake, variants
from tablero.position import Move, Position, Side
from tablero.search import ALGORITHMS
from tablero.search.node import Task, full_window
from tablero.search.run import Settings, kernel_of, task_of
from tablero.search.state import new_state


@variants
def player_class(number: int) -> type[Any]:
    """Return the class of players that use the search of this number in ALGORITHMS.

    The class closes over its kernel: an argument would be compiled anew by every process.
    """
    search = kernel_of([*ALGORITHMS][number])

    class CompiledSearch(NamedTuple):
        """depth: plies searched. task: that of the search."""

        depth: int
        task: Task

        def begin(self, seed: int) -> None:
            """Do nothing: a search uses no random numbers."""

        def pick(self, position: Position) -> tuple[Move, int]:
            low, high = full_window(position, self.task.evaluation)
            score = search(position, self.depth, 0, low, high, self.task)
            return int(self.task.state.line[0, 0]), score

    return CompiledSearch


__getattr__ = remake(CompiledSearch=player_class)


def compiled_search(evaluation: Any, settings: Settings, side: Side) -> Any:
    """Return a player that searches as `Search` does, or None.

    It is None if the search uses a transposition table, which is new for every search, or if it
    is not one of this package.
    """
    if settings.cache or settings.algorithm not in ALGORITHMS:
        return None
    task = task_of(evaluation, settings, side, new_state())
    return player_class([*ALGORITHMS].index(settings.algorithm))(settings.depth, task)
