"""The exact scores of all Connect-4 positions of so many stones, by our own solver."""

import threading
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Protocol

import numpy as np

from tablero import games
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

ORDER = 64
"""Blocks that a worker of a team is given at once."""


class Blocks:
    """All open positions of so many stones, a few in each block.

    memory -- what the solvers of one process share
    """

    def __init__(self, game: Connect4Game, stones: int) -> None:
        board = board_of(game)
        if not 0 <= stones < board.cells:
            message = _("a table of {game} may be of 0 to {most} stones, not {stones}")
            raise OptionError(message.format(game=game, most=board.cells - 1, stones=stones))
        self.game, self.stones = game, stones
        self.positions = open_positions(board, stones)
        self.bits = max(BOUND_BITS, min(board.cells - stones + 2, BOOK_BITS))

    def solvers(self, number: int) -> list[Connect4Solver]:
        """So many, who share what they learn."""
        memory = new_memory(self.bits)
        return [Connect4Solver(self.game, memory=memory) for _i in range(number)]

    def scores(self, number: int, solver: Connect4Solver) -> bytes:
        """Those of the positions of a block."""
        kind = type(self.game.start)
        part = slice(number * BLOCK, (number + 1) * BLOCK)
        stones = zip(self.positions.mine[part], self.positions.full[part], strict=True)
        found = [solver.score(kind(int(mine), int(full), self.stones)) for mine, full in stones]
        return np.array(found, np.int8).tobytes()


@dataclass(frozen=True)
class BookJob:
    """The same for a team: numbers of blocks in, scores out. Each worker learns for itself."""

    whole: ClassVar[bool] = False

    game: str
    stones: int

    def open(self) -> "Solving":
        game = games.load(self.game)
        assert isinstance(game, Connect4Game), game
        return Solving(Blocks(game, self.stones))

    def packed(self) -> "BookJob":
        return self


class Solving:
    def __init__(self, blocks: Blocks) -> None:
        self.blocks = blocks
        (self.solver,) = blocks.solvers(1)

    def work(self, order: Sequence[int]) -> Iterator[tuple[int, bytes]]:
        for number in order:
            yield number, self.blocks.scores(number, self.solver)

    def close(self) -> None:
        self.solver.stop()


class Team(Protocol):
    """Who solves blocks elsewhere: a higher room knows such people."""

    def results(
        self, job: Any, orders: Iterable[Sequence[int]], stop: threading.Event
    ) -> Generator[tuple[int, bytes], None, None]: ...


class Builder:
    """Solves position after position and keeps a journal beside the file that it makes.

    The file is the same whoever solves them, and however often that was stopped.

    team -- if it is given, it does so; else threads of this process
    """

    def __init__(
        self,
        game: Connect4Game,
        stones: int,
        path: Path,
        threads: int = 1,
        team: Team | None = None,
    ) -> None:
        self.game, self.stones, self.path, self.team = game, stones, path, team
        self.parts = Blocks(game, stones)
        self.journal_path = path.with_name(path.name + ".journal")
        self.blocks: dict[int, bytes] = {}
        self.lock = threading.Lock()
        self.stopped = threading.Event()
        self.solvers = [] if team else self.parts.solvers(threads)

    @property
    def total(self) -> int:
        """How many positions there are."""
        return len(self.parts.positions.keys)

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
        self.stopped.set()
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
            keys = self.parts.positions.keys
            write_book(self.path, self.game, self.stones, keys, scores[: self.total])
        self.journal_path.unlink(missing_ok=True)

    def _solve_all(self, journal: Journal) -> None:
        self.blocks = journal.blocks
        numbers = range((self.total + BLOCK - 1) // BLOCK)
        left = [number for number in numbers if number not in self.blocks]
        if self.team is None:
            self._solve_here(left, journal)
        else:
            self._have_solved(left, journal, self.team)

    def _have_solved(self, left: Sequence[int], journal: Journal, team: Team) -> None:
        """Let a team do it; the journal stays with us."""
        job = BookJob(str(self.game), self.stones)
        orders = (left[begin : begin + ORDER] for begin in range(0, len(left), ORDER))
        with closing(team.results(job, orders, self.stopped)) as results:
            for number, scores in results:
                journal.append(number, scores)
        if self.done < self.total:
            raise SearchStopped

    def _solve_here(self, left: Sequence[int], journal: Journal) -> None:
        """Let every thread take the next block, until none is left."""
        numbers = iter(left)
        with ThreadPoolExecutor(len(self.solvers)) as pool:
            tasks = [pool.submit(self._solve, numbers, s, journal) for s in self.solvers]
        faults = [fault for task in tasks if (fault := task.exception()) is not None]
        if faults:
            raise min(faults, key=lambda fault: isinstance(fault, SearchStopped))

    def _solve(self, left: Iterator[int], solver: Connect4Solver, journal: Journal) -> None:
        """Blocks until none is left; a thread that fails stops the others."""
        try:
            for number in left:
                scores = self.parts.scores(number, solver)
                with self.lock:
                    journal.append(number, scores)
        except BaseException:
            self.stop()
            raise
