"""The base class of Kalah and Mancala11: rows of pits, totals, and observations."""

from abc import ABC, abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tablero.games.game import Game
from tablero.games.learning import Observation
from tablero.games.sowing.rows import rows_of
from tablero.games.sowing.student import SowingBoardFactory
from tablero.games.sowing.view import SowingView
from tablero.position import FIRST, Side
from tablero.solve import SolverSpec

if TYPE_CHECKING:
    from tablero.games.sowing.solver.endgame import EndgameTablebase


class SowingGame(Game, ABC):
    """A game whose positions have two rows of pits and two stores."""

    solver = SolverSpec("tablero.games.sowing.solver.solver:SowingSolver", endgames=True)
    student_board = SowingBoardFactory
    page_view = SowingView()
    move_limit = 0

    @property
    @abstractmethod
    def pits(self) -> int:
        """Number of pits of a row."""

    @property
    @abstractmethod
    def bits(self) -> int:
        """Bits of a pit in the int that represents a row."""

    @property
    def lap(self) -> int:
        """Number of places in one lap of a sowing, the pit where it began included."""
        return 2 * self.pits + 1

    @abstractmethod
    def reap(self, position: Any, mine: int, theirs: int, place: int) -> tuple[int, int, int]:
        """Return both rows after the last seed has fallen at `place`, and the seeds for the store.

        position: the position before the sowing.
        mine, theirs: the rows after the sowing.
        """

    @abstractmethod
    def new_tablebase(self, threads: int, folder: Path | None) -> "EndgameTablebase":
        """Return the endgame tablebase, kept in `folder`, or in the user's data for None."""

    def rows_of(self, position: Any) -> tuple[list[int], list[int]]:
        """Return pits and store of the first player, then of the second."""
        return rows_of(position, self.pits, self.bits)

    def markers(self, position: Any) -> tuple[int, int]:
        """Return each side's seeds, in pits and store."""
        first, second = self.rows_of(position)
        return sum(first), sum(second)

    def accumulators(self, position: Any) -> tuple[int, int] | None:
        """Return by how much each side's moves raised its marker; None: it is not counted."""
        return None

    def observed_rows(self, position: Any, side: Side) -> list[int]:
        """Return the pits of `side` from its left and its store, then the other's."""
        first, second = self.rows_of(position)
        return [*first, *second] if side == FIRST else [*second, *first]

    def observation(self) -> Observation:
        seeds = sum(self.markers(self.start))
        return Observation((2 * self.pits + 2,), "int16", seeds, self.observed_rows)
