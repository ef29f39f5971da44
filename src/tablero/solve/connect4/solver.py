"""Exact scores of Connect-4 positions, of any size of board."""

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from functools import cached_property, partial
from typing import Any

import numpy as np

from tablero.errors import SearchStopped
from tablero.games.connect4 import Connect4Game, full_column
from tablero.jit import prepare
from tablero.locale import _
from tablero.solve.connect4.board import board_of, threats, win_score
from tablero.solve.connect4.book import Book, is_more_in_opening
from tablero.solve.connect4.kernel import NO_LIMIT, STOPPED, Room, is_more, new_notes
from tablero.solve.connect4.shelf import ClosedBook
from tablero.solve.connect4.table import new_table

TABLE_BITS = 24
BUSY_BITS = 12
ALONE = 50_000
"""So many nodes are visited before other threads are called for help."""


class Connect4Solver:
    """Keeps what it learns: the next position of the same game is answered sooner."""

    def __init__(
        self,
        game: Connect4Game,
        threads: int = 1,
        bits: int = TABLE_BITS,
        book: ClosedBook | None = None,
        table: Any = None,
    ) -> None:
        """A new table of 2**bits entries, unless one of another solver is to be shared."""
        self.closed_book = book
        self.board = board_of(game)
        middle = (game.columns - 1) / 2
        order = sorted(range(game.columns), key=lambda column: abs(column - middle))
        columns = [full_column(column, game.rows) for column in order]
        table = new_table(bits) if table is None else table
        busy = np.zeros(1 << BUSY_BITS if threads > 1 else 0, np.int64)
        self.rooms = [Room(self.board, table, busy, new_notes(columns)) for _i in range(threads)]
        self.stopped = False
        prepare(is_more, 0, 0, 0, 0, self.rooms[0])

    @cached_property
    def book(self) -> Book:
        """The opening table, read when it is first asked."""
        assert self.closed_book is not None
        return self.closed_book.open()

    @property
    def nodes(self) -> int:
        """How many nodes have been visited so far, by all threads."""
        return sum(int(room.notes.nodes) for room in self.rooms)

    def stop(self) -> None:
        """Make whoever waits for an answer get SearchStopped soon."""
        self.stopped = True
        self._limit(0)

    def score(self, position: Any) -> int:
        """What best play leads to, for the side to move in an unfinished position.

        The first question is who wins, the next ones by how much, from small to large:
        most games are decided late.
        """
        stones = position.stones
        if self._wins_at_once(position):
            return win_score(self.board, stones + 1)
        low, high = -win_score(self.board, stones + 2), win_score(self.board, stones + 3)
        while low < high:
            alpha = max(low, min(0, high - 1))
            found = self._ask(position, alpha)
            if found <= alpha:
                high = found
            else:
                low = found
        return low

    def bound(self, position: Any, alpha: int) -> int:
        """An upper bound of the score if it is alpha or less, else a lower bound."""
        if self._wins_at_once(position):
            return win_score(self.board, position.stones + 1)
        return self._ask(position, alpha)

    def _wins_at_once(self, position: Any) -> bool:
        mine, full, _stones = position
        return bool(threats(mine, full, self.board) & full + self.board.bottom)

    def _ask(self, position: Any, alpha: int) -> int:
        question = position.mine, position.full, position.stones, alpha
        if self.closed_book is not None and position.stones <= self.closed_book.stones:
            self._limit(NO_LIMIT)
            return int(is_more_in_opening(*question, self.rooms[0], self.book))
        self._limit(NO_LIMIT if len(self.rooms) == 1 else ALONE)
        ask = partial(is_more, *question)
        found = ask(self.rooms[0])
        if found == STOPPED and len(self.rooms) > 1 and not self.stopped:
            found = self._ask_all(ask)
        if found == STOPPED:
            message = _("the search was stopped after {nodes} nodes")
            raise SearchStopped(message.format(nodes=self.nodes))
        return int(found)

    def _ask_all(self, ask: Callable[[Room], int]) -> int:
        """The answer of the thread that is first; the others are stopped then."""
        self._limit(NO_LIMIT)
        with ThreadPoolExecutor(len(self.rooms)) as pool:
            answers = [pool.submit(ask, room) for room in self.rooms]
            done, _others = wait(answers, return_when=FIRST_COMPLETED)
            self._limit(0)
            self.rooms[0].busy[:] = 0
            return next(iter(done)).result()

    def _limit(self, more: int) -> None:
        for room in self.rooms:
            room.notes.budget = 0 if self.stopped else int(room.notes.nodes) + more
