"""The exact scores of all Connect-4 positions of so many stones, by our own solver."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from tablero.errors import OptionError, SearchStopped
from tablero.games.connect4 import Connect4Game
from tablero.locale import _
from tablero.solve.connect4.board import board_of
from tablero.solve.connect4.bookfile import JOURNAL, header_of, read_book, write_book
from tablero.solve.connect4.journal import BLOCK, Journal
from tablero.solve.connect4.positions import open_positions
from tablero.solve.connect4.solver import Connect4Solver
from tablero.solve.table import BOUND_BITS, new_memory

BOOK_BITS = 25
"""Of the table that all threads share; a larger one is slower to read than it is of use."""


class Builder:
    """Solves position after position and keeps a journal beside the file that it makes.

    The file is the same whatever the number of threads, and however often it was stopped.
    """

    def __init__(self, game: Connect4Game, stones: int, path: Path, threads: int = 1) -> None:
        board = board_of(game)
        if not 0 <= stones < board.cells:
            message = _("a table of {game} may be of 0 to {most} stones, not {stones}")
            raise OptionError(message.format(game=game, most=board.cells - 1, stones=stones))
        self.game, self.stones, self.path = game, stones, path
        self.positions = open_positions(board, stones)
        self.journal_path = path.with_name(path.name + ".journal")
        self.blocks: dict[int, bytes] = {}
        self.lock = threading.Lock()
        memory = new_memory(max(BOUND_BITS, min(board.cells - stones + 2, BOOK_BITS)))
        self.solvers = [Connect4Solver(game, memory=memory) for _i in range(threads)]

    @property
    def total(self) -> int:
        """How many positions there are."""
        return len(self.positions.keys)

    @property
    def done(self) -> int:
        """How many of them are solved."""
        return min(len(self.blocks) * BLOCK, self.total)

    @property
    def nodes(self) -> int:
        """How many nodes have been visited so far, by all threads."""
        return sum(solver.nodes for solver in self.solvers)

    def stop(self) -> None:
        """Make whoever waits for the file get SearchStopped soon; the journal stays."""
        for solver in self.solvers:
            solver.stop()

    def build(self) -> None:
        """Make the file, unless it is there already. Raises DamagedTable if another one is."""
        if self.path.exists():
            read_book(self.path, self.game, self.stones)
        else:
            journal = Journal(self.journal_path, header_of(JOURNAL, self.game, self.stones))
            try:
                self._solve_all(journal)
            finally:
                journal.close()
            scores = b"".join(self.blocks[number] for number in sorted(self.blocks))
            write_book(
                self.path, self.game, self.stones, self.positions.keys, scores[: self.total]
            )
        self.journal_path.unlink(missing_ok=True)

    def _solve_all(self, journal: Journal) -> None:
        """Let every thread take the next block that is not done, until all are."""
        self.blocks = journal.blocks
        numbers = range((self.total + BLOCK - 1) // BLOCK)
        left = iter([number for number in numbers if number not in self.blocks])
        with ThreadPoolExecutor(len(self.solvers)) as pool:
            tasks = [pool.submit(self._solve, left, s, journal) for s in self.solvers]
        faults = [fault for task in tasks if (fault := task.exception()) is not None]
        if faults:
            raise min(faults, key=lambda fault: isinstance(fault, SearchStopped))

    def _solve(self, left: Iterator[int], solver: Connect4Solver, journal: Journal) -> None:
        """Blocks until none is left; a thread that fails stops the others."""
        try:
            for number in left:
                scores = self.scores(number, solver)
                with self.lock:
                    journal.append(number, scores)
        except BaseException:
            self.stop()
            raise

    def scores(self, number: int, solver: Connect4Solver) -> bytes:
        """Those of the positions of a block."""
        kind = type(self.game.start)
        part = slice(number * BLOCK, (number + 1) * BLOCK)
        stones = zip(self.positions.mine[part], self.positions.full[part], strict=True)
        found = [solver.score(kind(int(mine), int(full), self.stones)) for mine, full in stones]
        return np.array(found, np.int8).tobytes()
