"""Exact margins of Kalah and Mancala11."""

from functools import partial
from pathlib import Path
from typing import Any

from tablero.errors import OptionError
from tablero.games.sowing.game import SowingGame
from tablero.games.sowing.solver.configurations import configurations_up_to
from tablero.games.sowing.solver.kernel import SowingTask, new_state, null_window_search
from tablero.jit import prepare
from tablero.locale import _
from tablero.solve.kernel_solver import KernelSolver
from tablero.solve.table import new_memory

TABLE_BITS = 24
"""Default log2 of the entries of the transposition table."""

MOST_CONFIGURATIONS, ALL_CONFIGURATIONS = 100_000_000, 1 << 32
"""Largest number of configurations of an endgame tablebase: by default, and on request."""

SHARE = 3, 8
"""Seeds of the default endgame tablebase as a fraction of the seeds in the position's pits. A
larger tablebase takes longer to compute than it saves in one search."""


class SowingSolver(KernelSolver):
    """The solver of Kalah and Mancala11, each with its own endgame tablebase."""

    def __init__(
        self,
        game: SowingGame,
        threads: int = 1,
        endgame: int | None = None,
        bits: int = TABLE_BITS,
        folder: Path | None = None,
    ) -> None:
        """Create a solver.

        endgame: seeds of the endgame tablebase; None: as many as suit the position.
        bits: log2 of the entries of the transposition table.
        folder: folder of the tablebase; None: the user's data folder.
        """
        self.seeds = endgame
        self.endgame = game.new_tablebase(threads, folder)
        self._check(game, endgame)
        numbering, values = self.endgame.numbering_of_game(), self.endgame.values
        memory = new_memory(bits)
        super().__init__(
            [SowingTask(numbering, values, memory, new_state(threads)) for _i in range(threads)]
        )
        prepare(null_window_search, numbering.set_up(0, 0), 0, 0, 0, self.tasks[0])

    def stop(self) -> None:
        """Make running calls raise SearchStopped soon."""
        self.endgame.stop()
        super().stop()

    @property
    def complaint(self) -> str:  # type: ignore[override]
        """Message that explains why saving the endgame tablebase failed; else empty."""
        return self.endgame.complaint

    def prepared(self) -> float:
        """Return the computed fraction of the endgame tablebase in progress, from 0 to 1."""
        ready, wanted = self.endgame.progress()
        return ready / wanted if wanted else 1.0

    def score(self, position: Any) -> int:
        """Return the margin of best play for the side to move in an unfinished position."""
        self._prepare(position)
        low, high = position.bounds()
        guess = min(max(low, 0), high)
        while low < high:
            alpha = max(low, min(guess, high - 1))
            guess = self._null_window(position, alpha)
            if guess > alpha:
                low = guess
            else:
                high = guess
                guess -= 1
        return int(low)

    def bound(self, position: Any, alpha: int) -> int:
        self._prepare(position)
        return self._null_window(position, alpha)

    def _null_window(self, position: Any, alpha: int) -> int:
        lead = int(position.store - position.their_store)
        number = int(self.tasks[0].numbering.number(position))
        return lead + self.run(partial(null_window_search, position, number, 0, alpha - lead))

    def _prepare(self, position: Any) -> None:
        """Load or compute the endgame tablebase for this position."""
        endgame = self.endgame
        seeds = endgame.total - position.store - position.their_store
        wanted = self.seeds
        if wanted is None:
            wanted = seeds * SHARE[0] // SHARE[1]
            while configurations_up_to(endgame.numbering.pits, wanted) > MOST_CONFIGURATIONS:
                wanted -= 1
        endgame.reach(min(wanted, seeds, endgame.most))
        if self.tasks[0].values is not endgame.values:
            tables = {"numbering": endgame.numbering_of_game(), "values": endgame.values}
            self.tasks = [task._replace(**tables) for task in self.tasks]

    def _check(self, game: SowingGame, seeds: int | None) -> None:
        """Raise OptionError unless an endgame tablebase of `seeds` seeds is possible."""
        most = self.endgame.most
        while configurations_up_to(self.endgame.numbering.pits, most) > ALL_CONFIGURATIONS:
            most -= 1
        if seeds is not None and not 0 <= seeds <= most:
            message = _("an endgame tablebase of {game} has 0 to {most} seeds, not {seeds}")
            raise OptionError(message.format(game=game, most=most, seeds=seeds))
