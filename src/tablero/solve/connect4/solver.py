"""Exact scores of Connect-4 positions, of any size of board."""

from collections.abc import Iterable
from functools import partial
from typing import Any

from tablero.games.connect4 import Connect4Game, full_column
from tablero.jit import prepare
from tablero.solve.asking import Asking
from tablero.solve.connect4.board import board_of, threats, win_score
from tablero.solve.connect4.book import empty_book, is_more_in_opening
from tablero.solve.connect4.kernel import is_more, new_notes, room_class
from tablero.solve.connect4.shelf import ClosedBook
from tablero.solve.table import new_memory

TABLE_BITS = 24

OPENING_BITS = 16
"""Few positions come before the tables, and memory costs time when it is first touched."""


class Connect4Solver(Asking):
    """Keeps what it learns: the next position of the same game is answered sooner."""

    def __init__(
        self,
        game: Connect4Game,
        threads: int = 1,
        bits: int = TABLE_BITS,
        books: Iterable[ClosedBook] = (),
        memory: Any = None,
    ) -> None:
        """A new table of 2**bits entries, unless the memory of another solver is to be shared.

        books -- opening tables; each is read when it is first asked
        """
        self.books = sorted(books, key=lambda closed: closed.stones)
        self.board = board_of(game)
        middle = (game.columns - 1) / 2
        order = sorted(range(game.columns), key=lambda column: abs(column - middle))
        columns = [full_column(column, game.rows) for column in order]
        memory = new_memory(bits) if memory is None else memory
        Room = room_class(game.columns, game.rows, game.connect)
        super().__init__([Room(memory, new_notes(columns, threads)) for _i in range(threads)])
        self.opening_room = Room(new_memory(OPENING_BITS), self.rooms[0].notes)
        prepare(is_more, 0, 0, 0, 0, self.rooms[0])
        for coded in {closed.coded for closed in self.books}:
            prepare(is_more_in_opening, 0, 0, 0, 0, self.opening_room, empty_book(coded))

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

    def is_opening(self, position: Any) -> bool:
        """Do opening tables answer for every move of this position?"""
        return any(position.stones < closed.stones for closed in self.books)

    def _wins_at_once(self, position: Any) -> bool:
        mine, full, _stones = position
        return bool(threats(mine, full, self.board) & full + self.board.bottom)

    def _ask(self, position: Any, alpha: int) -> int:
        question = position.mine, position.full, position.stones, alpha
        closed = next((book for book in self.books if position.stones <= book.stones), None)
        if closed is None:
            return self.answer(partial(is_more, *question))
        book = closed.book
        return self.answer(
            lambda room: is_more_in_opening(*question, room, book), [self.opening_room]
        )
