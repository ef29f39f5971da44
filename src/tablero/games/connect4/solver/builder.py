"""Builder of opening books: solves all Connect-4 positions with a number of stones."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

import tablero.games as games
from tablero.errors import OptionError, SearchStopped
from tablero.games.connect4.game import Connect4Game
from tablero.games.connect4.solver.bitboards import geometry_of
from tablero.games.connect4.solver.book_locations import file_name, own_folder
from tablero.games.connect4.solver.bookfile import JOURNAL, header_of, read_book, write_book
from tablero.games.connect4.solver.journal import BLOCK, BookJournal
from tablero.games.connect4.solver.positions import open_positions
from tablero.games.connect4.solver.solver import Connect4Solver
from tablero.locale import _
from tablero.solve.table import BOUND_BITS, new_memory
from tablero.workers.in_process import IN_PROCESS
from tablero.workers.job import TextJob, shrinking_tasks
from tablero.workers.pool import WorkerPool

BOOK_BITS = 25
"""Log2 of the largest number of entries of the transposition table that all threads share; the
slower access to a larger one outweighs its benefit."""

MAX_TASK = 64
"""Largest number of blocks of a task."""


class Blocks:
    """All open positions with a number of stones, divided into blocks.

    solvers: the solvers of this process, which share one transposition table.
    """

    def __init__(self, game: Connect4Game, stones: int) -> None:
        board = geometry_of(game)
        if not 0 <= stones < board.cells:
            message = _("an opening book of {game} may have 0 to {most} stones, not {stones}")
            raise OptionError(message.format(game=game, most=board.cells - 1, stones=stones))
        self.game, self.stones = game, stones
        self.positions = open_positions(board, stones)
        self.bits = max(BOUND_BITS, min(board.cells - stones + 2, BOOK_BITS))
        self.solvers: list[Connect4Solver] = []
        self._memory: Any = None
        self._lock = threading.Lock()

    def new_solver(self) -> Connect4Solver:
        """Return another solver that shares the transposition table. Any thread may call this."""
        with self._lock:
            if self._memory is None:
                self._memory = new_memory(self.bits)
            self.solvers.append(Connect4Solver(self.game, memory=self._memory))
            return self.solvers[-1]

    def scores(self, number: int, solver: Connect4Solver) -> bytes:
        """Return the scores of the positions of a block, one signed byte each."""
        kind = type(self.game.start)
        part = slice(number * BLOCK, (number + 1) * BLOCK)
        stones = zip(self.positions.mine[part], self.positions.full[part], strict=True)
        found = [solver.score(kind(int(mine), int(full), self.stones)) for mine, full in stones]
        return np.array(found, np.int8).tobytes()


@dataclass(frozen=True)
class BookJob(TextJob):
    """Blocks as a job: the keys are their numbers, the results the scores of their positions.

    Threads of this process share a transposition table; every other process has its own.
    """

    splittable: ClassVar[bool] = True

    game: str
    stones: int
    parsed: Blocks | None = field(default=None, compare=False)

    def open(self) -> "BlockSolver":
        return BlockSolver(self.parsed or self._blocks())

    def _blocks(self) -> Blocks:
        game = games.load(self.game)
        assert isinstance(game, Connect4Game), game
        return Blocks(game, self.stones)

    def bundled(self) -> "BookJob":
        return self


class BlockSolver:
    """A solver for the positions of blocks."""

    def __init__(self, blocks: Blocks) -> None:
        self.blocks, self.solver = blocks, blocks.new_solver()

    def run(self, keys: Sequence[int]) -> Iterator[tuple[int, bytes]]:
        for number in keys:
            yield number, self.blocks.scores(number, self.solver)

    def close(self) -> None:
        self.solver.stop()


class BookBuilder:
    """The builder of an opening book, with a journal beside the file from which it resumes.

    The file is the same for every pool, and after any number of stops.
    """

    def __init__(
        self, game: Connect4Game, stones: int, path: Path, pool: WorkerPool = IN_PROCESS
    ) -> None:
        self.game, self.stones, self.path, self.pool = game, stones, path, pool
        self.parts = Blocks(game, stones)
        self.journal_path = path.with_name(path.name + ".journal")
        self.blocks: dict[int, bytes] = {}
        self.stopped = threading.Event()

    @property
    def total(self) -> int:
        """Number of positions of the book."""
        return len(self.parts.positions.keys)

    @property
    def done(self) -> int:
        """Number of solved positions."""
        return min(len(self.blocks) * BLOCK, self.total)

    @property
    def nodes(self) -> int:
        """Return the number of nodes that this process has visited so far."""
        return sum(solver.nodes for solver in self.parts.solvers)

    def stop(self) -> None:
        """Make `build` raise SearchStopped soon; the journal stays."""
        self.stopped.set()
        for solver in self.parts.solvers:
            solver.stop()

    def build(self) -> None:
        """Write the file, unless it exists. Raise DamagedTable if the file is another book."""
        if self.path.exists():
            read_book(self.path, self.game, self.stones)
        else:
            journal = BookJournal(self.journal_path, header_of(JOURNAL, self.game, self.stones))
            try:
                self._solve_all(journal)
            finally:
                journal.close()
            scores = b"".join(self.blocks[number] for number in sorted(self.blocks))
            keys = self.parts.positions.keys
            write_book(self.path, self.game, self.stones, keys, scores[: self.total])
        self.journal_path.unlink(missing_ok=True)

    def _solve_all(self, journal: BookJournal) -> None:
        self.blocks = journal.blocks
        numbers = range((self.total + BLOCK - 1) // BLOCK)
        left = [number for number in numbers if number not in self.blocks]
        tasks = shrinking_tasks(left, len(left), self.pool.size, 1, MAX_TASK)
        job = BookJob(str(self.game), self.stones, self.parts)
        with closing(self.pool.results(job, tasks, self.stopped)) as results:
            try:
                for number, scores in results:
                    journal.append(number, scores)
            except BaseException:
                self.stop()
                raise
        if self.done < self.total:
            raise SearchStopped


def new_builder(
    game: Connect4Game, stones: int, path: Path | None, pool: WorkerPool = IN_PROCESS
) -> BookBuilder:
    """Return a builder of the book of all positions with this many stones.

    path: the file to write; None: a file in the folder from which `solve` reads books.
    """
    if path is None:
        own_folder().mkdir(parents=True, exist_ok=True)
        path = own_folder() / file_name(game, stones)
    return BookBuilder(game, stones, path, pool)
