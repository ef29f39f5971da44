"""Connect-4 on the page: columns of cells, and the line that has won."""

from typing import Any

from tablero.games.page_view import PageView, View
from tablero.position import ONGOING, Move


class Connect4View(PageView):
    """Cells from the top left, row by row; a click anywhere in a column plays it."""

    def view(self, game: Any, position: Any) -> View:
        first = position.mine if position.turn() == 0 else position.mine ^ position.full
        names = set(game.move_names(position))
        winning = winning_stones(game, position)
        cells = []
        for row in reversed(range(game.rows)):
            for column, name in enumerate(game.names):
                bit = 1 << (game.rows + 1) * column + row
                owner = 0 if not position.full & bit else 1 if first & bit else 2
                move = name if name in names else None
                won = bool(winning & bit)
                cells.append({"owner": owner, "move": move, "mark": "", "winning": won})
        return {"kind": "columns", "columns": game.columns, "rows": game.rows, "cells": cells}

    def effects(self, game: Any, position: Any, move: Move) -> View:
        """Return the cell in which the stone comes to rest."""
        column, row = divmod(move.bit_length() - 1, game.rows + 1)
        return {"cell": (game.rows - 1 - row) * game.columns + column}

    def plies_to_win(self, game: Any, position: Any, score: int) -> int:
        """Return the plies of both sides; a win is worth the winner's stones in hand plus one."""
        winner: int = position.turn() if score > 0 else 1 - position.turn()
        hand: int = (game.columns * game.rows + 1 - winner) // 2
        stones = hand + 1 - abs(score)
        return 2 * stones - (1 - winner) - int(position.stones)


def winning_stones(game: Any, position: Any) -> int:
    """Return all stones of lines that have won, as a mask of cells."""
    if position.outcome() == ONGOING:
        return 0
    stones = position.mine ^ position.full
    found = 0
    for step in (1, game.rows, game.rows + 1, game.rows + 2):
        run = stones
        for _i in range(game.connect - 1):
            run &= run >> step
        for i in range(game.connect):
            found |= run << i * step
    return found
