"""Drawings of positions on the web page. A game without a specific view is drawn as text.

Views are plain dicts; the web server's models check and document their fields.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from tablero.position import Move

View: TypeAlias = dict[str, Any]

Row: TypeAlias = tuple[Sequence[int], int]
"""The pits of a player, and the seeds in its store."""


class PageView:
    """The drawing of the terminal, and a button for every move."""

    def view(self, game: Any, position: Any) -> View:
        """Return the drawing's data; `kind` selects the page's component."""
        return {"kind": "plain", "drawing": game.draw(position)}

    def effects(self, game: Any, position: Any, move: Move) -> View:
        """Return data for the animation of a move, besides the position after it."""
        return {}

    def plies_to_win(self, game: Any, position: Any, score: int) -> int | None:
        """Return the plies to the end that an exact score other than 0 implies, else None."""
        return None


class SquaresView(PageView):
    """A board of squares: a click on a square plays the move that puts a stone there.

    columns, rows: the size of the board.
    winning: returns the squares of the winning line as a bit mask, bit n for the n-th square.
    stones: returns a character for each square, row by row from the top left: x for a stone of
        the first player, o for one of the second, and . for none. By default, the text of the
        position is that.

    Moves that put no stone on an empty square, as a pass, have buttons below the board.
    """

    kind = "squares"

    def __init__(
        self,
        columns: int,
        rows: int,
        winning: Callable[[Any], int] | None = None,
        *,
        stones: Callable[[Any], str] | None = None,
    ) -> None:
        self.columns, self.rows, self.winning, self.stones = columns, rows, winning, stones

    def view(self, game: Any, position: Any) -> View:
        won = self.winning(position) if self.winning else 0
        names = self.names(game, position)
        cells = [
            {
                "owner": ".xo".index(stone),
                "move": names.get(cell),
                "mark": stone.strip("."),
                "winning": bool(won >> cell & 1),
            }
            for cell, stone in enumerate(self.stones_of(game, position))
        ]
        return {"kind": self.kind, "columns": self.columns, "rows": self.rows, "cells": cells}

    def names(self, game: Any, position: Any) -> dict[int, str]:
        """Return the name of the move that a click on each square plays."""
        filled = {self.filled(game, position, move): move for move in game.legal_moves(position)}
        return {
            cell: game.move_name(position, move)
            for cell, move in filled.items()
            if cell is not None
        }

    def effects(self, game: Any, position: Any, move: Move) -> View:
        cell = self.filled(game, position, move)
        return {} if cell is None else {"cell": cell}

    def filled(self, game: Any, position: Any, move: Move) -> int | None:
        """Return the empty square on which a move puts a stone; None if it puts none."""
        before = self.stones_of(game, position)
        after = self.stones_of(game, position.play(move))
        pairs = enumerate(zip(before, after, strict=True))
        return next((cell for cell, (was, now) in pairs if was == "." != now), None)

    def stones_of(self, game: Any, position: Any) -> str:
        return self.stones(position) if self.stones else game.write(position)


class ColumnsView(SquaresView):
    """A board of columns into which stones fall: a click anywhere in a column plays its move."""

    kind = "columns"

    def names(self, game: Any, position: Any) -> dict[int, str]:
        by_cell = super().names(game, position)
        by_column = {cell % self.columns: name for cell, name in by_cell.items()}
        cells = range(self.columns * self.rows)
        columns = ((cell, cell % self.columns) for cell in cells)
        return {cell: by_column[column] for cell, column in columns if column in by_column}


class PitsView(PageView):
    """Two rows of pits and two stores: a click on a pit plays the move with its number.

    rows: returns the pits of the first player, from its left, and the seeds in its store; and the
        same for the second player.

    Move n sows from pit n, counted from 0. Other moves have buttons below the board.
    """

    def __init__(self, rows: Callable[[Any], tuple[Row, Row]]) -> None:
        self.rows = rows

    def view(self, game: Any, position: Any) -> View:
        rows = self.rows(position)
        return {
            "kind": "pits",
            "pits": [list(pits) for pits, _store in rows],
            "names": [game.move_name(position, pit) for pit in range(len(rows[0][0]))],
            "stores": [store for _pits, store in rows],
            "markers": [sum(pits) + store for pits, store in rows],
            "accumulators": None,
        }
