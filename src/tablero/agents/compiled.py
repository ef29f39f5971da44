"""Searches as players of compiled games."""

from typing import Any, NamedTuple

from tablero.games.variants import remake, variants
from tablero.position import Move, Position, Side
from tablero.search import ALGORITHMS
from tablero.search.alphabeta import alphabeta
from tablero.search.minimax import minimax
from tablero.search.mtdf import mtdf
from tablero.search.negamax import negamax
from tablero.search.negascout import negascout
from tablero.search.node import Task, whole_window
from tablero.search.notes import new_notes
from tablero.search.run import Settings, task_of

MINIMAX, NEGAMAX, ALPHABETA, NEGASCOUT = range(4)


@variants
def player_class(algorithm: int) -> type[Any]:
    """One for every search: a kernel that is an argument would be compiled in every process."""

    class CompiledSearch(NamedTuple):
        """depth -- so far it looks; ply -- 0, where it begins; task -- the search's own"""

        depth: int
        ply: int
        task: Task

        def begin(self, seed: int) -> None:
            """Nothing is left to chance."""

        def pick(self, position: Position) -> tuple[Move, int]:
            depth, ply, task = self
            low, high = whole_window(position, task.judge)
            if algorithm == MINIMAX:
                score = minimax(position, depth, ply, low, high, task, None)
            elif algorithm == NEGAMAX:
                score = negamax(position, depth, ply, low, high, task, None)
            elif algorithm == ALPHABETA:
                score = alphabeta(position, depth, ply, low, high, task, None)
            elif algorithm == NEGASCOUT:
                score = negascout(position, depth, ply, low, high, task, None)
            else:
                score = mtdf(position, depth, ply, low, high, task, None)
            return int(task.notes.line[0, 0]), score

    return CompiledSearch


__getattr__ = remake(CompiledSearch=player_class)


def compiled_search(judge: Any, settings: Settings, side: Side) -> Any:
    """A player who searches as `Search` does; None with a table: every search has its own."""
    if settings.cache:
        return None
    task = task_of(judge, settings, side, new_notes())
    return player_class(ALGORITHMS.index(settings.algorithm))(settings.depth, 0, task)
