"""Drawings of positions on the web page. A game without a specific view is drawn as text.

Views are plain dicts; the web server's models check and document their fields.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

from tablero.position import Move

View: TypeAlias = dict[str, Any]


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
    """A board of squares whose position text has one character a square, `.` for an empty one.

    columns, rows: the size of the board; square n is row n // columns, from the top.
    winning: returns the squares of the winning line as a bit mask; 0 while there is none.

    Move n puts a stone on square n; x is the first player's stone, o the second's.
    """

    def __init__(self, columns: int, rows: int, winning: Callable[[Any], int]) -> None:
        self.columns, self.rows, self.winning = columns, rows, winning

    def view(self, game: Any, position: Any) -> View:
        names = {move: game.move_name(position, move) for move in game.legal_moves(position)}
        won = self.winning(position)
        cells = [
            {
                "owner": ".xo".index(stone),
                "move": names.get(square),
                "mark": stone.strip("."),
                "winning": bool(won >> square & 1),
            }
            for square, stone in enumerate(game.write(position))
        ]
        return {"kind": "squares", "columns": self.columns, "rows": self.rows, "cells": cells}

    def effects(self, game: Any, position: Any, move: Move) -> View:
        return {"cell": move}
