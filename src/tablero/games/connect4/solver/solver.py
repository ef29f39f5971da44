"""Exact scores of Connect-4 positions, for any size of board."""

from collections.abc import Iterable
from functools import partial
from typing import Any

from tablero.games.connect4.game import Connect4Game
from tablero.games.connect4.rules import full_column
from tablero.games.connect4.solver.bitboards import geometry_of, threats, win_score
from tablero.games.connect4.solver.book import empty_book, opening_search
from tablero.games.connect4.solver.book_locations import LazyBook, find_books
from tablero.games.connect4.solver.kernel import new_state, null_window_search, task_class
from tablero.jit import prepare
from tablero.solve.kernel_solver import KernelSolver
from tablero.solve.table import new_memory

TABLE_BITS = 24
"""Default log2 of the entries of the transposition table."""

OPENING_BITS = 16
"""Log2 of the entries of the transposition table for openings: few positions come before those
of the books, and memory costs time when it is first touched."""


class Connect4Solver(KernelSolver):
    """A solver that keeps its transposition table, which speeds up later positions of a game."""

    def __init__(
        self,
        game: Connect4Game,
        threads: int = 1,
        bits: int = TABLE_BITS,
        books: Iterable[LazyBook] = (),
        memory: Any = None,
    ) -> None:
        """Create a solver.

        bits: log2 of the entries of a new transposition table.
        books: opening books; each is read when it is first used.
        memory: transposition table of another solver to share; None: create a new one.
        """
        self.books = sorted(books, key=lambda book: book.stones)
        self.board = geometry_of(game)
        middle = (game.columns - 1) / 2
        order = sorted(range(game.columns), key=lambda column: abs(column - middle))
        columns = [full_column(column, game.rows) for column in order]
        memory = new_memory(bits) if memory is None else memory
        Task = task_class(game.columns, game.rows, game.connect)
        super().__init__([Task(memory, new_state(columns, threads)) for _i in range(threads)])
        self.opening_task = Task(new_memory(OPENING_BITS), self.tasks[0].state)
        prepare(null_window_search, 0, 0, 0, 0, self.tasks[0])
        for coded in {book.coded for book in self.books}:
            prepare(opening_search, 0, 0, 0, 0, self.opening_task, empty_book(coded))

    def score(self, position: Any) -> int:
        """Return the score of best play for the side to move in an unfinished position.

        The first null window decides which side wins, the next ones the margin, from small to
        large: most games are decided late.
        """
        stones = position.stones
        if self._wins_at_once(position):
            return win_score(self.board, stones + 1)
        low, high = -win_score(self.board, stones + 2), win_score(self.board, stones + 3)
        while low < high:
            alpha = max(low, min(0, high - 1))
            found = self._null_window(position, alpha)
            if found <= alpha:
                high = found
            else:
                low = found
        return low

    def bound(self, position: Any, alpha: int) -> int:
        if self._wins_at_once(position):
            return win_score(self.board, position.stones + 1)
        return self._null_window(position, alpha)

    def is_opening(self, position: Any) -> bool:
        """Return whether opening books cover every move of this position."""
        return any(position.stones < book.stones for book in self.books)

    def _wins_at_once(self, position: Any) -> bool:
        mine, full, _stones = position
        return bool(threats(mine, full, self.board) & full + self.board.bottom)

    def _null_window(self, position: Any, alpha: int) -> int:
        arguments = position.mine, position.full, position.stones, alpha
        lazy = next((book for book in self.books if position.stones <= book.stones), None)
        if lazy is None:
            return self.run(partial(null_window_search, *arguments))
        book = lazy.book
        return self.run(lambda task: opening_search(*arguments, task, book), [self.opening_task])


def new_solver(game: Connect4Game, threads: int = 1, book: bool = True) -> Connect4Solver:
    """Return a solver with all opening books of this board, or with none."""
    return Connect4Solver(game, threads, books=find_books(game) if book else ())
